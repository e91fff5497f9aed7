/**
 * Compiles C++ test programs with the host's g++ and runs them. Each build has a folder of its own
 * under out/native, so that tests in parallel never share a file.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

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
  '-g',
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
    const includes = program.includes ?? DEFAULT_INCLUDES;
    const args = [
      ...NATIVE_FLAGS,
      ...(program.flags ?? ['-O2']),
      ...includes.map((folder) => `-I${folder}`),
      ...program.sources,
      '-o',
      native.file,
    ];
    try {
      await execute('g++', args, { maxBuffer: OUTPUT_LIMIT_BYTES });
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
