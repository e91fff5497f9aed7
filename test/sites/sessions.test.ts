/** Where a member is signed in: in browsers whose key signs, until it is ended or forgotten. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { LmdbStore } from '../../src/sites/lmdb-store.ts';
import { Members, SESSION_MS } from '../../src/sites/members.ts';
import { Authenticator, guest, join, signIn } from '../support/authenticator.ts';
import { withFolder } from '../support/folder.ts';
import { identify, newDevice } from '../support/identity.ts';
import { Editor, withSites } from '../support/sites.ts';

test('a session needs the key of its device, and ending it closes its sockets', () =>
  withSites({}, async ({ port }) => {
    const passkey = new Authenticator();
    const laptop = await guest(port, 'ada', 'Ada');
    laptop.insert('by ada');
    await laptop.save();
    await join(laptop, port, 'Ada', passkey);
    await laptop.request({ op: 'claim' });
    const device = await newDevice();
    const phone = await new Editor(port, 'ada').ready();
    const author = await identify(phone, device);
    assert.ok((await signIn(phone, port, passkey)).ok);
    const again = await new Editor(port, 'ada').ready();
    assert.is((await again.request({ op: 'member' })).value['code'], 'identity');
    await identify(again, device);
    assert.ok((await again.request({ op: 'set-access', listed: false })).ok);
    const stranger = await guest(port, 'ada');
    assert.equal((await stranger.request({ op: 'member' })).value, {});
    assert.is((await stranger.request({ op: 'end-session', author })).value['code'], 'member');
    assert.ok((await laptop.request({ op: 'end-session', author })).ok);
    assert.is(await phone.gone(), 4503);
    assert.is(await again.gone(), 4503);
    const signedOut = await new Editor(port, 'ada').ready();
    await identify(signedOut, device);
    const refused = await signedOut.request({ op: 'set-access', listed: true });
    assert.is(refused.value['code'], 'owner');
  }));

const withStore = (body: (store: LmdbStore) => Promise<void>): Promise<void> =>
  withFolder(async (directory) => {
    const store = new LmdbStore({ directory });
    await body(store).finally(() => store.close());
  });

test('a session ends 30 days after its last use', () =>
  withStore(async (store) => {
    const members = new Members(store);
    const session = { author: 'phone', startedMs: 0, seenMs: 0 };
    const about = { id: 'm', name: 'Ada', createdMs: 0, passkeys: [], codes: [] };
    await members.save({ ...about, sessions: [session] });
    assert.is(members.ofSession('phone', SESSION_MS - 1)?.id, 'm');
    assert.is(members.ofSession('phone', SESSION_MS), undefined);
    await members.seen('phone', SESSION_MS - 1);
    assert.is(members.ofSession('phone', SESSION_MS)?.id, 'm');
    assert.is(new Members(store).ofSession('phone', 2 * SESSION_MS), undefined);
  }));

test('a browser is one member’s at a time: after a second one signs in and out, it is nobody’s', () =>
  withFolder(async (directory) => {
    const device = await newDevice();
    const [first, second] = [new Authenticator(), new Authenticator()];
    await withSites({ directory }, async ({ port, sites }) => {
      await join(await guest(port, 'ada', 'Ada'), port, 'Ada', first);
      await join(await guest(port, 'ada', 'Bob'), port, 'Bob', second);
      const shared = await new Editor(port, 'ada').ready();
      const author = await identify(shared, device);
      assert.ok((await signIn(shared, port, first)).ok);
      assert.ok((await signIn(shared, port, second)).ok);
      const { members } = sites.rooms;
      assert.is(members.ofSession(author)?.name, 'Bob');
      const ada = members.called('Ada');
      assert.equal(
        ada?.sessions.filter((one) => one.author === author),
        [],
      );
      const bystander = await new Editor(port, 'ada').ready();
      const other = await identify(bystander, await newDevice());
      assert.ok((await shared.request({ op: 'end-session', author: other })).ok);
      assert.ok((await shared.request({ op: 'end-session', author })).ok);
      assert.is(await shared.gone(), 4503);
      assert.is(members.ofSession(author), undefined);
      assert.is(bystander.closed, undefined, 'it was not theirs to end');
    });
    await withSites({ directory }, async ({ port }) => {
      const again = await new Editor(port, 'ada').ready();
      await identify(again, device);
      assert.equal((await again.request({ op: 'member' })).value, {});
    });
  }));

test('where an earlier program left two members in one browser, it is the later one’s', () =>
  withStore(async (store) => {
    const about = { name: '', createdMs: 0, passkeys: [], codes: [] };
    for (const [id, startedMs] of [
      ['b', 2],
      ['c', 3],
      ['a', 1],
    ] as const) {
      const session = { author: 'shared', startedMs, seenMs: startedMs };
      await store.saveMember({ ...about, id, sessions: [session] });
    }
    const members = new Members(store);
    assert.is(members.ofSession('shared', 4)?.id, 'c');
    await members.run(() => members.release('shared'));
    assert.is(members.ofSession('shared', 4), undefined);
  }));

test('what cannot be taken back needs a passkey used just now', () =>
  withSites({}, async ({ port }) => {
    const passkey = new Authenticator();
    const device = await newDevice();
    const ada = await new Editor(port, 'ada').ready();
    await identify(ada, device);
    ada.insert('by ada');
    await ada.save();
    await join(ada, port, 'Ada', passkey);
    await ada.request({ op: 'claim' });
    const old = await new Editor(port, 'ada').ready();
    await identify(old, device);
    const asked = { op: 'hand-over', author: 'nobody' } as const;
    assert.is((await old.request(asked)).value['code'], 'verify');
    const more = { op: 'passkey', purpose: 'register' } as const;
    assert.is((await old.request(more)).value['code'], 'verify');
    const id = passkey.id.toString('base64url');
    assert.is((await old.request({ op: 'new-codes' })).value['code'], 'verify');
    const removal = { op: 'remove-passkey', passkey: id } as const;
    assert.is((await old.request(removal)).value['code'], 'verify');
    assert.ok((await signIn(old, port, passkey)).ok);
    assert.is((await old.request(asked)).value['code'], 'person');
    assert.is((await old.request(removal)).value['code'], 'last');
    assert.ok((await old.request({ op: 'new-codes' })).ok);
  }));

test.run();
