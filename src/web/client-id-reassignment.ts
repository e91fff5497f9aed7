/**
 * Gives a new client id to edits the server refuses because someone else's edits have the same client id and clock
 * (close code 4409). Their content and positions stay the same.
 */
import * as encoding from 'lib0/encoding';
import * as Y from 'yjs';
import { firstConflict, type Span, type Struct } from '../shared/site/struct-conflicts.ts';
import { freshClientId } from './acknowledgements.ts';

/** By client id: the span of clocks whose edits get the client id `fresh`. */
type Reassignments = ReadonlyMap<number, Span & { readonly fresh: number }>;

/** What `mine` has from these clocks on; for other clients, what `theirs` lacks. */
function updateSince(mine: Y.Doc, theirs: Y.Doc, clocks: ReadonlyMap<number, number>): Uint8Array {
  const known = Y.decodeStateVector(Y.encodeStateVector(theirs));
  for (const [client, clock] of clocks) known.set(client, Math.min(clock, known.get(client) ?? 0));
  return Y.encodeStateAsUpdate(mine, Y.encodeStateVector(known));
}

/**
 * Everything that `mine` has and `theirs` lacks, as an update that `theirs` accepts.
 *
 * @param unacknowledged edits made in this browser that the server has not acknowledged
 */
export function reassignClientIds(
  mine: Y.Doc,
  theirs: Y.Doc,
  unacknowledged: readonly Span[],
): Uint8Array {
  const since = new Map(unacknowledged.map(({ client, from }) => [client, from]));
  const { structs } = Y.decodeUpdate(updateSince(mine, theirs, since));
  const reassignments = new Map<number, Span & { fresh: number }>();
  for (const { client, to } of unacknowledged) {
    const written = structs.filter(({ id }) => id.client === client);
    const conflict = firstConflict(theirs, written, () => false);
    if (conflict === undefined || conflict.from >= to) since.delete(client);
    else {
      since.set(client, conflict.from);
      reassignments.set(client, { client, from: conflict.from, to, fresh: freshClientId() });
    }
  }
  return rewrite(updateSince(mine, theirs, since), reassignments);
}

/** Cuts a struct off at `clock`; returns false if nothing is left. */
function clip(struct: Struct, clock: number): boolean {
  const length = Math.min(struct.length, clock - struct.id.clock);
  if (length <= 0) return false;
  if (length < struct.length && struct instanceof Y.Item) struct.content.splice(length);
  struct.length = length;
  return true;
}

function rewrite(update: Uint8Array, reassignments: Reassignments): Uint8Array {
  const { structs, ds } = Y.decodeUpdate(update);
  const reassigned = (id: Y.ID): Y.ID => {
    const span = reassignments.get(id.client);
    if (span === undefined || id.clock < span.from || id.clock >= span.to) return id;
    return Y.createID(span.fresh, id.clock - span.from);
  };
  const writers = new Map<number, Struct[]>();
  for (const struct of structs) {
    // What follows the edits made here came from the server, under the conflicting id.
    const end = reassignments.get(struct.id.client)?.to ?? Number.POSITIVE_INFINITY;
    if (!clip(struct, end)) continue;
    struct.id = reassigned(struct.id);
    if (struct instanceof Y.Item) {
      struct.origin = struct.origin && reassigned(struct.origin);
      struct.rightOrigin = struct.rightOrigin && reassigned(struct.rightOrigin);
    }
    const written = writers.get(struct.id.client) ?? [];
    writers.set(struct.id.client, written);
    written.push(struct);
  }
  const encoder = new Y.UpdateEncoderV1();
  writeStructs(encoder, writers);
  writeDeletions(encoder.restEncoder, ds.clients, reassignments);
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
  reassignments: Reassignments,
): void {
  const ranges = new Map<number, Range[]>();
  const add = (client: number, clock: number, end: number) => {
    if (end <= clock) return;
    ranges.set(client, [...(ranges.get(client) ?? []), { clock, len: end - clock }]);
  };
  for (const [client, deleted] of deletions) {
    const span = reassignments.get(client);
    for (const { clock, len } of deleted) {
      const end = clock + len;
      const [from, to] = [span?.from ?? end, span?.to ?? end].map((border) =>
        Math.min(Math.max(border, clock), end),
      );
      if (from === undefined || to === undefined) continue;
      add(client, clock, from);
      if (span !== undefined) add(span.fresh, from - span.from, to - span.from);
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
