/**
 * Names edits anew that the server cannot take, because another's bear their client id and clock (close code 4409):
 * the same edits at the same places, under a client id nobody has seen.
 */
import * as encoding from 'lib0/encoding';
import * as Y from 'yjs';
import { firstConflict, type Span, type Struct } from '../sites/agreement.ts';
import { freshClientId } from './own-edits.ts';

/** By client id: from which clock to before which its edits bear another id. */
type Moves = ReadonlyMap<number, Span & { readonly fresh: number }>;

/** What `mine` has from these clocks on; from where `theirs` ends for clients not named. */
function newsSince(mine: Y.Doc, theirs: Y.Doc, clocks: ReadonlyMap<number, number>): Uint8Array {
  const known = Y.decodeStateVector(Y.encodeStateVector(theirs));
  for (const [client, clock] of clocks) known.set(client, Math.min(clock, known.get(client) ?? 0));
  return Y.encodeStateAsUpdate(mine, Y.encodeStateVector(known));
}

/**
 * All that `mine` has and `theirs` lacks, as an update for `theirs`.
 *
 * @param unsure edits made in this browser that the server is not known to have
 */
export function renamed(mine: Y.Doc, theirs: Y.Doc, unsure: readonly Span[]): Uint8Array {
  const since = new Map(unsure.map(({ client, from }) => [client, from]));
  const { structs } = Y.decodeUpdate(newsSince(mine, theirs, since));
  const moves = new Map<number, Span & { fresh: number }>();
  for (const { client, to } of unsure) {
    const written = structs.filter(({ id }) => id.client === client);
    const conflict = firstConflict(theirs, written, () => false);
    if (conflict === undefined || conflict.from >= to) since.delete(client);
    else {
      since.set(client, conflict.from);
      moves.set(client, { client, from: conflict.from, to, fresh: freshClientId() });
    }
  }
  return rename(newsSince(mine, theirs, since), moves);
}

/** Leaves of a struct what ends before `clock`; false where that is nothing. */
function clip(struct: Struct, clock: number): boolean {
  const length = Math.min(struct.length, clock - struct.id.clock);
  if (length <= 0) return false;
  if (length < struct.length && struct instanceof Y.Item) struct.content.splice(length);
  struct.length = length;
  return true;
}

function rename(update: Uint8Array, moves: Moves): Uint8Array {
  const { structs, ds } = Y.decodeUpdate(update);
  const named = (id: Y.ID): Y.ID => {
    const move = moves.get(id.client);
    if (move === undefined || id.clock < move.from || id.clock >= move.to) return id;
    return Y.createID(move.fresh, id.clock - move.from);
  };
  const writers = new Map<number, Struct[]>();
  for (const struct of structs) {
    // What follows the edits made here came from the server, under the forged name.
    if (!clip(struct, moves.get(struct.id.client)?.to ?? Number.POSITIVE_INFINITY)) continue;
    struct.id = named(struct.id);
    if (struct instanceof Y.Item) {
      struct.origin = struct.origin && named(struct.origin);
      struct.rightOrigin = struct.rightOrigin && named(struct.rightOrigin);
    }
    const written = writers.get(struct.id.client) ?? [];
    writers.set(struct.id.client, written);
    written.push(struct);
  }
  const encoder = new Y.UpdateEncoderV1();
  writeStructs(encoder, writers);
  writeDeletions(encoder.restEncoder, ds.clients, moves);
  return encoder.toUint8Array();
}

function writeStructs(encoder: Y.UpdateEncoderV1, writers: ReadonlyMap<number, Struct[]>): void {
  encoding.writeVarUint(encoder.restEncoder, writers.size);
  for (const [client, written] of writers) {
    encoding.writeVarUint(encoder.restEncoder, written.length);
    encoding.writeVarUint(encoder.restEncoder, client);
    encoding.writeVarUint(encoder.restEncoder, written[0]?.id.clock ?? 0);
    for (const struct of written) struct.write(encoder, 0);
  }
}

interface Range {
  readonly clock: number;
  readonly len: number;
}

function writeDeletions(
  encoder: encoding.Encoder,
  deletions: ReadonlyMap<number, readonly Range[]>,
  moves: Moves,
): void {
  const ranges = new Map<number, Range[]>();
  const add = (client: number, clock: number, end: number) => {
    if (end <= clock) return;
    ranges.set(client, [...(ranges.get(client) ?? []), { clock, len: end - clock }]);
  };
  for (const [client, deleted] of deletions) {
    const move = moves.get(client);
    for (const { clock, len } of deleted) {
      const end = clock + len;
      const [from, to] = [move?.from ?? end, move?.to ?? end].map((border) =>
        Math.min(Math.max(border, clock), end),
      );
      if (from === undefined || to === undefined) continue;
      add(client, clock, from);
      if (move !== undefined) add(move.fresh, from - move.from, to - move.from);
      add(client, to, end);
    }
  }
  encoding.writeVarUint(encoder, ranges.size);
  for (const [client, deleted] of ranges) {
    encoding.writeVarUint(encoder, client);
    encoding.writeVarUint(encoder, deleted.length);
    for (const { clock, len } of deleted) {
      encoding.writeVarUint(encoder, clock);
      encoding.writeVarUint(encoder, len);
    }
  }
}
