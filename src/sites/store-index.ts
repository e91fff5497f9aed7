/**
 * Which records have something in them: the sites of a person, and the member with a session, a passkey, a recovery code
 * or a name. Kept in a table that is written with the records, in the same transaction, and made of nothing else.
 */
import type { RootDatabase } from 'lmdb';
import { alphabet, skeletonsOf } from './confusable.ts';
import { type Key, nameOf, type Tables } from './lmdb-tables.ts';
import { namesOf } from './member-record.ts';
import { unsealAccess, unsealMember } from './records.ts';

/** `person` finds sites by the id of an owner or editor, all others members; `name` by what a name looks like. */
export type IndexKind = 'person' | 'session' | 'passkey' | 'code' | 'name';
type Place = readonly [kind: IndexKind, what: string];

/** Finds the keys of records. */
export type Find = (kind: IndexKind, what: string) => Iterable<string>;

/** LMDB has no longer keys, in bytes; three texts take a few bytes more. */
const MAX_BYTES = 1_900;
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
    return keys.filter((key) => Buffer.byteLength(key.join('')) <= MAX_BYTES);
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

/** What the index depends on besides the records: it is made anew where that is another. */
const STAMP = Buffer.from(`1 ${process.versions['unicode']} ${skeletonsOf(alphabet()).join(' ')}`);

/** Of one transaction, which keeps in memory what it changes. */
const BATCH = 10_000;

/** Makes the index, unless it is there. If that is interrupted, the next start does it again. */
export function ensureIndex(root: RootDatabase<Buffer, Key>, tables: Tables): void {
  if (tables.meta.get('index')?.equals(STAMP)) return;
  root.transactionSync(() => tables.index.clearSync());
  for (const table of ['access', 'members'] as const) {
    for (let start: Key | undefined, full = true; full; ) {
      const from = start === undefined ? {} : { start, exclusiveStart: true };
      const records = [...tables[table].getRange({ ...from, limit: BATCH })];
      root.transactionSync(() => {
        for (const { key, value } of records) add(tables, keysOf(table, nameOf(key), value));
      });
      start = records.at(-1)?.key;
      full = records.length === BATCH;
    }
  }
  root.transactionSync(() => tables.meta.putSync('index', STAMP));
}

export function* find({ index }: Tables, kind: IndexKind, what: string): Generator<string> {
  if (what === '' || Buffer.byteLength(what) > MAX_BYTES) return;
  for (const key of index.getKeys({ start: [kind, what], end: [kind, what, END] })) {
    if (Array.isArray(key)) yield String(key[2]);
  }
}
