/** The command line of `npm run store`: lists, verifies, exports and imports sites, and moderates them. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import * as Y from 'yjs';
import { readSite } from '../../src/shared/site/document.ts';
import { exportSources } from '../../src/shared/site/export.ts';
import { isAsClosed } from '../../src/sites/closed-store.ts';
import { lockData } from '../../src/sites/data-lock.ts';
import { LmdbStore } from '../../src/sites/lmdb-store.ts';
import type { SiteRecord } from '../../src/sites/records.ts';
import { type ReadableStore, readChecked, requireWhole } from '../../src/sites/store-check.ts';
import { exportStore, importStore } from '../../src/sites/store-file.ts';
import { UsageError } from '../command-line.ts';
import { COMMANDS, moderate } from './moderate.ts';

export const USAGE = `usage: npm run store -- COMMAND [--data-dir DIR] [--server http://HOST:PORT]

  list                    list sites, latest first
  verify                  read every value; exits with 1 if any is damaged
  export FILE [SITE...]   write sites with their history to a new file
  import FILE [SITE...]   read such a file, or only these sites of it; the server must be stopped; members and
                          blocked addresses that the store has already stay as they are
  copy to-database        copy the whole store into the empty PostgreSQL database of DATABASE_URL
  copy from-database      copy that database into a folder without a store; the server must be stopped
  lock|unlock|hide|show|remove|recover|purge SITE
  versions SITE           list versions with number, time, size and authors, latest first
  revert SITE VERSION     restore a version, or any single edit, as a new edit; says what changed
  thin SITE               make room: keep every version, join the single edits within it
  prune SITE VERSION      erase the history before a version, for good
  block ADDRESS [HOURS]   stop an address from editing (24 hours)
  unblock ADDRESS

  --data-dir  folder of the store (DATA_DIR, else ./data)
  --server    send the command, from lock on, to a running server, with the key in ENSEMBLE_OPERATOR_KEY;
              without it the server must be stopped`;

/** "1 site", "2 sites". */
const count = (number: number, noun: string): string =>
  `${number} ${noun}${number === 1 ? '' : 's'}`;

type Print = (line: string) => void;

function siteLine({ name, seq, bytes, editedMs, ...record }: SiteRecord, damage?: string): string {
  const signs = [
    ...(record.locked ? ['locked'] : []),
    ...(record.hidden ? ['hidden'] : []),
    ...(record.removedMs > 0 ? ['removed'] : []),
    ...(damage === undefined ? [] : [`damaged: ${damage}`]),
  ];
  const edited = new Date(editedMs).toISOString();
  return [name, count(seq, 'edit'), `${bytes} bytes`, edited, ...signs].join('  ');
}

const textOf = (updates: readonly Uint8Array[]): string => {
  const doc = new Y.Doc();
  for (const update of updates) Y.applyUpdate(doc, update);
  const text = exportSources(readSite(doc));
  doc.destroy();
  return text;
};

