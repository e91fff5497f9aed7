/**
 * Compiles C++ test programs with the host's g++ and runs them. Each build has a folder of its own
 * under out/native, so that tests in parallel never share a file; what the files of one run of tests
 * compile in the same way is compiled once.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { once, RUN_FOLDER } from './once.ts';

const execute = promisify(execFile);

/** Flags of everything we compile on the host; warnings are errors. */
export const NATIVE_FLAGS: readonly string[] = [
  '-std=c++20',
  '-ffp-contract=off',
  '-fno-exceptions',
  '-fno-rtti',
  '-Wall',
  '-Wextra',
  '-Wpedantic',
  '-Wconversion',
  '-Werror',
];

/** Sanitizers with every finding fatal. */
export const SANITIZE: readonly string[] = [
  '-O1',
  '-g1',
  '-fsanitize=address,undefined',
  '-fno-sanitize-recover=all',
];

const OUTPUT_LIMIT_BYTES = 256 * 1024 * 1024;
const DEFAULT_INCLUDES: readonly string[] = ['firmware', 'build/cpp', 'test'];

export interface NativeProgram {
  /** C++ sources, as paths from the repository. */
  readonly sources: readonly string[];
  /** Compiler flags after NATIVE_FLAGS; `-O2` if none are given. */
  readonly flags?: readonly string[];
  /** Further sources, compiled without `ownFlags` and `includes`. */
  readonly library?: readonly string[];
  /** More flags for `sources`. */
  readonly ownFlags?: readonly string[];
  /** Where `#include "core/..."` is looked up first; the repository's firmware/ by default. */
  readonly includes?: readonly string[];
}

export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Compiles a text without linking. @returns what the compiler said; empty if it has no objection. */
export async function compilerErrors(source: string): Promise<string> {
  const includes = DEFAULT_INCLUDES.map((folder) => `-I${folder}`);
  return new Promise((resolve) => {
    const args = [...NATIVE_FLAGS, ...includes, '-fsyntax-only', '-x', 'c++', '-'];
    const child = execFile('g++', args, { maxBuffer: OUTPUT_LIMIT_BYTES }, (error, _, stderr) =>
      resolve(error === null ? '' : stderr || String(error)),
    );
    child.stdin?.end(source);
  });
}

async function compile(...args: readonly string[]): Promise<void> {
  await execute('g++', args, { maxBuffer: OUTPUT_LIMIT_BYTES });
}

const AT_ONCE = 2;

interface Compilation {
  readonly source: string;
  readonly flags: readonly string[];
  /** Where the object goes. */
  readonly folder: string;
}

/** Compiles a source into a folder unless someone has, or is about to. @returns the object */
async function compileOnce({ source, flags, folder }: Compilation): Promise<string> {
  const name = createHash('sha256')
    .update([source, ...flags].join('\0'))
    .digest('hex');
  const object = path.join(folder, `${name.slice(0, 16)}.o`);
  await once(object, async () => {
    await compile(...flags, '-c', source, '-o', `${object}.new`);
    renameSync(`${object}.new`, object);
  });
  return object;
}

/** Compiles and links a program. @param own the folder for what no other program has */
async function build(program: NativeProgram, own: string, file: string): Promise<void> {
  const flagsFor = (includes: readonly string[], more: readonly string[]) => [
    ...NATIVE_FLAGS,
    ...(program.flags ?? ['-O2']),
    ...includes.map((folder) => `-I${folder}`),
    ...more,
  ];
  const shared = process.env[RUN_FOLDER] ?? own;
  const flags = flagsFor(program.includes ?? DEFAULT_INCLUDES, program.ownFlags ?? []);
  // What is included from elsewhere changes while tests run.
  const folder = program.includes === undefined ? shared : own;
  const plain = flagsFor(DEFAULT_INCLUDES, []);
  const parts = [
    ...program.sources.map((source) => ({ source, flags, folder })),
    ...(program.library ?? []).map((source) => ({ source, flags: plain, folder: shared })),
  ];
  // In their order: libraries come after what needs them.
  const inputs = parts.map(({ source }) => source);
  const waiting = parts.entries();
  const next = async (): Promise<void> => {
    for (const [at, part] of waiting) {
      if (/\.cc?$/.test(part.source)) inputs[at] = await compileOnce(part);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  await compile(...flags, ...inputs, '-o', file);
}

/** A compiled program; `remove()` deletes it. */
export class Native {
  readonly #folder: string;
  readonly file: string;

  private constructor(folder: string) {
    this.#folder = folder;
    this.file = path.join(folder, 'program');
  }

  /** Compiles and links, or throws an Error that carries what the compiler said. */
  static async compile(program: NativeProgram): Promise<Native> {
    mkdirSync('out/native', { recursive: true });
    const native = new Native(mkdtempSync('out/native/'));
    try {
      await build(program, native.#folder, native.file);
    } catch (error) {
      native.remove();
      throw error;
    }
    return native;
  }

  /** Runs to the end; a failing exit code is part of the answer, not an exception. */
  async run(...args: readonly string[]): Promise<Finished> {
    const options = { maxBuffer: OUTPUT_LIMIT_BYTES, timeout: 300_000 };
    return new Promise((resolve) => {
      execFile(this.file, args, options, (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 128;
        resolve({ code, stdout, stderr });
      });
    });
  }

  /** Runs to the end, and gives the words of each line it prints. Throws where it fails. */
  async words(...args: readonly string[]): Promise<string[][]> {
    const { code, stdout } = await this.run(...args);
    if (code !== 0) throw new Error(`exit ${code}`);
    return stdout
      .trim()
      .split('\n')
      .map((line) => line.split(' '));
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
