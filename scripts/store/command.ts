/** The operator's hand on a data folder: what sites it holds, whether they are sound, all of it as one file, moderation. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import * as Y from 'yjs';
import { lockData } from '../../src/sites/data-lock.ts';
import { readSite } from '../../src/sites/document.ts';
import { exportSources } from '../../src/sites/export.ts';
import { LmdbStore } from '../../src/sites/lmdb-store.ts';
import type { SiteRecord } from '../../src/sites/records.ts';
import { checkStore } from '../../src/sites/store-check.ts';
import { exportStore, importStore } from '../../src/sites/store-file.ts';
import { COMMANDS, moderate, WrongWords } from './moderate.ts';

export const USAGE = `usage: npm run store -- list                   sites, latest first
       npm run store -- verify                 reads every value; 1 where one is damaged
       npm run store -- export FILE [SITE...]  sites with their history to a new file
       npm run store -- import FILE            sites of such a file; the server must be stopped
       npm run store -- lock|unlock|hide|show|remove|recover|purge SITE
       npm run store -- versions SITE          numbers, times and authors, latest first
       npm run store -- revert SITE VERSION    that version again, as a new edit
       npm run store -- block ADDRESS [HOURS]  may not edit, 24 hours if not said
       npm run store -- unblock ADDRESS
The store is that of DATA_DIR (or --data-dir DIR), else of ./data. The commands from lock on are done to the
store of a server that is stopped; --server http://HOST:PORT has a server that runs do them, which knows the
operator by the ENSEMBLE_OPERATOR_KEY of this command's environment.`;

/** A command that cannot be understood. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly code = 'E_USAGE';
}

type Print = (line: string) => void;

function siteLine({ name, seq, bytes, editedMs, ...record }: SiteRecord, damage?: string): string {
  const signs = [
    ...(record.locked ? ['locked'] : []),
    ...(record.hidden ? ['hidden'] : []),
    ...(record.removedMs > 0 ? ['removed'] : []),
    ...(damage === undefined ? [] : [`damaged: ${damage}`]),
  ];
  const edited = new Date(editedMs).toISOString();
  return [name, `${seq} edits`, `${bytes} bytes`, edited, ...signs].join('  ');
}

const textOf = (updates: readonly Uint8Array[]): string => {
  const doc = new Y.Doc();
  for (const update of updates) Y.applyUpdate(doc, update);
  const text = exportSources(readSite(doc));
  doc.destroy();
  return text;
};

/** What is wrong with a site whose every value is as it was written: missing edits, a history that tells another end. */
function contradiction(store: LmdbStore, { name, seq }: SiteRecord): string | undefined {
  try {
    const { updates, damage } = store.load(name);
    if (damage !== undefined) return damage;
    const same = textOf(updates) === textOf(store.loadAt(name, seq));
    return same ? undefined : 'its history ends in another text than the site has';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function mustExist(directory: string): void {
  if (!existsSync(path.join(directory, 'data.mdb'))) {
    throw new Error(`There is no store in ${directory}.`);
  }
}

async function list(directory: string, print: Print): Promise<number> {
  mustExist(directory);
  const store = new LmdbStore({ directory, readOnly: true });
  const records = [...store.sites.values()].sort((a, b) => b.editedMs - a.editedMs);
  for (const record of records) print(siteLine(record));
  for (const [name, why] of store.damaged) print(`${name}  damaged: ${why}`);
  for (const [address, untilMs] of store.blocks) {
    print(`${address}  blocked until ${new Date(untilMs).toISOString()}`);
  }
  print(`${records.length} sites, ${store.bytes} bytes`);
  await store.close();
  return 0;
}

/** Damaged sites and why; found without writing. */
async function damageOf(
  directory: string,
): Promise<{ damaged: Map<string, string>; sound: string[] }> {
  mustExist(directory);
  const damaged = new Map(checkStore(directory, false).damaged);
  const store = new LmdbStore({ directory, readOnly: true, damaged });
  const sound: string[] = [];
  for (const [name, why] of store.damaged) damaged.set(name, why);
  for (const record of store.sites.values()) {
    const why = damaged.get(record.name) ?? contradiction(store, record);
    if (why === undefined) sound.push(record.name);
    else damaged.set(record.name, why);
  }
  await store.close();
  return { damaged, sound };
}

async function verify(directory: string, print: Print): Promise<number> {
  const { damaged, sound } = await damageOf(directory);
  for (const [name, why] of damaged) print(`${name}: ${why}`);
  print(`${sound.length} sites are sound, ${damaged.size} damaged`);
  return damaged.size === 0 ? 0 : 1;
}

async function exportTo(
  directory: string,
  [file, ...wanted]: readonly string[],
  print: Print,
): Promise<number> {
  if (file === undefined) throw new UsageError('export needs the name of a file');
  const { damaged, sound } = await damageOf(directory);
  const unknown = wanted.filter((name) => !sound.includes(name) && !damaged.has(name));
  if (unknown.length > 0) throw new Error(`There is no site ${unknown.join(', ')}.`);
  const names = sound.filter((name) => wanted.length === 0 || wanted.includes(name));
  const left = [...damaged].filter(([name]) => wanted.length === 0 || wanted.includes(name));
  await exportStore(directory, file, names, wanted.length === 0 && !damaged.has('blocks'));
  for (const [name, why] of left) print(`${name} is not in the file: ${why}`);
  print(`${file} holds ${names.length} sites`);
  return left.length === 0 ? 0 : 1;
}

async function importFrom(
  directory: string,
  [file, ...more]: readonly string[],
  print: Print,
): Promise<number> {
  if (file === undefined || more.length > 0) throw new UsageError('import needs one file');
  const unlock = lockData(directory);
  try {
    const names = await importStore(directory, file);
    print(`${names.length} sites were imported into ${directory}`);
    return 0;
  } finally {
    unlock();
  }
}

function readFlags(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        'data-dir': { type: 'string' },
        server: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
      allowPositionals: true,
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function moderateAs(
  { server, directory, key }: { server: string | undefined; directory: string; key: string },
  what: string,
  words: readonly string[],
  print: Print,
): Promise<number> {
  if (server === undefined) mustExist(directory);
  else if (!/^https?:\/\/[^/]/.test(server))
    throw new UsageError(`${server} is no address of a server`);
  else if (key === '') throw new Error('A server that runs asks for the ENSEMBLE_OPERATOR_KEY.');
  try {
    await moderate({ server, directory, key }, what, words, print);
  } catch (error) {
    if (error instanceof WrongWords) throw new UsageError(error.message);
    throw error;
  }
  return 0;
}

/**
 * Runs `npm run store` and gives the exit code. Throws `UsageError` for a command that cannot be understood,
 * another error with a sentence for one that cannot be done.
 */
export function runStore(
  args: readonly string[],
  print: Print,
  dataDir = 'data',
  key = '',
): Promise<number> | number {
  const { values, positionals } = readFlags(args);
  if (values.help) {
    print(USAGE);
    return 0;
  }
  const [what, ...rest] = positionals;
  const directory = values['data-dir'] ?? dataDir;
  if (directory === '') throw new UsageError('--data-dir must name a folder');
  const { server } = values;
  if (what !== undefined && COMMANDS.has(what)) {
    return moderateAs({ server, directory, key }, what, rest, print);
  }
  if (server !== undefined) throw new UsageError('--server goes with lock and what follows it');
  if (what === 'export') return exportTo(directory, rest, print);
  if (what === 'import') return importFrom(directory, rest, print);
  if (what !== 'list' && what !== 'verify') {
    throw new UsageError(what === undefined ? 'say what to do' : `there is no command ${what}`);
  }
  if (rest.length > 0) throw new UsageError(`${what} takes nothing more`);
  return what === 'list' ? list(directory, print) : verify(directory, print);
}
