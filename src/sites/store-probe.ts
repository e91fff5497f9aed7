/**
 * A process that reads a whole store on behalf of the server, because LMDB crashes the process that reads a damaged
 * page. Prints what it is about to read, so that its parent knows what it crashed on.
 *
 *     store-probe <directory> <JSON of ProbeOptions>
 */
import { mkdirSync, writeSync } from 'node:fs';
import { type Database, open, type RootDatabase } from 'lmdb';
import * as v from 'valibot';
import { recordName } from './damaged-sites.ts';
import {
  INDEX,
  type Key,
  lmdbOptions,
  OTHERS,
  TABLES,
  type TableName,
  type Tables,
} from './lmdb-tables.ts';
import {
  DamageError,
  UNSEAL,
  unsealAccess,
  unsealComment,
  unsealRun,
  unsealSite,
  unsealState,
} from './records.ts';
import { applyWrites, entryCount, openTables } from './store-format.ts';

const ProbeOptions = v.object({
  /** First read everything at once, which is faster if the store is intact. */
  sweep: v.optional(v.boolean(), false),
  /** Steps that crashed an earlier probe. */
  skip: v.array(v.string()),
  /** Copy everything intact to here. */
  salvage: v.optional(v.string()),
});
export type ProbeOptions = v.InferInput<typeof ProbeOptions>;

type Found = Partial<Tables>;

const say = (word: string, ...rest: string[]): void => {
  writeSync(1, `${[word, ...rest].map((part) => part.replaceAll(/[\t\n]/g, ' ')).join('\t')}\n`);
};

function tablesOf(root: RootDatabase<Buffer, Key>): Found {
  const tables: { -readonly [Name in keyof Found]: Found[Name] } = {};
  for (const name of [...TABLES, INDEX] as const) {
    const table: Database<Buffer, Key> | undefined = root.openDB<Buffer, Key>({
      name,
      encoding: 'binary',
    });
    if (table !== undefined) tables[name] = table;
  }
  return tables;
}

const [, , directory = '', optionsText = '{"sweep":true,"skip":[]}'] = process.argv;
const options = v.parse(ProbeOptions, JSON.parse(optionsText));
const skip = new Set(options.skip);

/**
 * Does `work` unless it crashed an earlier probe; reports a value that differs from what was written. Any other error
 * ends this probe: after reading a damaged page, a transaction gives wrong answers about intact ones.
 */
function step(name: string, work: () => void): void {
  if (skip.has(name)) return;
  say('step', name);
  report(name, work);
}

function report(name: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof DamageError)) process.exit(1);
    say('bad', name, error.message);
  }
}

say('step', 'open');
const source = tablesOf(open<Buffer, Key>(lmdbOptions(directory, true)));
let target: Tables | undefined;
let targetRoot: RootDatabase<Buffer, Key> | undefined;
if (options.salvage !== undefined) {
  mkdirSync(options.salvage, { recursive: true });
  targetRoot = open<Buffer, Key>(lmdbOptions(options.salvage, false));
  target = openTables(targetRoot);
}

function copy(table: TableName, key: Key, value: Buffer): void {
  if (target !== undefined) applyWrites(target, [[table, key, value]]);
}

/** Every page was read, so what is missing really is missing, not just unreachable. */
let whole = false;

const missing = (what: string): Error => (whole ? new DamageError(what) : new Error(what));

function visit(name: string): void {
  const keep: [TableName, Key, Buffer][] = [];
  const record = source.sites?.get(name);
  if (record === undefined) throw missing('its record is missing');
  const { seq } = unsealSite(record);
  keep.push(['sites', name, record]);
  const state = source.states?.get(name);
  if (state !== undefined) {
    unsealState(state);
    keep.push(['states', name, state]);
  }
  const access = source.access?.get(name);
  if (access !== undefined) {
    unsealAccess(access);
    keep.push(['access', name, access]);
  }
  const range = { start: [name, 0], end: [name, Number.MAX_SAFE_INTEGER] };
  let edits = 0;
  for (const { key, value } of source.log?.getRange(range) ?? []) {
    const { from, to } = unsealRun(value);
    if (from !== edits + 1) break;
    edits = to;
    keep.push(['log', key, value]);
  }
  if (edits !== seq) throw missing(`edits ${edits + 1} to ${seq} are missing`);
  for (const { key, value } of source.keyframes?.getRange(range) ?? []) {
    unsealState(value);
    keep.push(['keyframes', key, value]);
  }
  for (const { key, value } of source.labels?.getRange(range) ?? []) {
    keep.push(['labels', key, value]);
  }
  for (const { key, value } of source.comments?.getRange(range) ?? []) {
    unsealComment(value);
    keep.push(['comments', key, value]);
  }
  targetRoot?.transactionSync(() => {
    for (const [table, key, value] of keep) copy(table, key, value);
  });
}

/** Every value of a table. Throws if there are fewer than the table states: LMDB stops silently at an unreadable page. */
function* all(name: keyof Tables): Generator<{ key: Key; value: Buffer }> {
  const table = source[name];
  if (table === undefined) return;
  let count = 0;
  for (const entry of table.getRange()) {
    count += 1;
    yield entry;
  }
  const stated = entryCount(table);
  if (count !== stated) throw new Error(`${name} shows ${count} of ${stated} values`);
}

const nameIn = (key: Key): string => String(Array.isArray(key) ? key[0] : key);

/**
 * Reads every value once, in the order in which it lies there: several times as fast as site by site. Gives whether
 * all are as they were written; throws where there is more amiss than values.
 */
function sweep(): boolean {
  let sound = true;
  const read = (work: () => void) => {
    try {
      work();
    } catch {
      sound = false;
    }
  };
  const edits = new Map<string, number>();
  for (const { key, value } of all('sites')) {
    edits.set(nameIn(key), 0);
    read(() => edits.set(nameIn(key), unsealSite(value).seq));
  }
  const others = ['states', 'keyframes', 'labels', 'access', 'comments', ...OTHERS] as const;
  for (const table of others) {
    for (const { value } of all(table)) read(() => UNSEAL[table](value));
  }
  const log = new Map<string, number>();
  for (const { key, value } of all('log')) {
    read(() => {
      const { from, to } = unsealRun(value);
      if (from === (log.get(nameIn(key)) ?? 0) + 1) log.set(nameIn(key), to);
    });
  }
  for (const table of ['meta', INDEX] as const) for (const _ of all(table));
  return (
    sound && log.size === edits.size && [...edits].every(([name, seq]) => log.get(name) === seq)
  );
}

/** Whether reading everything at once found no damage. */
function isSwept(): boolean {
  let sound = false;
  if (options.sweep) {
    step('sweep', () => {
      sound = sweep();
      whole = true;
    });
  }
  return sound;
}

function walk(): void {
  const names = new Set<string>();
  // Each of these tables lists all sites by itself.
  for (const table of ['sites', 'states', 'log'] as const) {
    step(`list ${table}`, () => {
      for (const { key } of all(table)) names.add(nameIn(key));
    });
  }
  for (const name of names) step(`site ${name}`, () => visit(name));
  for (const table of OTHERS) {
    step(table, () => {
      for (const { key, value } of all(table)) {
        copy(table, key, value);
        report(recordName(table, nameIn(key)), () => UNSEAL[table](value));
      }
    });
  }
  step('meta', () => {
    for (const { key, value } of all('meta')) copy('meta', key, value);
  });
}

if (!isSwept()) walk();
await targetRoot?.close();
say('done');
// The store is not closed: that would access it once more.
process.exit(0);
