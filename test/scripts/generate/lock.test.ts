/** Two runs on one folder take turns; a lock nobody holds any more is no obstacle. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { alone, isUnfinished } from '../../../scripts/generate/lock.ts';
import { beside } from '../../../scripts/generate/tree.ts';

function inFolder(act: (out: string, lock: string) => Promise<void>): () => Promise<void> {
  return async () => {
    const parent = mkdtempSync(path.join(tmpdir(), 'lock-'));
    const out = path.join(parent, 'deep/build');
    try {
      await act(out, beside(out, 'lock'));
    } finally {
      rmSync(parent, { recursive: true });
    }
  };
}

/** The number of a process that has ended. */
const ended = (): string => String(spawnSync(process.execPath, ['--version']).pid);

test(
  'acts with the lock held, also where there is no folder yet, and gives it back after a failure',
  inFolder(async (out, lock) => {
    assert.is(await alone(out, () => existsSync(lock) && isUnfinished(out)), true);
    assert.not(isUnfinished(out));
    const failed = await alone(out, () => {
      throw new RangeError('no');
    }).catch((error: unknown) => error);
    assert.instance(failed, RangeError);
    assert.not(existsSync(lock));
  }),
);

test(
  'waits for a process that runs, acts when it has let go, and says who it is when it does not',
  inFolder(async (out, lock) => {
    await alone(out, () => undefined);
    writeFileSync(lock, String(process.ppid));
    const late = await alone(out, () => undefined, 120).catch((error: unknown) => error);
    assert.instance(late, Error);
    assert.match(String(late), `another run is writing ${out} (process ${process.ppid})`);
    const waiting = alone(out, () => 'done', 10_000);
    setTimeout(() => rmSync(lock), 100);
    assert.is(await waiting, 'done');
  }),
);

test(
  'a lock of a process that has ended, of our own number, or long empty is taken over',
  inFolder(async (out, lock) => {
    await alone(out, () => undefined);
    for (const left of [ended(), String(process.pid), 'nonsense']) {
      writeFileSync(lock, left);
      assert.is(await alone(out, () => 'done', 100), 'done', left);
    }
    writeFileSync(lock, '');
    const early = await alone(out, () => 'done', 100).catch(() => 'held');
    assert.is(early, 'held', 'it may be filled in a moment');
    utimesSync(lock, 1, 1);
    assert.is(await alone(out, () => 'done', 100), 'done');
  }),
);

test.run();
