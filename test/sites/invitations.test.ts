/** Who may edit a site: links and invitations its owner makes, and what becomes of them. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CLOSE, type SiteRequest } from '../../src/shared/site/protocol.ts';
import {
  type AccessRecord,
  admission,
  linkOf,
  newLink,
  OPEN_ACCESS,
} from '../../src/sites/site-access.ts';
import { Authenticator, becomeMember, join, signIn } from '../support/authenticator.ts';
import { identify, invite, newDevice } from '../support/identity.ts';
import { Editor, type RunningSites, withSites } from '../support/sites.ts';
import { until } from '../support/until.ts';

const INVITED = { access: 'read', reason: 'invited' };
const EDIT = { access: 'edit', reason: '' };

/** Ada's site with something on it, whose owner she is, and who may edit it. */
async function owned(
  { port }: Pick<RunningSites, 'port'>,
  editors: 'everyone' | 'link' | 'invited',
  options: ConstructorParameters<typeof Editor>[2] = {},
): Promise<Editor> {
  const ada = await new Editor(port, 'ada', { name: 'Ada', ...options }).ready();
  ada.insert('by ada');
  await ada.save();
  await becomeMember(ada, port, 'Ada');
  assert.ok((await ada.request({ op: 'claim' })).ok);
  const { ok, value } = await ada.request({ op: 'set-access', editors });
  assert.ok(ok, JSON.stringify(value));
  return ada;
}

const permitted = (editor: Editor, expected: object) =>
  until(
    () => JSON.stringify(editor.permission) === JSON.stringify(expected),
    () => JSON.stringify(editor.permission),
  );

test('a site everyone may edit becomes one that only people with the link, or invited, may', () =>
  withSites({}, async (running) => {
    const guest = await new Editor(running.port, 'ada').ready();
    const ada = await owned(running, 'link');
    await permitted(guest, INVITED);
    const link = await invite(ada, { once: false });
    const bob = await new Editor(running.port, 'ada', { key: link, name: 'Bob' }).ready();
    assert.equal(bob.permission, EDIT);
    bob.insert('by bob, ');
    await bob.save();
    await until(() => ada.text() === 'by bob, by ada');
    await ada.request({ op: 'set-access', editors: 'invited' });
    await permitted(bob, INVITED);
    await ada.request({ op: 'set-access', editors: 'everyone' });
    await permitted(guest, EDIT);
    assert.equal(ada.permission, EDIT);
  }));

test('an invitation makes whoever opens it first an editor, who comes again without it', () =>
  withSites({}, async (running) => {
    const ada = await owned(running, 'invited');
    const key = await invite(ada, { once: true, name: 'Bob' });
    const bob = await new Editor(running.port, 'ada', { key, name: 'Robert' }).ready();
    assert.equal(bob.permission, INVITED);
    const device = await newDevice();
    const id = await identify(bob, device);
    await permitted(bob, EDIT);
    const { value } = await ada.request({ op: 'access' });
    assert.equal(value['people'], [{ id, name: 'Bob' }]);
    assert.equal(value['links'], []);
    const again = await new Editor(running.port, 'ada', { name: 'Robert' }).ready();
    await identify(again, device);
    await permitted(again, EDIT);
    const late = await new Editor(running.port, 'ada', { key, name: 'Late' }).ready();
    await identify(late, await newDevice());
    assert.equal(late.permission, INVITED);
  }));

test('a link stands for the edit key of the server, and what is decided survives a restart', async () => {
  const keys = { edit: 'the edit key of the house' };
  await withSites({}, async ({ directory }) => {
    let link = '';
    await withSites({ directory: `${directory}/store`, keys }, async (running) => {
      const ada = await owned(running, 'link', { key: keys.edit });
      link = await invite(ada, { once: false });
      const holder = await new Editor(running.port, 'ada', { key: keys.edit }).ready();
      assert.equal(holder.permission, INVITED);
    });
    await withSites({ directory: `${directory}/store`, keys, checked: true }, async ({ port }) => {
      const bob = await new Editor(port, 'ada', { key: link }).ready();
      assert.equal(bob.permission, EDIT);
      const other = new Editor(port, 'bob', { key: link });
      assert.is(await other.gone(), 4401);
    });
  });
});

