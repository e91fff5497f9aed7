/** What the files of one run of tests need alike, and make once: bundles, objects. */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** The variable that names the folder of the run, unless a test file runs by itself. */
export const RUN_FOLDER = 'TEST_RUN_FOLDER';

/** Nothing takes longer; a test file that was killed never ends what it began. */
const TIMEOUT_MS = 240_000;
const LOOK_AGAIN_MS = 100;

/**
 * Makes a file unless another test file has, or is about to.
 * @throws what `make` throws, or an Error if the other one does not end
 */
export async function once(file: string, make: () => Promise<void>): Promise<void> {
  const claim = `${file}.claim`;
  const until = performance.now() + TIMEOUT_MS;
  while (!existsSync(file)) {
    try {
      mkdirSync(claim);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      if (performance.now() > until) throw new Error(`no other test file has made ${file}`);
      await pause(LOOK_AGAIN_MS);
      continue;
    }
    try {
      if (!existsSync(file)) await make();
    } finally {
      rmSync(claim, { recursive: true });
    }
  }
}
