/** Which C++ files the wasm artefact is made of, and the hash that says whether it is stale. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { WASM_FLAGS } from '../compile-wasm.ts';

/**
 * What the artefact's build adds to WASM_FLAGS: calls of the ABI out, names and debug sections off. Unrolled loops are
 * 1 % faster on average, and 11 KB that everybody downloads (brotli).
 */
export const ARTEFACT_FLAGS: readonly string[] = [
  '-fno-unroll-loops',
  '-Wl,--export-dynamic',
  '-Wl,--strip-all',
];

const ROOT = 'firmware';
const FOLDERS: readonly string[] = ['core', 'dsp', 'engines', 'instrument', 'abi'];

/** Paths under `firmware/`, with `/`, to their text. */
export type Sources = ReadonlyMap<string, string>;

function includesOf(file: string, text: string): string[] {
  return [...text.matchAll(/^\s*#\s*include\s+"([^"]+)"/gm)].map((found) => {
    const name = found[1] ?? '';
    const near = path.posix.join(path.posix.dirname(file), name);
    return existsSync(path.join(ROOT, near)) ? near : name;
  });
}

/**
 * Reads every .cc of the folders that make up an instrument, and every header they reach.
 *
 * @throws Error naming the file and the include when one cannot be read.
 */
export function readSources(): Sources {
  const sources = new Map<string, string>();
  const visit = (file: string, from: string): void => {
    if (sources.has(file)) return;
    const place = path.join(ROOT, file);
    if (!existsSync(place))
      throw new Error(`${ROOT}/${from} includes "${file}", which is not there`);
    const text = readFileSync(place, 'utf8');
    sources.set(file, text);
    for (const include of includesOf(file, text)) visit(include, file);
  };
  for (const folder of FOLDERS) {
    const place = path.join(ROOT, folder);
    if (!existsSync(place)) continue;
    const names = readdirSync(place).filter((name) => name.endsWith('.cc'));
    for (const name of names.sort()) visit(`${folder}/${name}`, '');
  }
  return new Map([...sources].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** SHA-256, in hex, over every path, every text, the flags and the compiler's version. */
export function hashSources(sources: Sources, compiler: string): string {
  const hash = createHash('sha256');
  const add = (text: string): void => {
    hash.update(`${Buffer.byteLength(text)}:`).update(text);
  };
  add(compiler);
  for (const flag of [...WASM_FLAGS, ...ARTEFACT_FLAGS]) add(flag);
  for (const [file, text] of sources) {
    add(file);
    add(text);
  }
  return hash.digest('hex');
}

/** The files to compile, as paths from the repository. */
export function unitsOf(sources: Sources): string[] {
  return [...sources.keys()]
    .filter((file) => file.endsWith('.cc'))
    .map((file) => `${ROOT}/${file}`);
}
