/** Writes of a store as one statement: everything of a batch is stored, or nothing, and only by the owner. */
import type { ClientBase } from 'pg';
import * as v from 'valibot';
import type { Key, Write } from './lmdb-tables.ts';

/** Key of values that have no number. */
const NO_PLACE = 0;

export interface Place {
  readonly kind: string;
  readonly name: string;
  readonly place: number;
}

export function placeOf(kind: string, key: Key): Place {
  if (typeof key === 'string') return { kind, name: key, place: NO_PLACE };
  return { kind, name: String(key[0]), place: Number(key[1]) };
}

/**
 * $1 batch, $2 epoch, $3–$5 what is removed, $6–$9 what is stored, $10 names that were changed. The update is the fence:
 * it finds its row only if this epoch wrote the batch before, and everything else depends on it.
 */
const COMMIT = `WITH fence AS (
    UPDATE ensemble.store SET batch = $1 WHERE epoch = $2 AND batch = $1::bigint - 1 RETURNING batch
  ), removed AS (
    DELETE FROM ensemble.items i
    USING unnest($3::text[], $4::text[], $5::bigint[]) AS gone(kind, name, place)
    WHERE i.kind = gone.kind AND i.name = gone.name AND i.place = gone.place
      AND EXISTS (SELECT FROM fence)
  ), stored AS (
    INSERT INTO ensemble.items (kind, name, place, value)
    SELECT * FROM unnest($6::text[], $7::text[], $8::bigint[], $9::bytea[])
    WHERE EXISTS (SELECT FROM fence)
    ON CONFLICT (name, kind, place) DO UPDATE SET value = excluded.value
  ), noted AS (
    INSERT INTO ensemble.changes (name, batch)
    SELECT name, $1 FROM unnest($10::text[]) AS name WHERE EXISTS (SELECT FROM fence)
    ON CONFLICT (name) DO UPDATE SET batch = excluded.batch
  )
  SELECT batch FROM fence`;

const Fenced = v.array(v.object({ batch: v.string() }));

/** The last write of each key, since a statement can change a row once. */
function lastOfEach(
  writes: readonly Write[],
): (Place & { readonly value: Uint8Array | undefined })[] {
  const last = new Map<string, Place & { readonly value: Uint8Array | undefined }>();
  for (const [kind, key, value] of writes) {
    const at = placeOf(kind, key);
    last.set(`${at.kind}\n${at.name}\n${at.place}`, { ...at, value });
  }
  return [...last.values()];
}

/** Stores batch number `batch`. False if this epoch may not write it; then nothing was stored. */
export async function commitBatch(
  client: ClientBase,
  epoch: string,
  batch: number,
  writes: readonly Write[],
): Promise<boolean> {
  const all = lastOfEach(writes);
  const gone = all.filter(({ value }) => value === undefined);
  const kept = all.filter(({ value }) => value !== undefined);
  const columns = (places: readonly Place[]) => [
    places.map(({ kind }) => kind),
    places.map(({ name }) => name),
    places.map(({ place }) => place),
  ];
  const bytes = kept.map(({ value }) => Buffer.from(value ?? []));
  const { rows } = await client.query({
    name: 'commit',
    text: COMMIT,
    values: [
      batch,
      epoch,
      ...columns(gone),
      ...columns(kept),
      bytes,
      [...new Set(all.map(({ name }) => name))],
    ],
  });
  return v.parse(Fenced, rows).length === 1;
}