test('a wrong link opens nothing, and guessing is stopped', () =>
  withSites({ limits: { wrong_keys_per_minute: 3 } }, async (running) => {
    const ada = await owned(running, 'link');
    const secret = await invite(ada, { once: false });
    for (let guess = 0; guess < 3; guess++) {
      const key = `${secret.slice(0, -1)}${guess}`;
      if (key === secret) continue;
      const stranger = await new Editor(running.port, 'ada', { key, from: '127.0.0.2' }).ready();
      assert.equal(stranger.permission, INVITED);
    }
    const more = new Editor(running.port, 'ada', { key: secret, from: '127.0.0.2' });
    assert.is(await more.gone(), 4529);
  }));

test('no edit is stored after its author was removed', () =>
  withSites({}, async (running) => {
    const ada = await owned(running, 'invited');
    const key = await invite(ada, { once: true, name: 'Bob' });
    const bob = await new Editor(running.port, 'ada', { key }).ready();
    const author = await identify(bob, await newDevice());
    await permitted(bob, EDIT);
    const dismissed = ada.request({ op: 'dismiss', author });
    for (let edit = 0; edit < 50; edit++) bob.insert('x');
    await dismissed;
    const { seq = 0 } = running.sites.rooms.store.sites.get('ada') ?? {};
    for (let edit = 0; edit < 50; edit++) bob.insert('late');
    await permitted(bob, INVITED);
    ada.insert('!', ada.text().length);
    await ada.save();
    const fresh = await new Editor(running.port, 'ada').ready();
    assert.not.ok(fresh.text().includes('late'));
    assert.is(running.sites.rooms.store.sites.get('ada')?.seq, seq + 1);
  }));

test('an expired invitation stays expired when the clock goes back', () => {
  const made = newLink({ once: false, name: '', expiresMs: 2_000 });
  const record: AccessRecord = { ...OPEN_ACCESS, editors: 'link', links: [made.link] };
  const proofs = { origin: '', link: made.link.id };
  assert.is(linkOf(record, made.secret, 1_999)?.id, made.link.id);
  assert.is(admission(record, proofs, 1_999), 'invited');
  assert.is(linkOf(record, made.secret, 2_000), undefined);
  assert.is(admission(record, proofs, 2_000), 'refused');
  const later = { ...record, changedMs: 2_500 };
  assert.is(linkOf(later, made.secret, 1_000), undefined);
  assert.is(admission(later, proofs, 1_000), 'refused');
});

test('a guest with a link is refused every request of an owner', () =>
  withSites({}, async (running) => {
    const ada = await owned(running, 'link');
    const secret = await invite(ada, { once: false });
    const bob = await new Editor(running.port, 'ada', { key: secret, name: 'Bob' }).ready();
    const author = await identify(bob, await newDevice());
    const { value } = await bob.request({ op: 'access' });
    assert.equal([value['manages'], value['links'], value['people']], [false, [], []]);
    const asked: readonly SiteRequest[] = [
      { op: 'set-access', editors: 'everyone' },
      { op: 'invite', once: false },
      { op: 'revoke', link: 'x' },
      { op: 'dismiss', author },
      { op: 'hand-over', author },
      { op: 'release' },
    ];
    for (const request of asked) {
      const { ok, value: refused } = await bob.request(request);
      assert.equal([ok, refused['code']], [false, 'owner'], request.op);
    }
    assert.is((await bob.request({ op: 'claim' })).value['code'], 'owned');
    await bob.request({ op: 'remix', to: 'copy' });
    const copy = await new Editor(running.port, 'copy').ready();
    assert.equal(copy.permission, EDIT);
  }));

test('claiming an invited name gives no access', () =>
  withSites({}, async (running) => {
    const ada = await owned(running, 'invited');
    const key = await invite(ada, { once: true, name: 'Bob' });
    const mallory = await new Editor(running.port, 'ada', { name: 'Bob' }).ready();
    await identify(mallory, await newDevice());
    assert.equal(mallory.permission, INVITED);
    const bob = await new Editor(running.port, 'ada', { key, name: 'Bob' }).ready();
    await identify(bob, await newDevice());
    await permitted(bob, EDIT);
    assert.equal(mallory.permission, INVITED);
  }));

test('a removed member is refused on every device and link', () =>
  withSites({}, async (running) => {
    const ada = await owned(running, 'link');
    const key = await invite(ada, { once: false });
    const device = await newDevice();
    const bob = await new Editor(running.port, 'ada', { key, name: 'Bob' }).ready();
    const author = await identify(bob, device);
    assert.equal(bob.permission, EDIT);
    await ada.request({ op: 'dismiss', author });
    await permitted(bob, INVITED);
    for (const editors of ['everyone', 'link', 'invited'] as const) {
      await ada.request({ op: 'set-access', editors });
      const again = await new Editor(running.port, 'ada', { key, name: 'Bob' }).ready();
      await identify(again, device);
      await permitted(again, INVITED);
    }
  }));

