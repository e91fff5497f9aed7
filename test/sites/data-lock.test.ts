/** One process owns a data folder: also when two start together, after a kill, and whatever a file says. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { lockData } from '../../src/sites/data-lock.ts';
import { withFolder } from '../support/folder.ts';

const RACES = 200;

async function holder(): Promise<ChildProcess> {
  const file = path.join(import.meta.dirname, '../support/lock-holder.ts');
  const child = fork(file, { execArgv: ['--import', 'tsx'] });
  await once(child, 'message');
  return child;
}

async function tell(child: ChildProcess, what: 'take' | 'release', folder: string) {
  const answer = once(child, 'message');
  child.send(`${what} ${folder}`);
  return String((await answer)[0]);
}

test('a folder is made with those above it, or it is said why not', () =>
  withFolder((folder) => {
    lockData(path.join(folder, 'a', 'b'))();
    assert.throws(() => lockData('/proc/ensemble'), /^ENOENT.*mkdir '\/proc\/ensemble'/);
    writeFileSync(path.join(folder, 'file'), '');
    assert.throws(() => lockData(`${folder}/file/b`), /ENOTDIR|EEXIST/);
  }));

test('a folder has one owner, whatever was left in it', () =>
  withFolder((folder) => {
    // Of a server that was killed, whose process id another process has now; of an earlier version.
    for (const file of ['owner.lock', 'owner.pid']) {
      writeFileSync(path.join(folder, file), String(process.ppid));
    }
    const unlock = lockData(folder);
    assert.throws(
      () => lockData(folder),
      new RegExp(`in use by process ${process.pid}\\. Stop that process, or set DATA_DIR`),
    );
    unlock();
    unlock();
    const next = lockData(folder);
    unlock();
    assert.throws(() => lockData(folder), /in use by process/);
    next();
  }));

test('of two that start together over a stale file one gets the folder, 200 times', () =>
  withFolder(async (folder) => {
    const two = await Promise.all([holder(), holder()]);
    try {
      for (let race = 0; race < RACES; race++) {
        const place = path.join(folder, String(race));
        mkdirSync(place);
        if (race % 2 === 0) writeFileSync(path.join(place, 'owner.lock'), String(process.pid));
        const answers = await Promise.all(two.map((one) => tell(one, 'take', place)));
        const winners = answers.filter((answer) => answer === 'taken');
        assert.is(winners.length, 1, answers.join(' and '));
        assert.match(answers.find((answer) => answer !== 'taken') ?? '', /is in use by/);
        const [first] = two;
        if (answers[0] === 'taken') await tell(first, 'release', place);
        else assert.throws(() => lockData(place), /is in use by/);
      }
    } finally {
      for (const one of two) one.kill();
    }
  }));

test('a folder is free as soon as its owner is killed', () =>
  withFolder(async (folder) => {
    for (let kill = 0; kill < 3; kill++) {
      const owner = await holder();
      assert.is(await tell(owner, 'take', folder), 'taken');
      assert.throws(() => lockData(folder), new RegExp(`in use by process ${owner.pid}\\.`));
      owner.kill('SIGKILL');
      await once(owner, 'exit');
      lockData(folder)();
    }
  }));

test.run();
