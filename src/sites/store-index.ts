/**
 * Finds records by what is in them: the sites of a person, and the member with a session, a passkey, a recovery code or
 * a name. The index is a table, made of the records alone and written in the same transaction as they are.
 */
import type { Database, RootDatabase } from 'lmdb';
import { lookalikes, skeletonsOf } from './confusable.ts';
import { type Key, MAX_KEY_BYTES, nameOf, type Tables } from './lmdb-tables.ts';
import { namesOf } from './member-record.ts';
import { unsealAccess, unsealMember } from './records.ts';

/** `person` finds sites by the id of an owner or editor, all others members; `name` by what a name looks like. */
export type IndexKind = 'person' | 'session' | 'passkey' | 'code' | 'name';
type Place = readonly [kind: IndexKind, what: string];

/** Finds the keys of records. */
export type Find = (kind: IndexKind, what: string) => Iterable<string>;

const NOTHING = Buffer.alloc(0);
/** After all texts. */
const END = '\u{10ffff}';

function placesOfAccess(sealed: Uint8Array): Place[] {
  const { owner, people } = unsealAccess(sealed);
  return [...(owner === undefined ? [] : [owner]), ...people].map(({ id }) => ['person', id]);
}

function placesOfMember(sealed: Uint8Array): Place[] {
  const member = unsealMember(sealed);
  return [
    ...member.sessions.map(({ author }): Place => ['session', author]),
    ...member.passkeys.map(({ id }): Place => ['passkey', id]),
    ...member.codes.map((code): Place => ['code', code]),
    ...namesOf(member)
      .flatMap(skeletonsOf)
      .filter((skeleton) => skeleton !== '')
      .map((skeleton): Place => ['name', skeleton]),
  ];
}

const INDEXED = { access: placesOfAccess, members: placesOfMember } as const;
type Indexed = keyof typeof INDEXED;

export const isIndexed = (table: string): table is Indexed => table in INDEXED;

/** Where a record is found; nowhere if it cannot be read. */
function keysOf(table: Indexed, name: string, sealed: Uint8Array | undefined): Key[] {
  try {
    const places = sealed === undefined ? [] : INDEXED[table](sealed);
    const keys = places.map(([kind, what]) => [kind, what, name]);
    return keys.filter((key) => Buffer.byteLength(key.join('')) <= MAX_KEY_BYTES);
  } catch {
    return [];
  }
}

function add({ index }: Tables, keys: readonly Key[]): void {
  for (const key of keys) index.putSync(key, NOTHING);
}

/** Brings the index up to a record that is about to be written. Only within the transaction that writes it. */
export function reindex(
  tables: Tables,
  table: Indexed,
  name: string,
  after: Uint8Array | undefined,
): void {
  for (const key of keysOf(table, name, tables[table].get(name))) tables.index.removeSync(key);
  add(tables, keysOf(table, name, after));
}

/** What the index depends on besides the records; where that has changed, it is made anew. */
const STAMP = Buffer.from(
  `1 ${process.versions['unicode']} ${skeletonsOf(lookalikes()).join(' ')}`,
);

/** Records that are indexed in one transaction, which keeps in memory what it changes. */
const BATCH = 10_000;

function* batchesOf(table: Database<Buffer, Key>) {
  for (let batch = [...table.getRange({ limit: BATCH })]; batch.length > 0; ) {
    yield batch;
    const start = batch.at(-1)?.key ?? '';
    batch = [...table.getRange({ start, exclusiveStart: true, limit: BATCH })];
  }
}

/** Makes the index, unless it is there. If that is interrupted, the next start does it again. */
export function ensureIndex(root: RootDatabase<Buffer, Key>, tables: Tables): void {
  if (tables.meta.get('index')?.equals(STAMP)) return;
  root.transactionSync(() => tables.index.clearSync());
  for (const table of ['access', 'members'] as const) {
    for (const batch of batchesOf(tables[table])) {
      root.transactionSync(() => {
        for (const { key, value } of batch) add(tables, keysOf(table, nameOf(key), value));
      });
    }
  }
  root.transactionSync(() => tables.meta.putSync('index', STAMP));
}

export function* find({ index }: Tables, kind: IndexKind, what: string): Generator<string> {
  if (what === '' || Buffer.byteLength(what) > MAX_KEY_BYTES) return;
  for (const key of index.getKeys({ start: [kind, what], end: [kind, what, END] })) {
    if (Array.isArray(key)) yield String(key[2]);
  }
}