test('an invitation over the limit gets a code, also when many arrive at once', () =>
  withSites({ limits: { links_per_site: 3, invitations_per_address_hour: 5 } }, async (running) => {
    const ada = await owned(running, 'link');
    const many = Array.from({ length: 6 }, () => ada.request({ op: 'invite', once: false }));
    const codes = (await Promise.all(many)).map(({ ok, value }) => (ok ? 'ok' : value['code']));
    assert.equal(codes.sort(), ['full', 'full', 'full', 'ok', 'ok', 'ok']);
    const { value } = await ada.request({ op: 'access' });
    const [first] = Array.isArray(value['links']) ? value['links'] : [];
    await ada.request({ op: 'revoke', link: String(first.id) });
    assert.ok((await ada.request({ op: 'invite', once: false })).ok);
    await ada.request({ op: 'revoke', link: 'none' });
    const { value: after } = await ada.request({ op: 'access' });
    const [second] = Array.isArray(after['links']) ? after['links'] : [];
    await ada.request({ op: 'revoke', link: String(second.id) });
    assert.ok((await ada.request({ op: 'invite', once: false })).ok);
    const { value: last } = await ada.request({ op: 'access' });
    const [third] = Array.isArray(last['links']) ? last['links'] : [];
    await ada.request({ op: 'revoke', link: String(third.id) });
    assert.is((await ada.request({ op: 'invite', once: false })).value['code'], 'growth');
  }));

test('an owner can delete their site, and only with a passkey used just now; the operator recovers it', () =>
  withSites({ keys: { operator: 'the operator key of the house' } }, async (running) => {
    const { port, sites } = running;
    const [device, passkey] = [await newDevice(), new Authenticator()];
    const ada = await new Editor(port, 'ada').ready();
    ada.insert('by ada');
    await ada.save();
    await identify(ada, device);
    await join(ada, port, 'Ada', passkey);
    await ada.request({ op: 'claim' });
    const bob = await new Editor(port, 'ada').ready();
    await becomeMember(bob, port, 'Bob');
    const deletes = async (editor: Editor) =>
      (await editor.request({ op: 'remove' })).value['code'];
    assert.is(await deletes(bob), 'owner');
    const later = await new Editor(port, 'ada').ready();
    await identify(later, device);
    assert.is(await deletes(later), 'verify');
    assert.ok((await signIn(later, port, passkey)).ok);
    void later.request({ op: 'remove' }).catch(() => {});
    assert.is(await later.gone(), CLOSE.removed);
    assert.is(await bob.gone(), CLOSE.removed);
    const key = 'the operator key of the house';
    const operator = await new Editor(port, 'ada', { key }).ready();
    assert.ok((await operator.request({ op: 'recover' })).ok);
    const again = await new Editor(port, 'ada').ready();
    assert.is(again.text(), 'by ada');
    assert.is(sites.rooms.store.access.get('ada')?.owner?.name, 'Ada');
  }));

test('an owner hands a site over, and the operator can release it', () =>
  withSites({ keys: { operator: 'the operator key of the house' } }, async (running) => {
    const ada = await owned(running, 'invited');
    const key = await invite(ada, { once: true, name: 'Bob' });
    const bob = await new Editor(running.port, 'ada', { key }).ready();
    const author = await identify(bob, await newDevice());
    await permitted(bob, EDIT);
    const handOver = async (to: string) =>
      (await ada.request({ op: 'hand-over', author: to })).value['code'];
    assert.is(await handOver('nobody'), 'person');
    assert.is(await handOver(author), 'member');
    await join(bob, running.port, 'Bob', new Authenticator());
    assert.is(await handOver(author), undefined);
    assert.ok((await bob.request({ op: 'set-access', listed: false })).ok);
    assert.is((await ada.request({ op: 'release' })).value['code'], 'owner');
    assert.equal(ada.permission, EDIT);
    const operator = await new Editor(running.port, 'ada', {
      key: 'the operator key of the house',
    }).ready();
    assert.ok((await operator.request({ op: 'release' })).ok);
    assert.ok((await ada.request({ op: 'claim' })).ok);
  }));

test.run();
