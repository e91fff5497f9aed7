/** History keeps everything: what anyone saw before a deletion, or before someone else took over, is a version. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as Y from 'yjs';
import { runStore } from '../../scripts/store/command.ts';
import { joinParts } from '../../src/shared/parts.ts';
import { readSite } from '../../src/shared/site/document.ts';
import { decodeRun, readEdits } from '../../src/shared/site/edit-log.ts';
import { withFolder } from '../support/folder.ts';
import { Editor, startSites } from '../support/sites.ts';
import { until } from '../support/until.ts';

const ESSAY = `<p>${'All my own work. '.repeat(118)}</p>\n`;

/** Ada writes an essay of 2,000 characters; within a second someone else deletes all. Gives the essay's version. */
async function vandalise(port: number, vandal: string): Promise<number> {
  const ada = await new Editor(port, 'essay1', { name: 'Ada' }).ready();
  const mallory = await new Editor(port, 'essay1', { name: vandal }).ready();
  ada.insert(ESSAY);
  await until(() => mallory.text() === ESSAY);
  mallory.doc.getText('index.html').delete(0, ESSAY.length);
  await mallory.save();
  const { value } = await ada.request({ op: 'history', author: 'Ada' });
  const versions = Array.isArray(value['versions']) ? value['versions'] : [];
  assert.is(versions.at(-1)?.added, ESSAY.length);
  ada.cut();
  mallory.cut();
  return Number(versions.at(-1)?.to);
}

for (const vandal of ['Mallory', 'Ada']) {
  test(`an essay that ${vandal} deletes within a second is a version by its author, and comes back`, () =>
    withFolder(async (directory) => {
      const running = await startSites({ directory });
      const essay = await vandalise(running.port, vandal);
      const eve = await new Editor(running.port, 'essay1', { name: 'Eve' }).ready();
      assert.is(eve.text(), '');
      const restored = await eve.request({ op: 'restore', at: essay });
      assert.equal(restored.value['changes'], [{ file: 'index.html', added: 1, removed: 0 }]);
      await until(() => eve.text() === ESSAY);
      const undone = await eve.request({ op: 'restore', at: Number(restored.value['before']) });
      assert.ok(undone.ok);
      await until(() => eve.text() === '');
      await running.close();
    }));
}

test('an operator reverts the deletion and is told what that changed; a second revert changes nothing', () =>
  withFolder(async (directory) => {
    const running = await startSites({ directory });
    const essay = await vandalise(running.port, 'Mallory');
    await running.close();
    const said: string[] = [];
    const command = (...args: string[]) =>
      runStore([...args, '--data-dir', directory], (line) => void said.push(line));
    await command('versions', 'essay1');
    assert.match(
      said.join('\n'),
      /^2 {2}\S+ {2}edit {2}\+0 -2014 {2}Mallory\n1 {2}\S+ {2}edit {2}\+2014 -0 {2}Ada$/,
    );
    said.length = 0;
    await command('revert', 'essay1', String(essay));
    assert.equal(said, [
      `essay1: version ${essay} restored`,
      '  index.html: 0 lines removed, 1 line added',
      'To undo: revert essay1 2',
    ]);
    said.length = 0;
    await command('revert', 'essay1', String(essay));
    assert.equal(said, [`essay1: already reads as in version ${essay}; nothing changed`]);
    const after = await startSites({ directory });
    const eve = await new Editor(after.port, 'essay1').ready();
    assert.is(eve.text(), ESSAY);
    await after.close();
  }));

