/** Plain text found in all files of a site, and replaced in all of them as one edit. */
import type * as Y from 'yjs';
import { IMPORT_BYTES } from '../../shared/site/document.ts';
import { fileNames, textOfFile } from '../../shared/site/text-files.ts';

/** More places than anybody looks through, and than one edit changes. */
export const MAX_PLACES = 2_000;
const CONTEXT_CHARACTERS = 80;

export interface Search {
  readonly text: string;
  readonly matchCase: boolean;
}

export interface FoundPlace {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** The text of that line, cut short around the place. */
  readonly context: string;
}

/** A pattern of exactly this text: it never searches back, whatever the text is. */
const patternOf = ({ text, matchCase }: Search): RegExp =>
  new RegExp(text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), matchCase ? 'g' : 'gi');

/** Where each match begins and ends; one more than `MAX_PLACES` where there are more. */
function matchesIn(text: string, search: Search, left: number): (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  if (search.text === '') return found;
  for (const { index, 0: match } of text.matchAll(patternOf(search))) {
    found.push([index, index + match.length]);
    if (found.length > left) break;
  }
  return found;
}

/** The places in all files, in the order of the tabs; one more than `MAX_PLACES` where there are more. */
export function findInSite(doc: Y.Doc, search: Search): FoundPlace[] {
  const places: FoundPlace[] = [];
  for (const file of fileNames(doc)) {
    const text = textOfFile(doc, file)?.toString() ?? '';
    let [line, counted] = [1, 0];
    for (const [from, to] of matchesIn(text, search, MAX_PLACES - places.length)) {
      for (let at = text.indexOf('\n', counted); at >= 0 && at < from; ) {
        line += 1;
        counted = at + 1;
        at = text.indexOf('\n', counted);
      }
      const start = Math.max(counted, from - CONTEXT_CHARACTERS / 2);
      const [context = ''] = text
        .slice(start, Math.max(to, start + CONTEXT_CHARACTERS))
        .split('\n');
      places.push({ file, line, context: context.trim() });
    }
  }
  return places;
}

/** Why a replacement is not made. */
export type ReplaceProblem = 'none' | 'many' | 'large';

/**
 * Replaces the text in all files, in one transaction.
 *
 * @returns how many places and files changed, or why none did
 */
export function replaceInSite(
  doc: Y.Doc,
  search: Search,
  replacement: string,
  origin: unknown,
): { readonly places: number; readonly files: number } | ReplaceProblem {
  const found = fileNames(doc).flatMap((file) => {
    const text = textOfFile(doc, file);
    const matches = text === undefined ? [] : matchesIn(text.toString(), search, MAX_PLACES);
    return text === undefined || matches.length === 0 ? [] : [{ text, matches }];
  });
  const places = found.reduce((sum, { matches }) => sum + matches.length, 0);
  if (places === 0) return 'none';
  if (places > MAX_PLACES) return 'many';
  const characters = found.reduce((sum, { text }) => sum + text.length, 0);
  if (characters + places * replacement.length > IMPORT_BYTES) return 'large';
  doc.transact(() => {
    for (const { text, matches } of found) {
      // From the end, so that the places before stay where they were found.
      for (const [from, to] of matches.toReversed()) {
        text.delete(from, to - from);
        text.insert(from, replacement);
      }
    }
  }, origin);
  return { places, files: found.length };
}
