/**
 * Export and import of a store, history included, as one text file.
 *
 * The first line says what the file is, the last how many values are between them; each of those is a JSON array
 * of table, key, and the stored value with its checksum in base64. So a truncated or changed file is detected
 * before anything is written.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { open, type RootDatabase } from 'lmdb';
import * as v from 'valibot';
import { judgeUsername } from '../shared/username.ts';
import { LmdbStore } from './lmdb-store.ts';
import { type Key, lmdbOptions, OTHERS, SEVERAL, SINGLE } from './lmdb-tables.ts';
import {
  type SiteRecord,
  STORE_FORMAT,
  UNSEAL,
  unsealRun,
  unsealSite,
  unsealState,
} from './records.ts';
import { applyWrites, openTables } from './store-format.ts';

const HEADER = { ensemble: 'store', format: STORE_FORMAT } as const;
const LAST = Number.MAX_SAFE_INTEGER;
const CHUNK_BYTES = 1_048_576;

const Base64 = v.pipe(v.string(), v.base64());
const Place = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const Line = v.union([
  v.strictTuple([v.picklist(SINGLE), v.string(), Base64]),
  v.strictTuple([v.picklist(SEVERAL), v.strictTuple([v.string(), Place]), Base64]),
]);
type Line = v.InferOutput<typeof Line>;
const Header = v.strictObject({ ensemble: v.literal(HEADER.ensemble), format: v.number() });
const Trailer = v.strictObject({ values: v.number() });

/** A file that is not a complete export, or conflicts with the store; nothing was written. */
export class StoreFileError extends Error {
  override readonly name = 'StoreFileError';
  readonly code = 'E_STORE_FILE';
}

/** Whether an import would take a value. */
function isIntact(table: (typeof OTHERS)[number], value: Uint8Array): boolean {
  try {
    UNSEAL[table](value);
    return true;
  } catch {
    return false;
  }
}

/** Runs `work` on a file. An error of the system then names it, which reading and writing by number does not. */
function onFile<Result>(file: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) Object.assign(error, { path: file });
    throw error;
  }
}

const openRoot = (directory: string, readOnly: boolean): RootDatabase<Buffer, Key> =>
  open<Buffer, Key>(lmdbOptions(directory, readOnly));

/** The values of one site, its record first and its log in order. */
function* siteLines(
  tables: ReturnType<typeof openTables>,
  name: string,
): Generator<[string, Key, Buffer]> {
  for (const table of ['sites', 'states', 'access'] as const) {
    const value = tables[table].get(name);
    if (value !== undefined) yield [table, name, value];
  }
  for (const table of SEVERAL) {
    for (const { key, value } of tables[table].getRange({ start: [name, 0], end: [name, LAST] })) {
      yield [table, key, value];
    }
  }
}

/**
 * Writes `names` and, where `others`, the members and blocked addresses of the store in `directory` to a new `file`. Runs
 * within one turn and so sees one state of the store, also while a server writes to it.
 * @returns how many values were written. @throws StoreFileError where the file is there already
 */
export async function exportStore(
  directory: string,
  file: string,
  names: readonly string[],
  others: boolean,
): Promise<number> {
  if (existsSync(file)) throw new StoreFileError(`${file} already exists; choose another file.`);
  const root = openRoot(directory, true);
  try {
    const tables = openTables(root);
    return onFile(file, () => writeExport(tables, file, names, others));
  } finally {
    await root.close();
  }
}

function writeExport(
  tables: ReturnType<typeof openTables>,
  file: string,
  names: readonly string[],
  others: boolean,
): number {
  const partial = `${file}.partial`;
  const out = openSync(partial, 'w', 0o600);
  let values = 0;
  const say = (line: unknown) => writeFileSync(out, `${JSON.stringify(line)}\n`);
  const put = (table: string, key: Key, value: Buffer) => {
    values += 1;
    say([table, key, value.toString('base64')]);
  };
  try {
    say(HEADER);
    for (const name of names) for (const line of siteLines(tables, name)) put(...line);
    for (const table of others ? OTHERS : []) {
      for (const { key, value } of tables[table].getRange()) {
        if (isIntact(table, value)) put(table, key, value);
      }
    }
    say({ values });
    fsyncSync(out);
    closeSync(out);
  } catch (error) {
    closeSync(out);
    rmSync(partial, { force: true });
    throw error;
  }
  renameSync(partial, file);
  return values;
}

/** The lines of a file, read piece by piece. */
function* linesOf(file: string): Generator<string> {
  const input = openSync(file, 'r');
  try {
    const chunk = Buffer.alloc(CHUNK_BYTES);
    let parts: Buffer[] = [];
    const read = () => onFile(file, () => readSync(input, chunk));
    for (let length = read(); length > 0; length = read()) {
      let from = 0;
      for (let at = chunk.indexOf(10); at >= 0 && at < length; at = chunk.indexOf(10, from)) {
        yield Buffer.concat([...parts, chunk.subarray(from, at)]).toString();
        parts = [];
        from = at + 1;
      }
      parts.push(Buffer.from(chunk.subarray(from, length)));
    }
    const rest = Buffer.concat(parts).toString();
    if (rest !== '') yield rest;
  } finally {
    closeSync(input);
  }
}

const fail = (message: string): never => {
  throw new StoreFileError(message);
};

function parse<Schema extends v.GenericSchema>(
  schema: Schema,
  text: string,
  number: number,
): v.InferOutput<Schema> {
  try {
    return v.parse(schema, JSON.parse(text));
  } catch {
    return fail(`Line ${number} is not part of an export.`);
  }
}

