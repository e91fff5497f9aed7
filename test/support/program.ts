/** The program as a child process, for tests of what only a process of its own shows. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export type Environment = Readonly<Record<string, string>>;

export interface Program {
  readonly child: ChildProcess;
  /** The exit code; null if a signal ended it. */
  readonly ended: Promise<number | null>;
  /** What it has said so far, on both streams. */
  output(): string;
}

const WAIT_MS = 60_000;

/** The program from its source, so that its coverage counts, and as it is delivered. */
export const SOURCE: readonly string[] = ['--import', 'tsx', 'src/server.ts'];
export const BUNDLE: readonly string[] = ['dist/server.js'];

/**
 * Starts the program with nothing of our environment but what finds node and coverage, and with a
 * DATA_DIR of its own unless `environment` names one.
 */
export function start(
  flags: readonly string[],
  environment: Environment = {},
  entry = SOURCE,
): Program {
  const { PATH, NODE_V8_COVERAGE } = process.env;
  const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'ensemble-'));
  const child = spawn(process.execPath, [...entry, ...flags], {
    env: {
      PATH,
      DATA_DIR,
      ...(NODE_V8_COVERAGE !== undefined && { NODE_V8_COVERAGE }),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const keep = (chunk: Buffer) => {
    text += chunk.toString();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  child.once('close', () => rmSync(DATA_DIR, { recursive: true, force: true }));
  return { child, ended, output: () => text };
}

/** Waits until the program has said something. @throws Error with its output if it never does */
export async function waitFor(program: Program, words: RegExp): Promise<RegExpExecArray> {
  const until = performance.now() + WAIT_MS;
  while (performance.now() < until) {
    const found = words.exec(program.output());
    if (found !== null) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  program.child.kill('SIGKILL');
  throw new Error(`no ${words} in: ${program.output()}`);
}
