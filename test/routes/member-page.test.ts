/** The page of a member on the homepage's route, and what it tells to whom. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Authenticator, becomeMember, join } from '../support/authenticator.ts';
import { identify, newDevice } from '../support/identity.ts';
import { ask } from '../support/raw.ts';
import { Editor, withSites } from '../support/sites.ts';

async function write(port: number, site: string): Promise<Editor> {
  const editor = await new Editor(port, site).ready();
  editor.insert(`<p>${site}</p>`);
  return editor.save();
}

/** A site that this member owns from now on. */
async function owned(port: number, site: string, name: string): Promise<Editor> {
  const editor = await write(port, site);
  await becomeMember(editor, port, name);
  assert.ok((await editor.request({ op: 'claim' })).ok);
  return editor;
}

const pageOf = (port: number, name: string, headers = '') =>
  ask(port, `/?member=${encodeURIComponent(name)}`, { headers });

test('lists the listed sites that a member owns and was invited to, whatever they were called', () =>
  withSites({}, async ({ port }) => {
    const ada = await owned(port, 'ada', 'Ada Lovelace');
    const bob = await owned(port, 'bob', 'Bob');
    const { value } = await bob.request({ op: 'invite', once: true, name: 'Ada' });
    const secret = String(value['secret']);
    const guest = await new Editor(port, 'bob', { key: secret }).ready();
    const device = await newDevice();
    await identify(guest, device);
    await join(guest, port, 'Grace', new Authenticator());
    await write(port, 'nobodys');

    const adas = await pageOf(port, 'Ada Lovelace');
    assert.is(adas.status, 200);
    assert.match(adas.body, /<h1[^>]*><bdi>Ada Lovelace<\/bdi>/);
    assert.match(adas.body, /href="\/member\/ada"/);
    assert.match(adas.body, /Owner/);
    assert.not.match(adas.body, /\/member\/(bob|nobodys)"/);
    const graces = await pageOf(port, 'Grace');
    assert.match(graces.body, /href="\/member\/bob"/);
    assert.match(graces.body, /Editor/);

    assert.ok((await ada.request({ op: 'rename', name: 'Ada King' })).ok);
    for (const name of ['Ada King', 'Ada Lovelace']) {
      assert.match((await pageOf(port, name)).body, /<h1[^>]*><bdi>Ada King<\/bdi>/, name);
    }
  }));

test('tells nothing of unlisted sites and of names that nobody has', () =>
  withSites({}, async ({ port }) => {
    const ada = await owned(port, 'secret', 'Ada');
    const before = await pageOf(port, 'Ada');
    assert.is(before.status, 200);
    await ada.request({ op: 'set-access', listed: false });
    const answers = await Promise.all(
      ['Ada', 'Nobody', 'Аda', 'ada', '', 'x'.repeat(1_500)].map((name) => pageOf(port, name)),
    );
    for (const { status, body } of answers) {
      assert.is(status, 404);
      assert.match(body, /urn:problem-type:ensemble:member-not-found/);
      assert.is(body, answers[0]?.body);
    }
    const { value } = await ada.request({ op: 'own-sites' });
    const site = { username: 'secret', displayName: '', owns: true, listed: false };
    assert.equal(value, { sites: [site], more: false });
    await ada.request({ op: 'set-access', listed: true });
    for (const name of ['Аda', 'ada']) assert.is((await pageOf(port, name)).status, 404, name);
    assert.is((await pageOf(port, 'Ada')).body, before.body);
    const stranger = await new Editor(port, 'secret').ready();
    assert.is((await stranger.request({ op: 'own-sites' })).value['code'], 'identity');
    await identify(stranger, await newDevice());
    assert.is((await stranger.request({ op: 'own-sites' })).value['code'], 'member');
  }));

test('has an ETag, pages as the homepage has, and no site that was taken down', () =>
  withSites({ limits: { sites_per_page: 2 } }, async ({ port, sites }) => {
    await owned(port, 'one', 'Ada <b>');
    const names = ['two', 'three'];
    for (const name of names) await write(port, name);
    const access = sites.rooms.store.access.get('one');
    if (access === undefined) throw new Error('the site has no owner');
    for (const name of names) {
      const room = sites.rooms.enter(name);
      await room.run(() => sites.rooms.saveAccess(room, access));
    }
    const first = await pageOf(port, 'Ada <b>');
    assert.match(first.body, /Ada &lt;b&gt;/);
    assert.match(first.body, /3 sites/);
    assert.is(first.body.match(/class="card"/g)?.length, 2);
    assert.match(first.body, /href="\/\?member=Ada\+%3Cb%3E&amp;page=2#sites"/);
    const path = '/?member=Ada+%3Cb%3E&page=2';
    const second = await ask(port, path);
    assert.match(second.body, /\/member\/one"/);
    assert.is((await ask(port, '/?member=Ada+%3Cb%3E&page=99')).body, second.body);
    const etag = second.headers['etag'] ?? '';
    const again = await ask(port, path, { headers: `If-None-Match: ${etag}\r\n` });
    assert.is(again.status, 304);

    const room = sites.rooms.enter('one');
    await room.run(() => sites.rooms.moderate(room, 'remove'));
    assert.is(sites.member('Ada <b>')?.list({ offset: 0, count: 9 }).total, 2);
    assert.not.match((await pageOf(port, 'Ada <b>')).body, /\/member\/one"/);
    assert.is((await ask(port, path, { headers: `If-None-Match: ${etag}\r\n` })).status, 200);
  }));

test.run();