/** The values of a file, whose first and last line fit. */
function* valuesOf(file: string): Generator<{ line: Line; number: number }> {
  let number = 0;
  let ended = false;
  for (const text of linesOf(file)) {
    number += 1;
    if (ended) fail(`Line ${number} follows the end of the export.`);
    if (number === 1) {
      const { format } = parse(Header, text, number);
      if (format < 1 || format > STORE_FORMAT)
        fail(`The export has format ${format}; this version reads formats up to ${STORE_FORMAT}.`);
    } else if (text.startsWith('{')) {
      const { values } = parse(Trailer, text, number);
      if (values !== number - 2) fail(`The export has only ${number - 2} of its ${values} values.`);
      ended = true;
    } else {
      yield { line: parse(Line, text, number), number };
    }
  }
  if (!ended) fail('The export is truncated.');
}

/** Reads every value of an export and checks it against the rules of a store. */
class Reader {
  readonly records = new Map<string, SiteRecord>();
  readonly #edits = new Map<string, number>();

  take([table, key, text]: Line): void {
    const value = Buffer.from(text, 'base64');
    if (table === 'members' || table === 'blocks') return void UNSEAL[table](value);
    const name = typeof key === 'string' ? key : key[0];
    if (table === 'sites') this.#record(name, unsealSite(value));
    else if (!this.records.has(name)) throw new Error(`the record of ${name} must come first`);
    else if (table === 'access' || table === 'labels' || table === 'comments') UNSEAL[table](value);
    else if (table === 'log') this.#entry(name, unsealRun(value), Number(key[1]));
    else if (unsealState(value).seq > (this.records.get(name)?.seq ?? 0)) {
      throw new Error(`${name} has a state that is newer than its edits`);
    }
  }

  #record(name: string, record: SiteRecord): void {
    if (record.name !== name || judgeUsername(name) !== 'valid') {
      throw new Error('a record has the wrong name, or an invalid one');
    }
    if (this.records.has(name)) throw new Error(`${name} appears twice`);
    this.records.set(name, record);
  }

  #entry(name: string, { from, to }: { from: number; to: number }, key: number): void {
    const before = this.#edits.get(name) ?? 0;
    if (from !== before + 1 || to < from || to !== key) {
      throw new Error(`the edits of ${name} after ${before} are missing`);
    }
    this.#edits.set(name, to);
  }

  /** What is missing at the end, if anything. */
  missing(): string | undefined {
    for (const [name, { seq }] of this.records) {
      if ((this.#edits.get(name) ?? 0) !== seq) return `Edits of ${name} are missing.`;
    }
    return undefined;
  }
}

/** Checks a whole export without writing anything. @throws StoreFileError with a sentence and the line */
export function readExport(file: string): ReadonlyMap<string, SiteRecord> {
  const reader = new Reader();
  for (const { line, number } of valuesOf(file)) {
    try {
      reader.take(line);
    } catch (error) {
      fail(`Line ${number}: ${error instanceof Error ? error.message : String(error)}.`);
    }
  }
  const missing = reader.missing();
  if (missing !== undefined) fail(missing);
  return reader.records;
}

/** What an import did. */
export interface Imported {
  readonly sites: readonly string[];
  /** How many records the store had already, which were kept. */
  readonly kept: Readonly<Record<(typeof OTHERS)[number], number>>;
}

/** @throws StoreFileError if `wanted` names a site that the export lacks, or the store has one already */
async function sitesToImport(
  directory: string,
  file: string,
  wanted: readonly string[],
): Promise<readonly string[]> {
  const names = [...readExport(file).keys()];
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length > 0) fail(`There is no site ${unknown.join(', ')} in ${file}.`);
  const sites = names.filter((name) => wanted.length === 0 || wanted.includes(name));
  const store = new LmdbStore({ directory });
  const taken = sites.filter((name) => store.sites.has(name) || store.damaged.has(name));
  await store.close();
  if (taken.length > 0) {
    const verb = taken.length === 1 ? 'exists' : 'exist';
    fail(`${taken.join(', ')} already ${verb}; nothing was imported.`);
  }
  return sites;
}

/**
 * Imports an export into the store in `directory`, created if missing, in one transaction: all of it, or only the sites
 * of `wanted`. Members and blocked addresses that the store has stay as they are: what a backup knows of a member may be
 * a passkey or a session that was revoked since. The caller owns the folder (data-lock.ts). Throws `StoreFileError` if the
 * file is incomplete or one of the sites already exists; the store is then unchanged.
 */
export async function importStore(
  directory: string,
  file: string,
  wanted: readonly string[] = [],
): Promise<Imported> {
  const sites = await sitesToImport(directory, file, wanted);
  const chosen = new Set(sites);
  const kept = { members: 0, blocks: 0 };
  const root = openRoot(directory, false);
  try {
    const tables = openTables(root);
    root.transactionSync(() => {
      for (const { line } of valuesOf(file)) {
        const [table, key, text] = line;
        if (table === 'members' || table === 'blocks') {
          if (wanted.length > 0) continue;
          if (tables[table].doesExist(key)) {
            kept[table] += 1;
            continue;
          }
        } else if (!chosen.has(typeof key === 'string' ? key : key[0])) continue;
        const value = Buffer.from(text, 'base64');
        applyWrites(tables, [[table, typeof key === 'string' ? key : [...key], value]]);
      }
    });
  } finally {
    await root.close();
  }
  return { sites, kept };
}
