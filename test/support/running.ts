/** A program that runs until it is told to end. */
import { type SpawnOptions, spawn } from 'node:child_process';

export interface Running {
  /** What it has said so far. */
  output(): string;
  /** Ends it in good order. @returns its exit code. */
  end(): Promise<number | null>;
}

/** Starts a program; `signal` is the one that ends it in good order. */
export function run(
  program: string,
  args: readonly string[],
  options: Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid'> = {},
  signal: NodeJS.Signals = 'SIGTERM',
): Running {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const keep = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    output: () => output,
    end: () => {
      child.kill(signal);
      return ended;
    },
  };
}
