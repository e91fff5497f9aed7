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
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { OWNED } from '../../dsl/emit/files.ts';

export interface Difference {
  /** Paths below the folder, in order. */
  readonly stale: readonly string[];
  readonly missing: readonly string[];
  readonly orphan: readonly string[];
}

export type Files = Iterable<readonly [string, string]>;

/** Written into build/ by another command; kept as it is. */
const KEPT = ['wasm'];

const beside = (out: string, what: string): string =>
  path.join(path.dirname(path.resolve(out)), `.${path.basename(path.resolve(out))}-${what}`);

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) =>
      path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'),
    );
}

const isKept = (file: string): boolean => KEPT.some((folder) => file.startsWith(`${folder}/`));

/** Gives why generating into this folder could destroy something, or undefined. */
export function refusal(out: string): string | undefined {
  const place = path.resolve(out);
  if (`${process.cwd()}${path.sep}`.startsWith(`${place}${path.sep}`)) {
    return `${out} is the folder we stand in, or above it; name a folder of its own`;
  }
  if (!existsSync(place)) return undefined;
  if (!statSync(place).isDirectory()) return `${out} is a file; name a folder`;
  const foreign = readdirSync(place).filter(
    (name) => ![...OWNED, ...KEPT].includes(name) && !name.startsWith('.'),
  );
  if (foreign.length === 0 || existsSync(path.join(place, 'schema/mode.schema.json'))) {
    return undefined;
  }
  return `${out} holds ${foreign[0]}, which is not generated; name an empty or a new folder`;
}

function same(file: string, text: string): boolean {
  return readFileSync(file).equals(Buffer.from(text));
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
  const orphan = [...there].filter((file) => !isKept(file)).sort();
  return { stale: stale.sort(), missing: missing.sort(), orphan };
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

/** Makes the folder hold exactly these files, beside those kept; gives what was changed. */
export function replace(out: string, files: Files): Difference {
  recover(out);
  const staging = beside(out, 'new');
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
  const kept = [...before].filter(isKept);
  const orphan = [...before].filter((file) => !isKept(file)).sort();
  if (stale.length + missing.length + orphan.length === 0) {
    rmSync(staging, { recursive: true });
  } else {
    for (const file of kept) link(path.join(out, file), path.join(staging, file));
    exchange(out, staging);
  }
  return { stale: stale.sort(), missing: missing.sort(), orphan };
}

function exchange(out: string, staging: string): void {
  const old = beside(out, 'old');
  if (existsSync(out)) renameSync(out, old);
  renameSync(staging, out);
  rmSync(old, { recursive: true, force: true });
}
