/** Where in a text comments are: found for all of them in one walk over the text. */
import * as Y from 'yjs';
import type { CommentAnchor } from './comment-protocol.ts';

/** Characters from `from` up to `to`; none where they are equal, for the commented text was deleted. */
export interface CommentPlace {
  readonly from: number;
  readonly to: number;
}

/** Pins a thread to the characters from `from` up to `to`, of which there is at least one. */
export function anchorOf(text: Y.Text, root: string, from: number, to: number): CommentAnchor {
  const start = Y.createRelativePositionFromTypeIndex(text, from).item;
  const end = Y.createRelativePositionFromTypeIndex(text, to, -1).item;
  if (start === null || end === null) throw new RangeError('a comment needs text');
  const plain = ({ client, clock }: Y.ID) => ({ client, clock });
  return { root, start: plain(start), end: plain(end) };
}

/** Of words that were commented, so many are kept with the comment. */
export const MAX_QUOTE_CHARACTERS = 200;

/** What is looked for: the character `clock` of a client. */
interface Sought {
  readonly clock: number;
  /** @param index of the character or, where it was deleted, of the one after it */
  readonly found: (index: number, isThere: boolean) => void;
}

/** Index of the first that is at or after `clock`. */
function firstFrom(sought: readonly Sought[], clock: number): number {
  let [low, high] = [0, sought.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sought[middle]?.clock ?? 0) < clock) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Finds all of `sought`, by the client that wrote them, in one walk. */
function walk(text: Y.Text, sought: ReadonlyMap<number, readonly Sought[]>): void {
  let index = 0;
  for (let item = text._start; item !== null; item = item.right) {
    const { client, clock } = item.id;
    const isThere = !item.deleted && item.countable;
    const list = sought.get(client) ?? [];
    for (let at = firstFrom(list, clock); at < list.length; at++) {
      const one = list[at];
      if (one === undefined || one.clock >= clock + item.length) break;
      one.found(index + (isThere ? one.clock - clock : 0), isThere);
    }
    if (isThere) index += item.length;
  }
}

/**
 * The places of anchors in this text by their keys, without those that are not in it. Takes time linear in the text, plus
 * a little for each anchor.
 */
export function commentPlaces<Key>(
  text: Y.Text,
  anchors: ReadonlyMap<Key, CommentAnchor>,
): Map<Key, CommentPlace> {
  const starts = new Map<Key, number>();
  const ends = new Map<Key, number>();
  const sought = new Map<number, Sought[]>();
  const seek = ({ client, clock }: CommentAnchor['start'], found: Sought['found']) => {
    const list = sought.get(client);
    if (list === undefined) sought.set(client, [{ clock, found }]);
    else list.push({ clock, found });
  };
  for (const [key, { start, end }] of anchors) {
    seek(start, (index) => starts.set(key, index));
    seek(end, (index, isThere) => ends.set(key, isThere ? index + 1 : index));
  }
  for (const list of sought.values()) list.sort((a, b) => a.clock - b.clock);
  walk(text, sought);
  const places = new Map<Key, CommentPlace>();
  for (const [key, from] of starts) {
    const to = ends.get(key);
    if (to !== undefined) places.set(key, { from, to: Math.max(from, to) });
  }
  return places;
}

/** Where the commented words are again, which an undo or a restore wrote anew where they had been deleted. */
export function foundAgain(text: string, place: CommentPlace, quote: string): CommentPlace {
  const { from, to } = place;
  if (to > from || quote === '') return place;
  for (const start of [from - quote.length, from]) {
    if (start >= 0 && text.startsWith(quote, start))
      return { from: start, to: start + quote.length };
  }
  return place;
}
