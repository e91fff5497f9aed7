/**
 * A process that walks through a store so that the server need not: LMDB ends the process that meets a damaged page.
 * Prints what it is about to touch before it does, so that its parent knows what it died of.
 *
 *     store-probe <directory> <JSON of ProbeOrder>
 */
import { mkdirSync, writeSync } from 'node:fs';
import { type Database, open, type RootDatabase } from 'lmdb';
import * as v from 'valibot';
import { type Key, lmdbOptions, TABLES, type Table } from './lmdb-tables.ts';
import { unsealBlock, unsealEntry, unsealLabel, unsealSite, unsealState } from './records.ts';

const Order = v.object({
  /** First read all at once, so that a sound store is known to be one soon. */
  sweep: v.optional(v.boolean(), false),
  /** Steps that killed an earlier probe. */
  skip: v.array(v.string()),
  /** Copy what is sound to here. */
  salvage: v.optional(v.string()),
});
export type ProbeOrder = v.InferInput<typeof Order>;

type Tables = Partial<Record<Table, Database<Buffer, Key>>>;

const say = (word: string, ...rest: string[]): void => {
  writeSync(1, `${[word, ...rest].map((part) => part.replaceAll(/[\t\n]/g, ' ')).join('\t')}\n`);
};

function tablesOf(root: RootDatabase<Buffer, Key>): Tables {
  const tables: Tables = {};
  for (const name of TABLES) {
    const table: Database<Buffer, Key> | undefined = root.openDB<Buffer, Key>({
      name,
      encoding: 'binary',
    });
    if (table !== undefined) tables[name] = table;
  }
  return tables;
}

const [, , directory = '', orderText = '{"sweep":true,"skip":[]}'] = process.argv;
const order = v.parse(Order, JSON.parse(orderText));
const skip = new Set(order.skip);

/** Does `work` unless it killed an earlier probe; tells an error that can be caught. */
function step(name: string, work: () => void): void {
  if (skip.has(name)) return;
  say('step', name);
  try {
    work();
  } catch (error) {
    say('bad', name, error instanceof Error ? error.message : String(error));
  }
}

say('step', 'open');
const source = tablesOf(open<Buffer, Key>(lmdbOptions(directory, true)));
let target: Tables | undefined;
let targetRoot: RootDatabase<Buffer, Key> | undefined;
if (order.salvage !== undefined) {
  mkdirSync(order.salvage, { recursive: true });
  targetRoot = open<Buffer, Key>(lmdbOptions(order.salvage, false));
  target = tablesOf(targetRoot);
}

function copy(table: Table, key: Key, value: Buffer): void {
  target?.[table]?.putSync(key, value);
}

function visit(name: string): void {
  const keep: [Table, Key, Buffer][] = [];
  const record = source.sites?.get(name);
  if (record !== undefined) {
    unsealSite(record);
    keep.push(['sites', name, record]);
  } else {
    throw new Error('its record is missing');
  }
  const state = source.states?.get(name);
  if (state !== undefined) {
    unsealState(state);
    keep.push(['states', name, state]);
  }
  const range = { start: [name, 0], end: [name, Number.MAX_SAFE_INTEGER] };
  for (const { key, value } of source.log?.getRange(range) ?? []) {
    unsealEntry(value);
    keep.push(['log', key, value]);
  }
  for (const { key, value } of source.keyframes?.getRange(range) ?? []) {
    unsealState(value);
    keep.push(['keyframes', key, value]);
  }
  for (const { key, value } of source.labels?.getRange(range) ?? []) {
    keep.push(['labels', key, value]);
  }
  targetRoot?.transactionSync(() => {
    for (const [table, key, value] of keep) copy(table, key, value);
  });
}

/**
 * Reads every value once, in the order in which it lies there: several times as fast as site by site. Throws where
 * anything is not as it should be, without saying whose it is.
 */
function sweep(): void {
  const known = new Set<string>();
  const rangeOf = (table: Table) => source[table]?.getRange() ?? [];
  for (const { key, value } of rangeOf('sites')) {
    unsealSite(value);
    known.add(String(key));
  }
  const owned = (key: Key) => {
    const name = String(Array.isArray(key) ? key[0] : key);
    if (!known.has(name)) throw new Error(`the record of ${name} is missing`);
  };
  for (const [table, unsealValue] of [
    ['states', unsealState],
    ['log', unsealEntry],
    ['keyframes', unsealState],
    ['labels', unsealLabel],
  ] as const) {
    for (const { key, value } of rangeOf(table)) {
      owned(key);
      unsealValue(value);
    }
  }
  for (const { value } of rangeOf('blocks')) unsealBlock(value);
  for (const _ of rangeOf('meta'));
}

function isSwept(): boolean {
  if (!order.sweep) return false;
  say('step', 'sweep');
  try {
    sweep();
    return true;
  } catch {
    // Site by site it will be found what is damaged.
    return false;
  }
}

function walk(): void {
  const names = new Set<string>();
  // Each of these tables alone knows all the sites.
  for (const table of ['sites', 'states', 'log'] as const) {
    step(`list ${table}`, () => {
      for (const key of source[table]?.getKeys() ?? []) {
        names.add(String(Array.isArray(key) ? key[0] : key));
      }
    });
  }
  for (const name of names) step(`site ${name}`, () => visit(name));
  for (const table of ['blocks', 'meta'] as const) {
    step(table, () => {
      for (const { key, value } of source[table]?.getRange() ?? []) copy(table, key, value);
    });
  }
}

if (!isSwept()) walk();
await targetRoot?.close();
say('done');
// The store is left as it is: closing would touch it once more.
process.exit(0);