test('a restored file leaves the others as they are, and lines that stay keep their authors', () =>
  withFolder(async (directory) => {
    const running = await startSites({ directory });
    const ada = await new Editor(running.port, 'ada', { name: 'Ada' }).ready();
    ada.insert('one\ntwo\nthree\n');
    await ada.save();
    ada.doc.transact(() => {
      ada.doc.getText('index.html').delete(4, 4);
      ada.insert('zero\n');
      ada.insert('p {}', 0, 'style.css');
    });
    await ada.save();
    const reply = await ada.request({ op: 'restore', at: 1, file: 'index.html' });
    assert.equal(reply.value['changes'], [{ file: 'index.html', added: 1, removed: 1 }]);
    await until(() => ada.text() === 'one\ntwo\nthree\n');
    assert.is(ada.text('style.css'), 'p {}');
    const first = Y.decodeUpdate(Y.encodeStateAsUpdate(ada.doc)).structs.filter(
      ({ id }) => id.client === ada.doc.clientID,
    );
    const kept = first.map((item) =>
      item instanceof Y.Item ? item.content.getContent().join('') : '',
    );
    assert.ok(kept.join('').includes('one\n') && kept.join('').includes('three\n'));
    await running.close();
  }));

test('edits of several people that arrive together are edits, and versions, of their own', () =>
  withFolder(async (directory) => {
    const running = await startSites({ directory });
    const people = await Promise.all(
      ['Ada', 'Bob', 'Cyd'].map((name) => new Editor(running.port, 'ada', { name }).ready()),
    );
    for (const [index, person] of people.entries()) person.insert(String(index).repeat(30));
    await Promise.all(people.map((person) => person.save()));
    const ada = await new Editor(running.port, 'ada').ready();
    const { value } = await ada.request({ op: 'history' });
    const versions = Array.isArray(value['versions']) ? value['versions'] : [];
    assert.equal(versions.map(({ authors }) => authors[0]).sort(), ['Ada', 'Bob', 'Cyd']);
    const { bytes } = await ada.request({ op: 'edits', from: 1 });
    assert.ok(bytes.length > 90);
    await running.close();
  }));

test('a compressed run gives back every edit as it was', async () => {
  const { compressEdits } = await import('../../src/shared/site/edit-log.ts');
  const entries = Array.from({ length: 50 }, (_, at) => ({
    from: at + 1,
    to: at + 1,
    startedMs: 1_000_000 - at,
    endedMs: 1_000_000 + at,
    kind: at % 7 === 0 ? ('restore' as const) : ('edit' as const),
    authors: at % 3 === 0 ? [] : [`a${at % 3}`, 'ü'],
    ...(at % 5 > 0 && { by: at % 5 }),
    ...(at % 2 > 0 && { size: { added: at, removed: at * 100, cuts: at % 4 > 1 } }),
    // From 16,384 bytes on, an update is not copied on the way.
    update: Uint8Array.from({ length: at % 20 === 7 ? 20_000 : at }, (_, byte) => byte),
  }));
  const parts = await compressEdits(entries, [], (bytes) => Promise.resolve(bytes));
  const run = decodeRun(joinParts(parts));
  assert.equal(readEdits(run, run.body), entries);
  assert.equal([run.from, run.to], [1, 50]);
});

test('pruning in the middle of a run keeps each edit after it', () =>
  withFolder(async (directory) => {
    const running = await startSites({ directory, keys: { operator: 'op' } });
    const ada = await new Editor(running.port, 'ada', { name: 'Ada', key: 'op' }).ready();
    const texts = [''];
    for (let edit = 1; edit <= 60; edit++) {
      ada.insert(`${edit} `);
      texts.push(ada.text());
      await ada.save();
    }
    ada.cut();
    await until(() => running.sites.rooms.open === 0);
    const bob = await new Editor(running.port, 'ada', { key: 'op' }).ready();
    assert.ok((await bob.request({ op: 'prune', at: 30 })).ok);
    for (const at of [30, 31, 45, 60]) {
      const { bytes } = await bob.request({ op: 'version', at });
      const doc = new Y.Doc();
      Y.applyUpdate(doc, bytes);
      assert.is(readSite(doc).files['index.html'], texts[at]);
    }
    await running.close();
  }));

test.run();
