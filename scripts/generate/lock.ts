/** One run at a time on an output folder: a file beside it names the process that writes. */
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beside } from './tree.ts';

/** A whole generation takes a second or two; ten thousand modes half a minute. */
const TIMEOUT_MS = 60_000;
const LOOK_AGAIN_MS = 50;
/** A lock is created, then filled; one that stays empty was left by a kill between the two. */
const FILLED_MS = 2_000;

/** Gives the process that holds the lock; undefined if none does, so that the lock can go. */
function holder(lock: string): string | undefined {
  try {
    const pid = readFileSync(lock, 'utf8');
    if (pid === '') return Date.now() - statSync(lock).mtimeMs < FILLED_MS ? 'unknown' : undefined;
    // Ours can only be that of a dead process whose number we were given: we write one at a time.
    if (pid === String(process.pid)) return undefined;
    process.kill(Number(pid), 0);
    return pid;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
      ? 'unknown'
      : undefined;
  }
}

function taken(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Acts while no other run writes the same folder.
 *
 * @throws Error when another one does not end within `timeout_ms`.
 */
export async function alone<T>(out: string, act: () => T, timeout_ms = TIMEOUT_MS): Promise<T> {
  const lock = beside(out, 'lock');
  mkdirSync(path.dirname(lock), { recursive: true });
  const until = Date.now() + timeout_ms;
  while (!taken(lock)) {
    const other = holder(lock);
    if (other === undefined) rmSync(lock, { force: true });
    else if (Date.now() < until) await pause(LOOK_AGAIN_MS);
    else {
      throw new Error(
        `another run is writing ${out} (process ${other}); wait for it to finish, or delete ${lock} if it no longer runs`,
      );
    }
  }
  try {
    return act();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Whether a run was killed here or is still writing: what comparing must not look at. */
export const isUnfinished = (out: string): boolean =>
  ['lock', 'old', 'new'].some((what) => existsSync(beside(out, what)));
