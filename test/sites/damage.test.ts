/** A damaged store is found before it is served: what is damaged is named, the rest is there to edit. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { open } from 'lmdb';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Key, lmdbOptions } from '../../src/sites/lmdb-tables.ts';
import { ask } from '../support/raw.ts';
import { Editor, startSites, until, withSites } from '../support/sites.ts';

async function withFolder(body: (directory: string) => Promise<void>): Promise<void> {
  const directory = mkdtempSync(path.join(tmpdir(), 'ensemble-damage-'));
  try {
    await body(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

test('a value that is not what was written damages its site only, which can be read up to there', () =>
  withFolder(async (directory) => {
    await withSites({ directory }, async ({ port }) => {
      for (const name of ['ada', 'bob']) {
        const editor = await new Editor(port, name).ready();
        editor.insert('first ');
        await editor.save();
        editor.insert('second ');
        await editor.save();
      }
    });
    const root = open<Buffer, Key>(lmdbOptions(directory, false));
    const log = root.openDB<Buffer, Key>({ name: 'log', encoding: 'binary' });
    const value = Buffer.from(log.get(['bob', 2]) ?? Buffer.alloc(0));
    value[value.length - 1] = (value[value.length - 1] ?? 0) ^ 1;
    log.putSync(['bob', 2], value);
    await root.close();
    await withSites({ directory, checked: true }, async ({ port, sites }) => {
      assert.equal([...sites.rooms.store.damaged.keys()], ['bob']);
      const bob = await new Editor(port, 'bob').ready();
      assert.equal(bob.permission, { access: 'read', reason: 'damaged' });
      assert.is(bob.text(), 'first ');
      const ada = await new Editor(port, 'ada').ready();
      ada.insert('third ');
      await ada.save();
      assert.is(ada.text(), 'third second first ');
      assert.ok((await ask(port, '/member/ada')).body.includes('third second first'));
      assert.match(JSON.stringify(await sites.health()), /bob|damaged/);
    });
  }));

test('a file that is no store at all is refused with a sentence, left as it is, and not kept locked', () =>
  withFolder(async (directory) => {
    writeFileSync(path.join(directory, 'data.mdb'), Buffer.alloc(65_536, 7));
    const started = await startSites({ directory, checked: true }).then(
      () => 'it started',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    assert.match(started, /nothing of it can be read .*Restore data\.mdb from a backup/);
    assert.ok(existsSync(path.join(directory, 'data.mdb')));
    assert.not.ok(existsSync(path.join(directory, 'owner.pid')));
  }));

test('a folder is one server’s; a lock whose owner is dead is taken over, and given back', () =>
  withFolder(async (directory) => {
    const lock = path.join(directory, 'owner.pid');
    writeFileSync(lock, '1');
    const refused = await startSites({ directory, checked: true }).then(
      () => 'it started',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    assert.match(refused, /in use by process 1/);
    writeFileSync(lock, '4194305');
    await withSites({ directory, checked: true }, async ({ port }) => {
      await (await new Editor(port, 'ada').ready()).save();
      assert.ok(existsSync(lock));
    });
    await until(() => !existsSync(lock));
  }));

test.run();
