/** Compiles C++ to WebAssembly with the clang that comes as an npm package: no native toolchain. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as v from 'valibot';
import { COMPILE_FLAGS, type Sources } from './sources.ts';

const PACKAGE = '@yowasp/clang';
const Manifest = v.object({
  name: v.literal(PACKAGE),
  version: v.pipe(v.string(), v.minLength(1)),
});

/** The compiler as its package names it: `@yowasp/clang 22.0.0-git20542-10`. */
export function compilerVersion(): string {
  const entry = createRequire(import.meta.url).resolve(PACKAGE);
  const manifest = path.join(path.dirname(entry), '..', 'package.json');
  const { name, version } = v.parse(Manifest, JSON.parse(readFileSync(manifest, 'utf8')));
  return `${name} ${version}`;
}

interface Tree {
  [name: string]: Tree | string | Uint8Array;
}

function treeOf(sources: Sources): Tree {
  const root: Tree = {};
  for (const [file, text] of sources) {
    const parts = file.split('/');
    const name = parts.pop() ?? file;
    let folder = root;
    for (const part of parts) {
      const found = folder[part];
      const next: Tree = typeof found === 'object' && !(found instanceof Uint8Array) ? found : {};
      folder[part] = next;
      folder = next;
    }
    folder[name] = text;
  }
  return root;
}

/**
 * Compiles every .cc of `sources` into one module.
 *
 * @throws Error with the compiler's own words when it refuses.
 */
export async function compileWasm(
  sources: Sources,
  flags: readonly string[] = COMPILE_FLAGS,
): Promise<Uint8Array> {
  // Imported here: the compiler is 100 MB, and most runs find the artefact fresh.
  const { runClang } = await import(PACKAGE);
  const said: Buffer[] = [];
  const units = [...sources.keys()].filter((file) => file.endsWith('.cc'));
  const args = ['clang++', ...flags, '-I', 'firmware', '-o', 'out.wasm'];
  args.push(...units.map((file) => `firmware/${file}`));
  let files: unknown;
  try {
    files = await runClang(
      args,
      { firmware: treeOf(sources) },
      {
        fetchProgress: () => {},
        stderr: (bytes: Uint8Array | null) => {
          if (bytes) said.push(Buffer.from(bytes));
        },
      },
    );
  } catch {
    throw new Error(`the engines do not compile to wasm:\n${Buffer.concat(said).toString()}`);
  }
  return v.parse(v.object({ 'out.wasm': v.instance(Uint8Array) }), files)['out.wasm'];
}
