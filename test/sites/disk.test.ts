/** A disk that takes no more: editing stops with a sign that says so, reading goes on, and what was kept is saved later. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkStore } from '../../src/sites/store-check.ts';
import { start, waitFor } from '../support/program.ts';
import { ask } from '../support/raw.ts';
import { Editor, startSites, withSites } from '../support/sites.ts';
import { until } from '../support/until.ts';

/** Lets a running process make no file longer than that; every further write fails as on a full disk. */
function limitFiles(pid: number, bytes: number | 'unlimited'): void {
  const { status, stderr } = spawnSync('prlimit', [`--pid=${pid}`, `--fsize=${bytes}:unlimited`], {
    encoding: 'utf8',
  });
  assert.is(status, 0, stderr);
}

const wasTold = (editor: Editor): boolean =>
  editor.heard.some((one) => one.kind === 'access' && one.reason === 'storage');

async function untilHealth(port: number, wanted: number): Promise<void> {
  const end = performance.now() + 30_000;
  for (let status = 0; status !== wanted; status = (await ask(port, '/health')).status) {
    if (performance.now() > end) throw new Error(`/health says ${status}, not ${wanted}`);
  }
}

const read = async (port: number): Promise<string> => {
  const { status, body } = await ask(port, '/member/ada');
  assert.is(status, 200);
  return body;
};

test('a disk that is full stops editing, not reading; with room again all that was kept is saved', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ensemble-disk-'));
  const program = start(['--port', '0'], { DATA_DIR: folder, LIMITS: 'health_interval_ms=50' });
  const pid = program.child.pid ?? 0;
  try {
    const [, found] = await waitFor(program, /"url":"http:\/\/127\.0\.0\.1:(\d+)"/);
    const port = Number(found);
    const ada = await new Editor(port, 'ada').ready();
    const bob = await new Editor(port, 'ada').ready();
    ada.insert('before');
    await ada.save();
    limitFiles(pid, statSync(path.join(folder, 'data.mdb')).size);
    // What is free inside the file is used up first.
    const long = 'x'.repeat(500_000);
    for (let edit = 0; edit < 20 && ada.permission?.access === 'edit'; edit++) {
      ada.insert(long);
      await until(() => ada.settled || ada.permission?.access === 'read');
    }
    // The server tries again now and then; what counts is that all were told.
    await until(() => [ada, bob].every(wasTold));
    const seen = bob.text();
    assert.ok(seen.endsWith('before') && seen.length < ada.text().length, 'shown, yet not saved');
    assert.ok(ada.saved < ada.sent);
    await untilHealth(port, 503);
    assert.ok((await read(port)).includes('before'));
    const stranger = await new Editor(port, 'ada').ready();
    assert.is(stranger.text(), seen);
    limitFiles(pid, 'unlimited');
    await until(() => ada.permission?.access === 'edit' && ada.settled);
    await until(() => bob.text() === ada.text());
    await untilHealth(port, 200);
    program.child.kill('SIGTERM');
    assert.is(await program.ended, 0);
    assert.equal([...checkStore(folder, false).damaged], []);
    const again = await startSites({ directory: folder });
    assert.is((await new Editor(again.port, 'ada').ready()).text(), ada.text());
    await again.close();
  } finally {
    program.child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a store that was opened for reading is read, and edits are refused with the reason', async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'ensemble-read-'));
  try {
    await withSites({ directory }, async ({ port }) => {
      await (await new Editor(port, 'ada').ready()).save();
      const ada = await new Editor(port, 'ada').ready();
      ada.insert('as it was');
      await ada.save();
    });
    await withSites({ directory, readOnly: true }, async ({ port, sites }) => {
      const ada = await new Editor(port, 'ada').ready();
      assert.equal(ada.permission, { access: 'read', reason: 'storage' });
      ada.insert('not kept here: ');
      const bob = await new Editor(port, 'ada').ready();
      assert.is(bob.text(), 'as it was');
      assert.ok((await read(port)).includes('as it was'));
      const remixed = await bob.request({ op: 'remix', to: 'eve' });
      assert.equal([remixed.ok, remixed.value['code']], [false, 'access']);
      assert.is(sites.rooms.writable, false);
    });
    await withSites({ directory }, async ({ port }) => {
      assert.is((await new Editor(port, 'ada').ready()).text(), 'as it was');
    });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

test.run();
