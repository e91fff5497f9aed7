/** The sites of a server that uses PostgreSQL: what was acknowledged is there, whatever ends. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as Y from 'yjs';
import { limitsWith } from '../../src/limits.ts';
import { finished } from '../../src/sites/charged-work.ts';
import { flushCopy, markUnflushed } from '../../src/sites/copy-flushing.ts';
import { LiveDocument } from '../../src/sites/live-document.ts';
import { LmdbStore } from '../../src/sites/lmdb-store.ts';
import { COPY_FOLDER } from '../../src/sites/open-postgres-sites.ts';
import { closing } from '../support/closing.ts';
import { inFolders, type Node, startNode, textOf, write } from '../support/cluster-node.ts';
import { commit } from '../support/commit.ts';
import { startPostgres } from '../support/postgres.ts';
import { Editor } from '../support/sites.ts';
import { until } from '../support/until.ts';

const postgres = await startPostgres();

test('edits, history and what is decided about a site are in the database, and open from an empty folder', async () => {
  await inFolders(async (folder) => {
    const url = postgres.url(await postgres.database());
    const first = await startNode(url, folder());
    await write(first, 'ada', 'hello');
    await write(first, 'ada', 'oh, ');
    await write(first, 'bob', 'gone');
    const { rooms } = first.sites;
    const bob = await rooms.enter('bob');
    await bob.run(() => rooms.purge(bob));
    await rooms.block('192.0.2.7', Date.now() + 3_600_000);
    await first.close();
    const elsewhere = folder();
    const second = await startNode(url, elsewhere);
    assert.is(await textOf(second, 'ada'), 'oh, hello');
    assert.equal([...second.sites.rooms.store.sites.keys()], ['ada']);
    assert.is(second.sites.rooms.store.blocks.size, 1);
    const live = new LiveDocument('ada', second.sites.rooms.store, limitsWith());
    assert.is(finished(live.at(1)).getText('index.html').toString(), 'hello');
    await second.close();
    const copy = path.join(elsewhere, COPY_FOLDER);
    assert.throws(() => new LmdbStore({ directory: copy }), /is the copy of a PostgreSQL database/);
    const reader = new LmdbStore({ directory: copy, readOnly: true });
    assert.ok(reader.sites.has('ada'));
    await reader.close();
  });
});

test('a copy that was not flushed is used after its server was killed, and made again after the computer restarted', async () => {
  await inFolders(async (folder) => {
    const url = postgres.url(await postgres.database());
    const directory = folder();
    const mark = path.join(directory, COPY_FOLDER, 'unflushed');
    const made =
      'the computer restarted before the copy of the database was flushed; it is made again';
    const first = await startNode(url, directory);
    await write(first, 'ada', 'hello');
    const bootId = readFileSync(mark, 'utf8');
    assert.match(bootId, /^[0-9a-f-]{36}\n$/);
    await first.close();
    assert.not.ok(existsSync(mark), 'what is closed is flushed');
    for (const [left, isMadeAgain] of [
      [bootId, false],
      ['another start of the computer', true],
    ] as const) {
      writeFileSync(mark, left);
      const next = await startNode(url, directory);
      assert.is(next.logged.includes(made), isMadeAgain);
      assert.is(await textOf(next, 'ada'), 'hello');
      await next.close();
    }
    assert.is(markUnflushed(path.dirname(mark), ''), false, 'where starts have no id');
    writeFileSync(mark, bootId);
    rmSync(path.join(directory, COPY_FOLDER, 'data.mdb'));
    assert.throws(() => flushCopy(path.dirname(mark)), /ENOENT/);
    assert.ok(existsSync(mark), 'what could not be flushed stays marked');
  });
});

test('a folder that fell behind takes over what was changed, one of another past is made again', async () => {
  await inFolders(async (folder) => {
    const database = await postgres.database();
    const url = postgres.url(database);
    const [here, there] = [folder(), folder()];
    const starts = async (directory: string, work: (node: Node) => Promise<void>) => {
      const node = await startNode(url, directory);
      await work(node);
      await node.close();
      return node.logged;
    };
    await starts(here, async (node) => {
      await write(node, 'ada', 'one');
      await write(node, 'bob', 'bob');
    });
    postgres.run('pg_dump', ['--format=custom', `--file=${database}.dump`, url]);
    await starts(there, async (node) => {
      await write(node, 'ada', 'two ');
      const bob = await node.sites.rooms.enter('bob');
      await bob.run(() => node.sites.rooms.purge(bob));
      await write(node, 'cyd', 'cyd');
    });
    await starts(here, async (node) => {
      assert.is(await textOf(node, 'ada'), 'two one');
      assert.is(await textOf(node, 'cyd'), 'cyd');
      assert.equal([...node.sites.rooms.store.sites.keys()].sort(), ['ada', 'cyd']);
    });
    // Back to the backup: what the folder has is no past of the database any more, also once that went on.
    await postgres.query(database, 'DROP SCHEMA ensemble CASCADE');
    postgres.run('pg_restore', [`--dbname=${url}`, `${database}.dump`]);
    await starts(there, async (node) => {
      assert.is(await textOf(node, 'ada'), 'one');
      assert.is(await textOf(node, 'bob'), 'bob');
      for (let time = 0; time < 9; time++) await write(node, 'dan', 'x');
    });
    await starts(here, async (node) => {
      assert.is(await textOf(node, 'ada'), 'one');
      assert.is(await textOf(node, 'dan'), 'xxxxxxxxx');
      assert.equal([...node.sites.rooms.store.sites.keys()].sort(), ['ada', 'bob', 'dan']);
    });
  });
});

test('while the database is away edits wait in the browser; when it is back they are stored, and nothing is lost', async () => {
  await inFolders(async (folder) => {
    const url = postgres.url(await postgres.database());
    const node = await startNode(url, folder());
    const editor = await new Editor(node.port, 'ada').ready();
    editor.insert('before ');
    await editor.save();
    await postgres.kill();
    editor.insert('during ');
    await until(() => node.logged.includes('lost the database; edits wait'));
    await until(() => !node.sites.rooms.writable);
    assert.not(node.sites.health().writable);
    assert.not(editor.settled, 'nothing is acknowledged that is not stored');
    await postgres.start();
    await until(() => node.sites.rooms.writable);
    await editor.save();
    editor.insert('after ');
    await editor.save();
    editor.cut();
    await node.close();
    const again = await startNode(url, folder());
    assert.is(await textOf(again, 'ada'), 'after during before ');
    await again.close();
  });
});

test('a server stops while the database is away', async () => {
  await inFolders(async (folder) => {
    const url = postgres.url(await postgres.database());
    const node = await startNode(url, folder());
    const editor = await new Editor(node.port, 'ada').ready();
    await postgres.kill();
    editor.insert('x');
    await until(() => node.logged.includes('lost the database; edits wait'));
    await node.close();
    await postgres.start();
    assert.not(editor.settled);
  });
});

test('many writes at once are few batches, in their order', async () => {
  await inFolders(async (folder) => {
    const database = await postgres.database();
    const url = postgres.url(database);
    const node = await startNode(url, folder());
    const { store } = node.sites.rooms;
    const lives = Array.from(
      { length: 40 },
      (_, index) => new LiveDocument(`site-${index}`, store, limitsWith()),
    );
    await Promise.all(
      lives.map((live) =>
        commit(live, 'import', [], () => live.doc.getText('index.html').insert(0, live.name)),
      ),
    );
    const batches = await postgres.query(database, 'SELECT batch FROM ensemble.batches');
    assert.ok(batches.length < 10, `${batches.length} batches for 40 writes`);
    const [first] = lives;
    if (first === undefined) throw new Error('no site');
    await store.compact(first.name, first.seq, Y.encodeStateAsUpdate(first.doc));
    await node.close();
    const again = await startNode(url, folder());
    assert.is(again.sites.rooms.store.sites.size, 40);
    assert.is(await textOf(again, 'site-39'), 'site-39');
    await again.close();
  });
});

closing(() => postgres.kill());

test.run();
