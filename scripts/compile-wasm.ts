/**
 * Compiles C++ to WebAssembly with clang from npm (@yowasp/clang), without Emscripten, WASI or a system
 * compiler. The same sources, flags and compiler version give the same bytes.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { Tree } from '@yowasp/clang';

/** Flags for all code: C++20, SIMD, headers only, no contraction. */
export const WASM_FLAGS: readonly string[] = [
  '-std=c++20',
  '-O3',
  '-msimd128',
  '-ffp-contract=off',
  '-fno-exceptions',
  '-fno-rtti',
  '-fno-threadsafe-statics',
  '-fvisibility=hidden',
  '-Wall',
  '-Wextra',
  '-Wpedantic',
  '-Wconversion',
  '-Werror',
  '-nostdlib',
];

export interface WasmBuild {
  /** C++ sources, as paths from the repository. */
  readonly sources: readonly string[];
  /** More compiler or linker flags, after WASM_FLAGS. */
  readonly flags?: readonly string[];
  /** Replacements for files of the repository, by path; for mutation tests. */
  readonly replaced?: ReadonlyMap<string, string>;
}

/** What the compiler printed when it failed. */
export class WasmCompileError extends Error {
  override readonly name = 'WasmCompileError';
}

/** Folders whose C++ and headers the compiler can see, with what may be included from them. */
const VISIBLE = ['firmware', 'build/cpp', 'test/firmware'];
const INCLUDE_ROOTS = ['firmware', 'build/cpp', 'test'];

function sourceFiles(): string[] {
  return VISIBLE.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(h|cc)$/.test(name))
      .map((name) => path.posix.join(folder, name.split(path.sep).join('/'))),
  );
}

function put(tree: Tree, file: string, text: string): void {
  const parts = file.split('/');
  const name = parts.pop() ?? file;
  let folder = tree;
  for (const part of parts) {
    const next = folder[part] ?? {};
    if (typeof next === 'string' || next instanceof Uint8Array) throw new TypeError(file);
    folder[part] = next;
    folder = next;
  }
  folder[name] = text;
}

function sourceTree(replaced: ReadonlyMap<string, string>): Tree {
  const tree: Tree = {};
  for (const file of sourceFiles()) put(tree, file, readFileSync(file, 'utf8'));
  for (const [file, text] of replaced) put(tree, file, text);
  return tree;
}

/** Flags that let V8 optimize WebAssembly while it runs. */
const TIERS = ['wasm-dynamic-tiering', 'wasm-tier-up'];

/**
 * Runs `run` while V8 compiles only the WebAssembly functions that are called, without optimizing them: the compiler is
 * 75 MB of WebAssembly and runs too briefly for optimizing to pay.
 */
async function unoptimized<T>(run: () => Promise<T>): Promise<T> {
  setFlagsFromString('--wasm-lazy-compilation');
  for (const tier of TIERS) setFlagsFromString(`--no-${tier}`);
  try {
    return await run();
  } finally {
    for (const tier of TIERS) setFlagsFromString(`--${tier}`);
  }
}

/** Returns the bytes of the module. @throws WasmCompileError with the compiler's output */
export async function compileWasm(build: WasmBuild): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded only when needed: checking that the artefact is up to date must not read half a megabyte of driver.
  const { commands, Exit, runLLVM } = await import('@yowasp/clang');
  const args = [
    ...WASM_FLAGS,
    ...INCLUDE_ROOTS.map((root) => `-I${root}`),
    ...(build.flags ?? []),
    '-Wl,--no-entry',
    ...build.sources,
    '-o',
    'module.wasm',
  ];
  let said = '';
  const decoder = new TextDecoder();
  const listen = (bytes: Uint8Array | null): void => {
    if (bytes !== null) said += decoder.decode(bytes, { stream: true });
  };
  try {
    const tree = await unoptimized(async () => {
      // Loads the compiler without its progress output.
      await runLLVM(undefined, {}, { fetchProgress: () => {} });
      return commands['clang++'](args, sourceTree(build.replaced ?? new Map()), {
        stdout: listen,
        stderr: listen,
      });
    });
    const bytes = tree?.['module.wasm'];
    if (!(bytes instanceof Uint8Array))
      throw new WasmCompileError(`the compiler wrote no module\n${said}`);
    return Uint8Array.from(bytes);
  } catch (error) {
    if (error instanceof Exit) throw new WasmCompileError(`exit ${error.code}\n${said}`);
    throw error;
  }
}
