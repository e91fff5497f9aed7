/** What a fuzz target is, and what all of them hold a parser to. */
import type { Random } from './random.ts';

/** A parser or a part of the service that takes bytes of strangers. */
export interface Target {
  /** Well-formed inputs, beside those in test/fuzz/corpus. */
  readonly seeds: readonly Uint8Array[];
  /** Longest a single input may keep the processor busy. Default `LIMIT_MS`. */
  readonly limitMs?: number;
  /** Another input, made of `input` and perhaps of a piece of `other`. */
  mutate(input: Uint8Array, random: Random, other: Uint8Array): Uint8Array;
  /**
   * Takes one input and gives the verdict: a new one makes the input the start of others, so it is short and the same
   * for the same reason. Throws for everything the target must never do.
   */
  run(input: Uint8Array): string | Promise<string>;
  close?(): Promise<void> | void;
}

/** The longest block of the main thread that others would notice. */
export const LIMIT_MS = 50;

/** A broken promise of the code under test. */
class Finding extends Error {
  override readonly name = 'Finding';
}

export function must(kept: boolean, promise: string): asserts kept {
  if (!kept) throw new Finding(promise);
}

/** The verdict of a refusal in the coded errors it may be; any other error is thrown on. */
export function refusal(
  error: unknown,
  ...allowed: readonly (abstract new (
    ...args: never[]
  ) => Error)[]
): string {
  if (!(error instanceof Error) || !allowed.some((kind) => error instanceof kind)) throw error;
  const code = 'code' in error ? String(error.code) : error.name;
  return `${code} ${error.message.replaceAll(/"[^"]*"|\d+/g, '#').slice(0, 60)}`;
}
