/**
 * The output folder as a whole: compared file by file, replaced in one step.
 *
 * A new tree is built beside the old one, unchanged files being hard links to the old, then the two change
 * names. A run that is killed leaves the old tree or the new one, never some of each. Two renames cannot be
 * one system call in Node: killed just between them, the folder is absent and the old tree stands
 * beside it; whatever runs next puts it back first (`recover`).
 */
import {
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { OWNED } from '../../dsl/emit/files.ts';
import { MARK } from '../../dsl/emit/mark.ts';

export interface Difference {
  /** Paths below the folder, in order. */
  readonly stale: readonly string[];
  readonly missing: readonly string[];
  readonly orphan: readonly string[];
  /** Orphans that bear no mark of ours: never removed, and nothing is written while there are any. */
  readonly foreign: readonly string[];
}

export type Files = Iterable<readonly [string, string]>;

/** Written into build/ by another command; kept as it is. */
const KEPT = ['gallery', 'wasm'];

/** Gives a place beside the folder, hidden, on the same disk. */
export const beside = (out: string, what: string): string =>
  path.join(path.dirname(path.resolve(out)), `.${path.basename(path.resolve(out))}-${what}`);

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) =>
      path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'),
    );
}

function bearsMark(file: string): boolean {
  return readFileSync(file, 'utf8').slice(0, 1000).includes(MARK);
}

const isKept = (file: string): boolean => KEPT.some((folder) => file.startsWith(`${folder}/`));

/** The folder itself where a link leads to it: what stands beside the folder, not beside the link, is renamed. */
export const placeOf = (folder: string): string =>
  existsSync(folder) ? realpathSync(folder) : path.resolve(folder);

const isWithin = (inner: string, outer: string): boolean =>
  `${inner}${path.sep}`.startsWith(`${outer}${path.sep}`);

const isLink = (place: string): boolean =>
  lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() === true;

/** Gives why modes from there cannot be generated into this folder, or undefined; what it holds is judged file by file. */
export function misuse(out: string, modes: string, check: boolean): string | undefined {
  const place = placeOf(out);
  const input = placeOf(modes);
  if (isWithin(realpathSync('.'), place)) {
    return `${out} is the current folder or one above it; choose a separate folder`;
  }
  if (isWithin(place, input) || isWithin(input, place)) {
    return `${out} and ${modes} overlap; choose separate folders`;
  }
  if (!existsSync(place)) {
    return isLink(place) ? `${out} is a broken link; choose a folder` : undefined;
  }
  if (!statSync(place).isDirectory()) return `${out} is a file; choose a folder`;
  // Comparing may name strangers as orphans; generating would have to carry them along.
  if (check) return undefined;
  const stranger = readdirSync(place).find((name) => ![...OWNED, ...KEPT].includes(name));
  return stranger === undefined
    ? undefined
    : `${out} holds ${stranger}, which is not generated; choose an empty or new folder`;
}

function same(file: string, text: string): boolean {
  return readFileSync(file).equals(Buffer.from(text));
}

function difference(
  out: string,
  stale: readonly string[],
  missing: readonly string[],
  rest: ReadonlySet<string>,
): Difference {
  const orphan = [...rest].filter((file) => !isKept(file)).sort();
  const foreign = orphan.filter((file) => !bearsMark(path.join(out, file)));
  return { stale: stale.toSorted(), missing: missing.toSorted(), orphan, foreign };
}

/** Compares what is with what should be; writes nothing. */
export function compare(out: string, files: Files): Difference {
  const there = new Set(filesBelow(out));
  const stale: string[] = [];
  const missing: string[] = [];
  for (const [file, text] of files) {
    if (!there.delete(file)) missing.push(file);
    else if (!same(path.join(out, file), text)) stale.push(file);
  }
  return difference(out, stale, missing, there);
}

/** Puts an old tree back that a killed run left beside, and clears away unfinished new ones. */
export function recover(out: string): void {
  const parent = path.dirname(path.resolve(out));
  if (!existsSync(parent)) return;
  const old = beside(out, 'old');
  if (existsSync(old)) {
    if (existsSync(out)) rmSync(old, { recursive: true });
    else renameSync(old, out);
  }
  rmSync(beside(out, 'new'), { recursive: true, force: true });
}

function link(from: string, to: string): void {
  mkdirSync(path.dirname(to), { recursive: true });
  try {
    linkSync(from, to);
  } catch {
    // A file system without hard links; a copy is as good.
    copyFileSync(from, to);
  }
}

/** Writes the new tree beside the old one; gives what differs. */
function stage(out: string, staging: string, files: Files): Difference {
  const before = new Set(filesBelow(out));
  const stale: string[] = [];
  const missing: string[] = [];
  mkdirSync(staging, { recursive: true });
  for (const [file, text] of files) {
    const old = path.join(out, file);
    const next = path.join(staging, file);
    const existed = before.delete(file);
    if (existed && same(old, text)) {
      link(old, next);
      continue;
    }
    (existed ? stale : missing).push(file);
    mkdirSync(path.dirname(next), { recursive: true });
    writeFileSync(next, text);
  }
  for (const file of [...before].filter(isKept)) {
    link(path.join(out, file), path.join(staging, file));
  }
  return difference(out, stale, missing, before);
}

/** Makes the folder hold exactly these files, beside those kept; gives what differed before. */
export function replace(out: string, files: Files): Difference {
  recover(out);
  const staging = beside(out, 'new');
  try {
    const changes = stage(out, staging, files);
    const { stale, missing, orphan, foreign } = changes;
    if (stale.length + missing.length + orphan.length > 0 && foreign.length === 0) {
      exchange(out, staging);
    }
    return changes;
  } finally {
    // Nothing is left of a tree that did not differ, or did not fit on the disk.
    rmSync(staging, { recursive: true, force: true });
  }
}

function exchange(out: string, staging: string): void {
  const old = beside(out, 'old');
  if (existsSync(out)) renameSync(out, old);
  try {
    renameSync(staging, out);
  } catch (error) {
    if (existsSync(old)) renameSync(old, out);
    throw error;
  }
  rmSync(old, { recursive: true, force: true });
}
