/** Where in a text comments are: found for all of them in one walk over the text. */
import * as Y from 'yjs';
import type { CommentAnchor } from './comment-protocol.ts';

/** Characters from `from` up to `to`; none where they are equal, for the commented text was deleted. */
export interface CommentPlace {
  readonly from: number;
  readonly to: number;
  /** Where the first and the last character were deleted: what was deleted beside the first. */
  readonly gap?: Gap;
}

/** Deleted characters side by side: so many before the first of the commented ones, and so many from that on. */
export interface Gap {
  readonly before: number;
  readonly after: number;
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
  readonly found: (index: number, deleted?: DeletedCharacter) => void;
}

/** A character among others that were deleted side by side; their number is known once the walk is over. */
interface DeletedCharacter {
  readonly before: number;
  readonly run: { length: number };
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
  let run = { length: 0 };
  for (let item = text._start; item !== null; item = item.right) {
    const { client, clock } = item.id;
    const isThere = !item.deleted && item.countable;
    const list = sought.get(client) ?? [];
    for (let at = firstFrom(list, clock); at < list.length; at++) {
      const one = list[at];
      if (one === undefined || one.clock >= clock + item.length) break;
      const offset = one.clock - clock;
      if (isThere) one.found(index + offset);
      else one.found(index, { before: run.length + offset, run });
    }
    if (isThere) {
      index += item.length;
      run = { length: 0 };
    } else run.length += item.length;
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
  const starts = new Map<Key, { index: number; deleted: DeletedCharacter | undefined }>();
  const ends = new Map<Key, { index: number; deleted: DeletedCharacter | undefined }>();
  const sought = new Map<number, Sought[]>();
  const seek = ({ client, clock }: CommentAnchor['start'], found: Sought['found']) => {
    const list = sought.get(client);
    if (list === undefined) sought.set(client, [{ clock, found }]);
    else list.push({ clock, found });
  };
  for (const [key, { start, end }] of anchors) {
    seek(start, (index, deleted) => starts.set(key, { index, deleted }));
    seek(end, (index, deleted) => ends.set(key, { index: deleted ? index : index + 1, deleted }));
  }
  for (const list of sought.values()) list.sort((a, b) => a.clock - b.clock);
  walk(text, sought);
  const places = new Map<Key, CommentPlace>();
  for (const [key, { index: from, deleted }] of starts) {
    const end = ends.get(key);
    if (end === undefined) continue;
    const place = { from, to: Math.max(from, end.index) };
    if (deleted === undefined || end.deleted === undefined) places.set(key, place);
    else {
      const { before, run } = deleted;
      places.set(key, { ...place, gap: { before, after: run.length - before } });
    }
  }
  return places;
}

/** How far from its place deleted text is looked for, in characters. */
const REACH = 2_000;

/** Where `words` begin, before and from a place on, nearest to it, within `reach` of it. */
function around(text: string, words: string, place: number, reach: number): number[] {
  const low = Math.max(0, place - reach);
  const part = text.slice(low, place + reach + words.length);
  const found = [part.lastIndexOf(words, place - low), part.indexOf(words, place - low)];
  return found.filter((start) => start >= 0).map((start) => low + start);
}

/**
 * Where the commented words are again, which an undo or a restore wrote anew where they had been deleted: before or behind
 * all that was deleted there, Yjs leaves both open.
 */
export function foundAgain(text: string, place: CommentPlace, quote: string): CommentPlace {
  const { from, gap } = place;
  if (quote === '' || gap === undefined) return place;
  const at = (start: number): CommentPlace => ({ from: start, to: start + quote.length });
  const expected = [from - gap.after, from + gap.before];
  for (const start of expected) if (start >= 0 && text.startsWith(quote, start)) return at(start);
  // Something else was deleted there, too: the words are no further away than all of it is long.
  const reach = Math.min(gap.before + gap.after, REACH);
  let nearest: number | undefined;
  let distance = Number.POSITIVE_INFINITY;
  for (const wanted of expected) {
    const near = Math.min(Math.max(0, wanted), text.length);
    for (const start of around(text, quote, near, reach)) {
      const away = Math.abs(start - near);
      if (away < distance) [nearest, distance] = [start, away];
    }
  }
  return nearest === undefined ? place : at(nearest);
}
