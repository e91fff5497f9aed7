/**
 * Whether edits under one number are the same edits. Yjs names each by client id and clock, takes one it knows for
 * known without a look at it, and so lets what another wrote under the same name be lost. Runs on the server,
 * before it says "saved", and in the browser, which then assigns new client ids (client-id-reassignment.ts).
 */
import * as encoding from 'lib0/encoding';
import * as Y from 'yjs';

export type Struct = ReturnType<typeof Y.decodeUpdate>['structs'][number];

/** Clocks of one client: from `from` to before `to`. */
export interface Span {
  readonly client: number;
  readonly from: number;
  readonly to: number;
}

/** Whether content that is gone from the document may be taken for what the update brings. */
export type Trust = (span: Span) => boolean;

/** How far a document knows a client. */
export const clockOf = (doc: Y.Doc, client: number): number => Y.getState(doc.store, client);

/**
 * The first edit of `structs` that `doc` has otherwise: with other content, or at another place. Undefined where
 * there is none. What is deleted on either side has no content to compare: where the update deletes it there is
 * nothing to lose; where `doc` did, `trusts` decides.
 */
export function firstConflict(
  doc: Y.Doc,
  structs: readonly Struct[],
  trusts: Trust,
): Span | undefined {
  for (const struct of structs) {
    const { client, clock } = struct.id;
    const to = Math.min(clock + struct.length, clockOf(doc, client));
    if (struct instanceof Y.Skip || clock >= to) continue;
    const known = doc.store.clients.get(client) ?? [];
    for (let at = clock; at < to; ) {
      const stored = known[Y.findIndexSS(known, at)];
      if (stored === undefined) break;
      const span = { client, from: at, to: Math.min(to, stored.id.clock + stored.length) };
      if (!isSame(stored, struct, span, trusts)) return span;
      at = span.to;
    }
  }
  return undefined;
}

function isSame(stored: Struct, given: Struct, span: Span, trusts: Trust): boolean {
  if (!(given instanceof Y.Item) || given.content instanceof Y.ContentDeleted) return true;
  if (!(stored instanceof Y.Item) || stored.content instanceof Y.ContentDeleted) {
    return trusts(span);
  }
  return hasSamePlace(stored, given, span.from) && hasSameContent(stored, given, span);
}

/** What an item's tick at `clock` stands to the right of. */
function leftOf(item: Y.Item, clock: number): Y.ID | null {
  return clock > item.id.clock ? Y.createID(item.id.client, clock - 1) : item.origin;
}

function hasSamePlace(stored: Y.Item, given: Y.Item, clock: number): boolean {
  const left = leftOf(given, clock);
  if (!Y.compareIDs(leftOf(stored, clock), left)) return false;
  if (!Y.compareIDs(stored.rightOrigin, given.rightOrigin)) return false;
  if (left !== null || given.rightOrigin !== null) return true;
  return rootOf(stored) === rootOf(given) && stored.parentSub === given.parentSub;
}

/** Name of the root an item is in; of a decoded one it is its parent still. */
function rootOf({ parent }: Y.Item): string {
  if (typeof parent === 'string') return parent;
  return parent instanceof Y.AbstractType ? Y.findRootTypeKey(parent) : '';
}

function hasSameContent(stored: Y.Item, given: Y.Item, { from, to }: Span): boolean {
  const part = ({ id, content }: Y.Item) => bytesOf(content, from - id.clock, to - id.clock);
  const [a, b] = [part(stored), part(given)];
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}

/** Part of an item's content as bytes that tell it from any other. */
function bytesOf(content: Y.Item['content'], from: number, to: number): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeUint8(encoder, content.getRef());
  if (content instanceof Y.ContentString) encoding.writeAny(encoder, content.str.slice(from, to));
  else if (content instanceof Y.ContentFormat) {
    encoding.writeAny(encoder, [content.key, JSON.stringify(content.value)]);
  } else encoding.writeAny(encoder, content.getContent().slice(from, to));
  return encoding.toUint8Array(encoder);
}
