/** A full history: one person cannot fill it alone, and an operator always gets out of it. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as Y from 'yjs';
import { finished } from '../../src/sites/charged-work.ts';
import { LiveDocument } from '../../src/sites/live-document.ts';
import { Authenticator, becomeMember, join, signIn } from '../support/authenticator.ts';
import { identify, newDevice } from '../support/identity.ts';
import { Editor, withSites } from '../support/sites.ts';
import { until } from '../support/until.ts';

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
      assert.is(finished(stored.at(seq)).getText('index.html').toString(), 'first');
      await sites.rooms.tidy();
      const bob = await new Editor(port, 'ada').ready();
      bob.insert('again ');
      await bob.save();
      assert.is(bob.text(), 'again first');
    },
  ));

/** A member who owns the site of which this many bytes are the limit, with its history full. */
async function ownerOfFull(port: number): Promise<Editor> {
  const ada = await new Editor(port, 'ada', { name: 'Ada' }).ready();
  ada.insert('first');
  await ada.save();
  await becomeMember(ada, port, 'Ada');
  assert.ok((await ada.request({ op: 'claim' })).ok);
  const mallory = await new Editor(port, 'ada').ready();
  await fill(mallory);
  return ada;
}

test('the owner restores a version of a full history and prunes it; nobody else does', () =>
  withSites({ limits: { site_bytes: SITE_BYTES } }, async ({ port, sites }) => {
    const ada = await new Editor(port, 'ada').ready();
    ada.insert('x');
    await ada.save();
    await becomeMember(ada, port, 'Ada');
    await ada.request({ op: 'claim' });
    // Erasing is for a history that is full; until then each edit stays.
    assert.is((await ada.request({ op: 'prune', at: 1 })).value['code'], 'room');
    const mallory = await new Editor(port, 'ada').ready();
    await fill(mallory);
    await until(() => ada.permission?.reason === 'full');
    for (const request of [
      { op: 'restore', at: 1 },
      { op: 'prune', at: 1 },
      { op: 'thin' },
    ] as const) {
      const { value } = await mallory.request(request);
      assert.is(value['code'], request.op === 'restore' ? 'access' : 'owner');
    }
    assert.is((await ada.request({ op: 'access' })).value['historyFull'], true);
    assert.ok((await ada.request({ op: 'restore', at: 1 })).ok);
    await until(() => mallory.text() === 'x');
    const seq = sites.rooms.store.sites.get('ada')?.seq ?? 0;
    assert.ok((await ada.request({ op: 'prune', at: seq })).ok);
    await until(() => mallory.permission?.reason === '');
    assert.is((await ada.request({ op: 'access' })).value['historyFull'], undefined);
    mallory.insert('again ');
    await mallory.save();
    assert.is(ada.text(), 'again x');
  }));

test('the owner restores from a reserve, of an eighth of a history, and prunes also when that is used up', () =>
  withSites({ limits: { site_bytes: SITE_BYTES } }, async ({ port, sites }) => {
    const ada = await ownerOfFull(port);
    const bytes = () => sites.rooms.store.sites.get('ada')?.bytes ?? 0;
    const full = bytes();
    const { versions } = (await ada.request({ op: 'history', limit: 100 })).value;
    const large = Array.isArray(versions)
      ? versions.find(({ added }) => added > 10_000)
      : undefined;
    let done = 0;
    for (let round = 0; round < 60; round++) {
      const at = round % 2 === 0 ? large.to : 1;
      if (!(await ada.request({ op: 'restore', at })).ok) break;
      done += 1;
    }
    assert.ok(done >= 2 && done < 60, `${done} restores`);
    assert.ok(bytes() < full + 6 * SITE_BYTES, `${bytes()} bytes, ${full} when it was full`);
    assert.ok(
      (await ada.request({ op: 'prune', at: sites.rooms.store.sites.get('ada')?.seq ?? 0 })).ok,
    );
    assert.ok(bytes() < full / 4);
  }));

test('the owner prunes only after using their passkey', () =>
  withSites({ limits: { site_bytes: SITE_BYTES } }, async ({ port }) => {
    const passkey = new Authenticator();
    const device = await newDevice();
    const ada = await new Editor(port, 'ada').ready();
    await identify(ada, device);
    ada.insert('first');
    await ada.save();
    await join(ada, port, 'Ada', passkey);
    assert.ok((await ada.request({ op: 'claim' })).ok);
    await fill(ada);
    const later = await new Editor(port, 'ada').ready();
    await identify(later, device);
    assert.is((await later.request({ op: 'prune', at: 1 })).value['code'], 'verify');
    assert.ok((await signIn(later, port, passkey)).ok);
    assert.is((await later.request({ op: 'prune', at: 9_999 })).value['code'], 'version');
    assert.ok((await later.request({ op: 'prune', at: 1 })).ok);
  }));

test('thinning keeps every version, and the site as it is', () =>
  withSites({}, async ({ port, sites }) => {
    const ada = await new Editor(port, 'ada', { name: 'Ada' }).ready();
    const bob = await new Editor(port, 'ada', { name: 'Bob' }).ready();
    for (let word = 0; word < 120; word++) {
      const who = Math.floor(word / 40) % 2 === 0 ? ada : bob;
      who.insert(`word ${word} `);
      await until(() => who.settled && ada.text() === bob.text());
    }
    bob.doc.getText('index.html').delete(0, 50);
    await bob.save();
    await becomeMember(ada, port, 'Ada');
    await ada.request({ op: 'claim' });
    await ada.request({ op: 'label', at: 7, label: 'Seven' });
    const list = async () => (await bob.request({ op: 'history', limit: 100 })).value['versions'];
    const textAt = async (at: number) => {
      const doc = new Y.Doc();
      Y.applyUpdate(doc, (await bob.request({ op: 'version', at })).bytes);
      return doc.getText('index.html').toString();
    };
    const [versions, text] = [await list(), bob.text()];
    assert.ok(Array.isArray(versions) && versions.length >= 5, JSON.stringify(versions));
    const texts = await Promise.all(versions.map(({ to }) => textAt(to)));
    const { value } = await ada.request({ op: 'thin' });
    assert.ok(Number(value['edits']) > 100 && Number(value['bytes']) > 0, JSON.stringify(value));
    assert.equal(await list(), versions);
    assert.equal(await Promise.all(versions.map(({ to }) => textAt(to))), texts);
    assert.equal((await ada.request({ op: 'thin' })).value, { edits: 0, bytes: 0 });
    // Edits go on after it, and the site opens as it was.
    bob.insert('more ');
    await bob.save();
    ada.cut();
    bob.cut();
    await until(() => sites.rooms.open === 0);
    assert.is((await new Editor(port, 'ada').ready()).text(), `more ${text}`);
  }));

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
