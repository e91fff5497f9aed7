/** A full history: one person cannot fill it alone, and an operator always gets out of it. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { LiveDocument } from '../../src/sites/live-document.ts';
import { Editor, until, withSites } from '../support/sites.ts';

const SITE_BYTES = 20_000;

/** Inserts and deletes until the history of the site is full. */
async function fill(editor: Editor): Promise<void> {
  for (let round = 0; round < 60 && editor.permission?.reason !== 'full'; round++) {
    editor.insert(String(round % 10).repeat(15_000));
    await until(() => editor.settled || editor.permission?.reason === 'full');
    editor.doc.getText('index.html').delete(5, editor.text().length - 5);
    await until(() => editor.settled || editor.permission?.reason === 'full');
  }
  assert.is(editor.permission?.reason, 'full');
}

test('an operator restores a version of a full history, prunes it, and people edit again', () =>
  withSites(
    { limits: { site_bytes: SITE_BYTES }, keys: { operator: 'op' } },
    async ({ port, sites }) => {
      const ada = await new Editor(port, 'ada').ready();
      ada.insert('first');
      await ada.save();
      await fill(ada);
      assert.not((await ada.request({ op: 'restore', at: 1 })).ok);
      assert.not((await ada.request({ op: 'prune', at: 1 })).ok);
      const operator = await new Editor(port, 'ada', { key: 'op' }).ready();
      assert.ok((await operator.request({ op: 'restore', at: 1 })).ok);
      const bytes = () => sites.rooms.store.sites.get('ada')?.bytes ?? 0;
      const [before, seq] = [bytes(), sites.rooms.store.sites.get('ada')?.seq ?? 0];
      assert.ok((await operator.request({ op: 'prune', at: seq })).ok);
      assert.ok(bytes() < before / 10, `${bytes()} bytes of ${before}`);
      assert.is((await operator.request({ op: 'history' })).value['more'], false);
      const { limits, store } = sites.rooms;
      const stored = new LiveDocument('ada', store, limits);
      assert.is(stored.historyFull, false);
      assert.is(stored.at(seq).getText('index.html').toString(), 'first');
      await sites.rooms.tidy();
      const bob = await new Editor(port, 'ada').ready();
      bob.insert('again ');
      await bob.save();
      assert.is(bob.text(), 'again first');
    },
  ));

test('an address that wrote its share of history waits; another goes on', () =>
  withSites(
    { limits: { history_bytes_per_address_hour: 50_000, site_bytes: 100_000 } },
    async ({ port, sites }) => {
      const ada = await new Editor(port, 'ada').ready();
      ada.insert('x'.repeat(60_000));
      await ada.save();
      ada.insert('more');
      await until(() => ada.permission?.reason === 'full');
      assert.ok(sites.rooms.mayWrite('192.0.2.7'));
      await sites.rooms.tidy(Date.now() + 3_600_001);
      assert.ok(sites.rooms.mayWrite('127.0.0.1'));
    },
  ));

test('what the store takes is what is on its disk', () =>
  withSites({}, async ({ port, sites }) => {
    const ada = await new Editor(port, 'ada').ready();
    ada.insert('x'.repeat(100_000));
    await ada.save();
    await until(() => sites.rooms.store.bytes > 100_000);
    const record = sites.rooms.store.sites.get('ada');
    assert.ok(sites.rooms.store.bytes >= (record?.bytes ?? 0));
  }));

test.run();