/** Damage that no checksum shows: missing edits, or a history that does not lead to the current text. */
function inconsistency(store: LmdbStore, { name, seq }: SiteRecord): string | undefined {
  try {
    const { updates, damage } = store.load(name);
    if (damage !== undefined) return damage;
    const same = textOf(updates) === textOf(store.loadAt(name, seq));
    return same ? undefined : 'its history does not lead to its current text';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function mustExist(directory: string): void {
  if (!existsSync(path.join(directory, 'data.mdb'))) {
    throw new Error(`There is no store in ${directory}.`);
  }
}

async function list({ directory, damaged }: ReadableStore, print: Print): Promise<0 | 1> {
  const store = new LmdbStore({ directory, readOnly: true, damaged });
  const records = [...store.sites.values()].sort((a, b) => b.editedMs - a.editedMs);
  for (const record of records) {
    print(siteLine(record));
    // Whether it can be read.
    store.access.get(record.name);
  }
  for (const [name, why] of store.damaged) print(`${name}  damaged: ${why}`);
  for (const [address, untilMs] of store.blocks) {
    print(`${address}  blocked until ${new Date(untilMs).toISOString()}`);
  }
  print(`${count(records.length, 'site')}, ${store.bytes} bytes`);
  await store.close();
  return 0;
}

/** Damaged sites and why; found without writing. */
async function damageOf({
  directory,
  damaged: found,
}: ReadableStore): Promise<{ damaged: Map<string, string>; intact: string[] }> {
  const damaged = new Map(found);
  const store = new LmdbStore({ directory, readOnly: true, damaged });
  const intact: string[] = [];
  for (const [name, why] of store.damaged) damaged.set(name, why);
  for (const record of store.sites.values()) {
    const why = damaged.get(record.name) ?? inconsistency(store, record);
    if (why === undefined) intact.push(record.name);
    else damaged.set(record.name, why);
  }
  await store.close();
  return { damaged, intact };
}

async function verify(readable: ReadableStore, print: Print): Promise<0 | 1> {
  const { damaged, intact } = await damageOf(readable);
  for (const [name, why] of damaged) print(`${name}: ${why}`);
  print(`${count(intact.length, 'site')} OK, ${damaged.size} damaged`);
  return damaged.size === 0 ? 0 : 1;
}

async function exportTo(
  readable: ReadableStore,
  file: string,
  wanted: readonly string[],
  print: Print,
): Promise<0 | 1> {
  const { damaged, intact } = await damageOf(readable);
  const unknown = wanted.filter((name) => !intact.includes(name) && !damaged.has(name));
  if (unknown.length > 0) throw new Error(`There is no site ${unknown.join(', ')}.`);
  const names = intact.filter((name) => wanted.length === 0 || wanted.includes(name));
  const left = [...damaged].filter(([name]) => wanted.length === 0 || wanted.includes(name));
  await exportStore(readable.directory, file, names, wanted.length === 0 && !damaged.has('blocks'));
  for (const [name, why] of left) print(`${name} not exported: ${why}`);
  print(`${count(names.length, 'site')} exported to ${file}`);
  return left.length === 0 ? 0 : 1;
}

async function importFrom(
  directory: string,
  [file, ...wanted]: readonly string[],
  print: Print,
): Promise<0 | 1> {
  if (file === undefined) throw new UsageError('import needs a file name');
  const unlock = lockData(directory);
  try {
    requireWhole(directory);
    const { sites, kept } = await importStore(directory, file, wanted);
    print(`${count(sites.length, 'site')} imported into ${directory}`);
    if (kept.members > 0) print(`${count(kept.members, 'member')} kept as in the store`);
    if (kept.blocks > 0) print(`${count(kept.blocks, 'block')} kept as in the store`);
    return 0;
  } finally {
    unlock();
  }
}

async function copy(
  directory: string,
  database: string,
  [way, ...more]: readonly string[],
  print: Print,
): Promise<0 | 1> {
  if ((way !== 'to-database' && way !== 'from-database') || more.length > 0) {
    throw new UsageError('copy needs to-database or from-database');
  }
  if (database === '') throw new Error('Set DATABASE_URL to the address of the database.');
  const { copyFromDatabase, copyToDatabase } = await import('../../src/sites/store-copy.ts');
  if (way === 'to-database') {
    mustExist(directory);
    requireWhole(directory);
    const sites = await copyToDatabase(directory, database);
    print(`${count(sites, 'site')} copied into the database and compared`);
  } else {
    const sites = await copyFromDatabase(database, directory);
    print(`${count(sites, 'site')} copied into ${directory} and compared`);
  }
  return 0;
}

async function moderateAs(
  { server, directory, key }: { server: string | undefined; directory: string; key: string },
  what: string,
  words: readonly string[],
  print: Print,
): Promise<0 | 1> {
  if (server === undefined) mustExist(directory);
  else if (!/^https?:\/\/[^/]/.test(server))
    throw new UsageError(`${server} is not the address of a server`);
  else if (key === '') throw new Error('Set ENSEMBLE_OPERATOR_KEY to the key of that server.');
  await moderate({ server, directory, key }, what, words, print);
  return 0;
}

/** Runs `npm run store` and gives the exit code. @throws UsageError; Error with a sentence if it cannot be done */
export async function runStore(
  args: readonly string[],
  print: Print,
  dataDir = 'data',
  key = '',
  database = '',
): Promise<0 | 1> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { 'data-dir': { type: 'string' }, server: { type: 'string' } },
    allowPositionals: true,
  });
  const [what, ...rest] = positionals;
  const directory = values['data-dir'] ?? dataDir;
  if (directory === '') throw new UsageError('--data-dir must name a folder');
  const { server } = values;
  if (what !== undefined && COMMANDS.has(what)) {
    return moderateAs({ server, directory, key }, what, rest, print);
  }
  if (server !== undefined)
    throw new UsageError(`--server works only with ${[...COMMANDS].join(', ')}`);
  const read = (work: (store: ReadableStore) => Promise<0 | 1>): Promise<0 | 1> => {
    mustExist(directory);
    return readChecked(directory, work);
  };
  if (what === 'export') {
    const [file, ...wanted] = rest;
    if (file === undefined) throw new UsageError('export needs a file name');
    return read((store) => exportTo(store, file, wanted, print));
  }
  if (what === 'copy') return copy(directory, database, rest, print);
  if (what === 'import') return importFrom(directory, rest, print);
  if (what !== 'list' && what !== 'verify') {
    throw new UsageError(what === undefined ? 'name a command' : `unknown command ${what}`);
  }
  if (rest.length > 0) throw new UsageError(`${what} takes no arguments`);
  if (what === 'verify') return read((store) => verify(store, print));
  // Checking takes as long as the store is large.
  if (isAsClosed(directory)) return list({ directory, damaged: new Map() }, print);
  return read((store) => list(store, print));
}
