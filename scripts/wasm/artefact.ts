/** The committed wasm artefact: where it is, whether it is up to date, and how it is rebuilt. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as v from 'valibot';
import { compileWasm, WasmCompileError } from '../compile-wasm.ts';
import { compileErrors } from './compile-errors.ts';
import { ARTEFACT_FLAGS, hashSources, readSources, type Sources, unitsOf } from './sources.ts';

export const WASM_FOLDER = 'build/wasm';
const WASM_FILE = 'ensemble.wasm';
const MANIFEST_FILE = 'ensemble.json';
const MARK = 'from firmware by npm run wasm: do not edit';

const Sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const Manifest = v.strictObject({
  '@generated': v.literal(MARK),
  compiler: v.string(),
  source_sha256: Sha256,
  wasm_sha256: Sha256,
  wasm_bytes: v.pipe(v.number(), v.integer(), v.minValue(8)),
});
type Manifest = v.InferOutput<typeof Manifest>;

const COMPILER = '@yowasp/clang';
const Package = v.object({
  name: v.literal(COMPILER),
  version: v.pipe(v.string(), v.minLength(1)),
});

/** The compiler as its package names it: `@yowasp/clang 22.0.0-git20542-10`. Does not load it. */
export function compilerVersion(): string {
  const entry = createRequire(import.meta.url).resolve(COMPILER);
  const file = path.join(path.dirname(entry), '..', 'package.json');
  const { name, version } = v.parse(Package, JSON.parse(readFileSync(file, 'utf8')));
  return `${name} ${version}`;
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

function readManifest(folder: string): Manifest | undefined {
  const place = path.join(folder, MANIFEST_FILE);
  if (!existsSync(place)) return undefined;
  try {
    return v.parse(Manifest, JSON.parse(readFileSync(place, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Says why the artefact in `folder` is stale; undefined if it is up to date. */
export function staleReason(folder = WASM_FOLDER): string | undefined {
  const manifest = readManifest(folder);
  const place = path.join(folder, WASM_FILE);
  if (manifest === undefined || !existsSync(place)) return 'there is none';
  if (manifest.compiler !== compilerVersion()) return `it was made by ${manifest.compiler}`;
  if (manifest.source_sha256 !== hashSources(readSources(), compilerVersion())) {
    return 'the sources have changed since';
  }
  if (manifest.wasm_sha256 !== sha256(readFileSync(place))) return 'the file is not what was built';
  return undefined;
}

interface Built {
  readonly wasm: Uint8Array<ArrayBuffer>;
  readonly manifest: string;
}

/** @throws Error with a line for each mistake in the sources. */
async function compiled(sources: Sources): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await compileWasm({ sources: unitsOf(sources), flags: ARTEFACT_FLAGS });
  } catch (error) {
    if (error instanceof WasmCompileError) throw new Error(compileErrors(error.message, sources));
    throw error;
  }
}

async function build(): Promise<Built> {
  const sources = readSources();
  const compiler = compilerVersion();
  const wasm = await compiled(sources);
  const manifest: Manifest = {
    '@generated': MARK,
    compiler,
    source_sha256: hashSources(sources, compiler),
    wasm_sha256: sha256(wasm),
    wasm_bytes: wasm.length,
  };
  return { wasm, manifest: `${JSON.stringify(manifest, null, 2)}\n` };
}

/** Replaces a file atomically: neither a reader nor a crash ever sees half of one. */
function replace(place: string, data: Uint8Array | string): void {
  const draft = `${place}.${process.pid}`;
  writeFileSync(draft, data);
  renameSync(draft, place);
}

const filesOf = (folder: string, { wasm, manifest }: Built): [string, Uint8Array | string][] => [
  [path.join(folder, WASM_FILE), wasm],
  [path.join(folder, MANIFEST_FILE), manifest],
];

function writeBuilt(folder: string, built: Built): void {
  mkdirSync(folder, { recursive: true });
  for (const [place, data] of filesOf(folder, built)) replace(place, data);
}

/** The files of `folder` that are not byte for byte those of a build. */
const differing = (folder: string, built: Built): string[] =>
  filesOf(folder, built)
    .filter(([place, data]) => !existsSync(place) || !readFileSync(place).equals(Buffer.from(data)))
    .map(([place]) => place);

/** Compiles and writes the artefact; returns its bytes. */
export async function buildArtefact(folder = WASM_FOLDER): Promise<Uint8Array<ArrayBuffer>> {
  const built = await build();
  writeBuilt(folder, built);
  return built.wasm;
}

export interface FreshOptions {
  readonly folder?: string;
  /** Write nothing: a stale artefact is rebuilt in memory only. */
  readonly check?: boolean;
  readonly rebuild?: () => Promise<Built>;
}

/**
 * Returns the artefact that the sources make, compiled only if the one in `folder` is missing or stale, and which files
 * of the folder differed from it: written unless checking.
 */
export async function freshArtefact({
  folder = WASM_FOLDER,
  check = false,
  rebuild = build,
}: FreshOptions = {}): Promise<{ wasm: Uint8Array<ArrayBuffer>; stale: readonly string[] }> {
  if (staleReason(folder) === undefined) {
    return { wasm: Uint8Array.from(readFileSync(path.join(folder, WASM_FILE))), stale: [] };
  }
  const built = await rebuild();
  const stale = differing(folder, built);
  if (!check) writeBuilt(folder, built);
  return { wasm: built.wasm, stale };
}

/** Returns the bytes of the artefact, rebuilt first if missing or stale. Never returns a stale one. */
export const freshWasm = async (folder = WASM_FOLDER): Promise<Uint8Array<ArrayBuffer>> =>
  (await freshArtefact({ folder })).wasm;

/**
 * Rebuilds in memory and compares with what is committed, byte for byte; writes nothing.
 *
 * @returns one sentence per difference; empty if there is none.
 */
export async function checkArtefact(
  folder = WASM_FOLDER,
  rebuild: () => Promise<Built> = build,
): Promise<string[]> {
  const reason = staleReason(folder);
  if (reason !== undefined) return [`${folder}/${WASM_FILE} is stale: ${reason}; run npm run wasm`];
  return differing(folder, await rebuild()).map(
    (file) => `${file} differs from a rebuild of the same sources; run npm run wasm`,
  );
}
