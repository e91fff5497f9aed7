/** Going back to an earlier content of a site: line by line, so that lines that stay keep their authors. */
import { diffArrays } from 'diff';
import type * as Y from 'yjs';
import { joinParts, lengthOf } from '../parts.ts';
import { type Asset, type SiteContent, writeSite } from './document.ts';
import { sameBytes } from './examples.ts';
import { arrangeFiles, textOfFile } from './text-files.ts';
import type { Version } from './version.ts';

/** Texts that differ in more lines are replaced from their first difference to their last. */
const MAX_DIFFERENT_LINES = 2_000;

/** What a restore changed in a file. */
export interface FileChange {
  readonly file: string;
  /** Lines of a text; of any other file 1 where it is there again, replaced (both 1) or gone. */
  readonly added: number;
  readonly removed: number;
}

export interface RestoreReply {
  /** The version that now is the latest; missing where nothing changed, and so nothing was stored. */
  readonly version?: Version;
  /** The edit that was restored; and the latest before, which brings back what the restore replaced. */
  readonly at: number;
  readonly before: number;
  readonly changes: readonly FileChange[];
}

interface LineChange {
  /** Characters of the text before. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly added: number;
  readonly removed: number;
}

/** The lines with their ends. */
function linesOf(text: string): string[] {
  const lines: string[] = [];
  let from = 0;
  while (from < text.length) {
    const to = text.indexOf('\n', from) + 1 || text.length;
    lines.push(text.slice(from, to));
    from = to;
  }
  return lines;
}

/** What makes one text the other, first to last. */
function lineChanges(before: string, after: string): LineChange[] {
  if (before === after) return [];
  const [a, b] = [linesOf(before), linesOf(after)];
  let head = 0;
  while (head < Math.min(a.length, b.length) && a[head] === b[head]) head += 1;
  let tail = 0;
  const shorter = Math.min(a.length, b.length) - head;
  while (tail < shorter && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  const [old, wanted] = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)];
  const parts = diffArrays(old, wanted, { maxEditLength: MAX_DIFFERENT_LINES }) ?? [
    { value: old, removed: true, added: false },
    { value: wanted, removed: false, added: true },
  ];
  const changes: LineChange[] = [];
  let from = lengthOf(a.slice(0, head));
  let open = false;
  for (const { value, added, removed } of parts) {
    const length = added ? 0 : lengthOf(value);
    if (added || removed) {
      const text = added ? value.join('') : '';
      const counts = { added: added ? value.length : 0, removed: removed ? value.length : 0 };
      const last = open ? changes.pop() : undefined;
      changes.push({
        from: last?.from ?? from,
        to: from + length,
        text: (last?.text ?? '') + text,
        added: (last?.added ?? 0) + counts.added,
        removed: (last?.removed ?? 0) + counts.removed,
      });
    }
    open = added || removed;
    from += length;
  }
  return changes;
}

/** Makes `text` read `wanted`, line by line. */
export function restoreText(text: Y.Text, wanted: string): void {
  for (const { from, to, text: lines } of lineChanges(text.toString(), wanted).reverse()) {
    if (to > from) text.delete(from, to - from);
    if (lines !== '') text.insert(from, lines);
  }
}

/** Makes `doc` hold `site` as one new edit that touches only what differs. */
export function restoreSite(doc: Y.Doc, site: SiteContent): void {
  doc.transact(() => {
    arrangeFiles(doc, Object.keys(site.files));
    for (const [name, wanted] of Object.entries(site.files)) {
      const text = textOfFile(doc, name);
      if (text !== undefined) restoreText(text, wanted);
    }
    writeSite(doc, site);
  });
}

/** What differs between two contents, file by file. */
export function siteChanges(before: SiteContent, after: SiteContent): FileChange[] {
  const names = new Set([...Object.keys(before.files), ...Object.keys(after.files)]);
  const texts = [...names].map((file) => {
    const [old, now] = [before.files[file], after.files[file]];
    const changes = lineChanges(old ?? '', now ?? '');
    const sum = (key: 'added' | 'removed') => changes.reduce((total, one) => total + one[key], 0);
    // An empty file that came or went has no lines, and is a change all the same.
    const [came, went] = [old === undefined, now === undefined].map(Number);
    return { file, added: sum('added') || (came ?? 0), removed: sum('removed') || (went ?? 0) };
  });
  const instruments = (site: SiteContent) =>
    site.instruments.map(({ id, mode, taught, voiceSpace, examples = [] }) => ({
      name: `${id} (${mode})`,
      bytes: joinParts([Uint8Array.of(voiceSpace), taught, ...examples.map((one) => one.bytes)]),
    }));
  return [
    ...texts,
    ...blobChanges(before.assets, after.assets),
    ...blobChanges(instruments(before), instruments(after)),
    ...settingChanges(before, after),
  ].filter(({ added, removed }) => added + removed > 0);
}

function blobChanges(before: readonly Asset[], after: readonly Asset[]): FileChange[] {
  const names = new Set([...before, ...after].map(({ name }) => name));
  const of = (list: readonly Asset[], file: string) =>
    list.find(({ name }) => name === file)?.bytes;
  return [...names].map((file) => {
    const [old, now] = [of(before, file), of(after, file)];
    const same = old !== undefined && now !== undefined && sameBytes(old, now);
    return { file, added: now && !same ? 1 : 0, removed: old && !same ? 1 : 0 };
  });
}

function settingChanges(before: SiteContent, after: SiteContent): FileChange[] {
  const changed = (file: string, old: string, now: string) =>
    old === now ? [] : [{ file, added: Number(now !== ''), removed: Number(old !== '') }];
  return [
    ...changed('display name', before.displayName, after.displayName),
    ...changed('language', before.lang, after.lang),
  ];
}
