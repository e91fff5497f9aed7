/** Tries a command that the guides show, in a checkout of its own. */
import { strict as assert } from 'node:assert';
import type { Checkout } from './checkout.ts';

/**
 * `test`: npm test. `device`, `browser`, `bench`, `service`: what needs more than Node, in test/device, test/browser
 * and test/system. `ci`: the command is itself a step of .ci/run. `other`: the test named in `test` runs it for
 * purposes of its own. `sdk`: needs the SDK of a board, which has no package.
 */
export type Runner = 'test' | 'device' | 'browser' | 'bench' | 'service' | 'ci' | 'other' | 'sdk';

export interface Trial {
  readonly shown: string;
  readonly by: Runner;
  /** For `other`: the test file, and the words in it that run the command. */
  readonly test?: readonly [file: string, words: string];
  /** What is run where that cannot be what is shown: our ports, our places, the smallest size. */
  readonly run?: string;
  /** What it must print. */
  readonly says?: RegExp;
  /** It goes on until Ctrl-C; pressed once it has said this. */
  readonly until?: RegExp;
  readonly meanwhile?: (output: string) => Promise<void>;
  /** What is true in the checkout after it. */
  readonly leaves?: (checkout: Checkout) => void;
}

const NOTHING = /^/;

/** Runs one in a checkout and judges it. @throws AssertionError with all it printed */
export async function tryIn(checkout: Checkout, trial: Trial, line = trial.run): Promise<string> {
  const { until, meanwhile } = trial;
  const { code, output } = await checkout.run(line ?? trial.shown, { until, meanwhile });
  // A shell tells the signal in the exit code of what Ctrl-C ended.
  assert.ok(code === 0 || (until !== undefined && code === 130), output);
  assert.match(output, until ?? trial.says ?? NOTHING);
  trial.leaves?.(checkout);
  return output;
}
