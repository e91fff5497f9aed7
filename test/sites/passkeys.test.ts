/** Passkeys over a raw socket: what a browser proves with one, and everything else that is tried. */
import { createHook } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as v from 'valibot';
import { MemberReply } from '../../src/shared/site/member-protocol.ts';
import { created, creation } from '../../src/sites/passkeys.ts';
import type { Proofs } from '../../src/sites/site-access.ts';
import {
  Authenticator,
  guest,
  join,
  originOf,
  passkeyChallenge,
  signIn,
  type Wrong,
} from '../support/authenticator.ts';
import { Editor, withSites } from '../support/sites.ts';

const MEMBERS = { limits: { members_per_address_hour: 1_000 } };

test('a member has the same name and sites on every device', () =>
  withSites(MEMBERS, async ({ port, sites }) => {
    const passkey = new Authenticator();
    const ada = await guest(port, 'ada', 'Ada');
    ada.insert('by ada ');
    await ada.save();
    const codes = await join(ada, port, 'Ada Lovelace', passkey);
    assert.is(new Set(codes).size, 8);
    assert.ok((await ada.request({ op: 'claim' })).ok);
    ada.insert('as a member ');
    await ada.save();
    const phone = await guest(port, 'ada', 'Somebody');
    assert.is((await phone.request({ op: 'set-access', editors: 'link' })).value['code'], 'owner');
    assert.ok((await signIn(phone, port, passkey)).ok);
    assert.ok((await phone.request({ op: 'set-access', editors: 'link' })).ok);
    phone.insert('from a phone ');
    await phone.save();
    const [, second, third] = [...sites.rooms.store.heads('ada')];
    assert.is(second?.by, third?.by);
    assert.equal(third?.authors, ['Ada Lovelace']);
    assert.is(sites.rooms.store.access.get('ada')?.owner?.name, 'Ada Lovelace');
    const { value } = await phone.request({ op: 'member' });
    assert.is(Reflect.get(Object(value['member']), 'sessions').length, 2);
  }));

test('a second passkey signs in like the first; a passkey that somebody has is nobody else’s', () =>
  withSites(MEMBERS, async ({ port }) => {
    const [laptop, phone] = [new Authenticator(), new Authenticator()];
    const ada = await guest(port, 'ada');
    await join(ada, port, 'Ada', laptop);
    const add = async (editor: Editor, passkey: Authenticator, name?: string) => {
      const challenge = await passkeyChallenge(editor, 'register', name);
      const response = passkey.create(challenge, originOf(port));
      return (await editor.request({ op: 'register', response })).value;
    };
    assert.not.ok('code' in (await add(ada, phone)));
    const later = await guest(port, 'ada');
    const { ok, value } = await signIn(later, port, phone);
    assert.ok(ok, JSON.stringify(value));
    assert.is(v.parse(MemberReply, value).member?.passkeys.length, 2);
    const mallory = await guest(port, 'ada');
    assert.is((await add(mallory, phone, 'Mallory'))['code'], 'passkey');
    assert.ok((await signIn(later, port, laptop)).ok);
  }));

/** Adds a passkey to whoever an editor is. */
async function addPasskey(editor: Editor, port: number, passkey: Authenticator): Promise<void> {
  const challenge = await passkeyChallenge(editor, 'register');
  const response = passkey.create(challenge, originOf(port));
  assert.ok((await editor.request({ op: 'register', response })).ok);
}

test('a passkey that was removed signs in no more, and the last that signs in is not removed', () =>
  withSites(MEMBERS, async ({ port }) => {
    const [laptop, lost] = [new Authenticator(), new Authenticator()];
    const ada = await guest(port, 'ada');
    await join(ada, port, 'Ada', laptop);
    await addPasskey(ada, port, lost);
    const idOf = ({ id }: Authenticator) => id.toString('base64url');
    const remove = async (passkey: Authenticator) => {
      const { ok, value } = await ada.request({ op: 'remove-passkey', passkey: idOf(passkey) });
      return ok ? v.parse(MemberReply, value).member?.passkeys.map(({ id }) => id) : value['code'];
    };
    assert.is(await remove(new Authenticator()), 'passkey');
    assert.equal(await remove(lost), [idOf(laptop)]);
    assert.is(await remove(lost), 'passkey');
    const mallory = await guest(port, 'ada');
    assert.is((await signIn(mallory, port, lost)).value['code'], 'passkey');
    assert.is(await remove(laptop), 'last');
    // One that was copied and suspended is no way in.
    lost.counter = 5;
    await addPasskey(ada, port, lost);
    lost.counter = 2;
    assert.is((await signIn(mallory, port, lost)).value['code'], 'cloned');
    assert.is(await remove(laptop), 'last');
    assert.equal(await remove(lost), [idOf(laptop)]);
  }));

test('new recovery codes replace the old ones', () =>
  withSites(MEMBERS, async ({ port }) => {
    const ada = await guest(port, 'ada');
    const [old = ''] = await join(ada, port, 'Ada', new Authenticator());
    const { value } = await ada.request({ op: 'new-codes' });
    const { member, newCodes = [] } = v.parse(MemberReply, value);
    assert.equal([member?.codes, new Set(newCodes).size], [8, 8]);
    const later = await guest(port, 'ada');
    assert.is((await later.request({ op: 'use-code', code: old })).value['code'], 'code');
    assert.ok((await later.request({ op: 'use-code', code: newCodes[7] ?? '' })).ok);
    const stranger = await guest(port, 'ada');
    assert.is((await stranger.request({ op: 'new-codes' })).value['code'], 'member');
  }));

test('an assertion with one changed bit is refused', () =>
  withSites(MEMBERS, async ({ port }) => {
    const passkey = new Authenticator();
    const ada = await guest(port, 'ada');
    await join(ada, port, 'Ada', passkey);
    const mallory = await guest(port, 'ada');
    const fields = ['clientDataJSON', 'authenticatorData', 'signature'] as const;
    for (const field of fields) {
      passkey.counter += 1;
      const challenge = await passkeyChallenge(mallory, 'sign-in');
      const response = passkey.get(challenge, originOf(port));
      const bytes = Buffer.from(response.response[field], 'base64url');
      const at = bytes.length - 3;
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      const changed = { ...response.response, [field]: bytes.toString('base64url') };
      const { ok, value } = await mallory.request({
        op: 'sign-in',
        response: { ...response, response: changed },
      });
      assert.equal([ok, value['code']], [false, 'passkey'], field);
    }
    const wrong: readonly Wrong[] = [{ flags: 1 }, { flags: 4 }, { type: 'webauthn.create' }];
    for (const one of wrong) {
      passkey.counter += 1;
      const challenge = await passkeyChallenge(mallory, 'sign-in');
      const response = passkey.get(challenge, originOf(port), one);
      assert.not((await mallory.request({ op: 'sign-in', response })).ok, JSON.stringify(one));
    }
    assert.ok((await signIn(mallory, port, passkey)).ok);
  }));

test('an assertion made on another origin is refused, also on a subdomain', () =>
  withSites(MEMBERS, async ({ port }) => {
    const passkey = new Authenticator();
    await join(await guest(port, 'ada'), port, 'Ada', passkey);
    const mallory = await guest(port, 'ada');
    const elsewhere: readonly Wrong[] = [
      { origin: 'https://evil.example' },
      { origin: `http://127.0.0.1:${port + 1}` },
      { origin: `http://sites.127.0.0.1:${port}` },
      { origin: 'null' },
      { host: 'evil.example' },
    ];
    for (const wrong of elsewhere) {
      passkey.counter += 1;
      const challenge = await passkeyChallenge(mallory, 'sign-in');
      const response = passkey.get(challenge, originOf(port), wrong);
      const { ok, value } = await mallory.request({ op: 'sign-in', response });
      assert.equal([ok, value['code']], [false, 'passkey'], JSON.stringify(wrong));
    }
  }));

test('a challenge is used once, on its own socket, within two minutes', () =>
  withSites(MEMBERS, async ({ port }) => {
    const passkey = new Authenticator();
    await join(await guest(port, 'ada'), port, 'Ada', passkey);
    const [one, two] = [await guest(port, 'ada'), await guest(port, 'ada')];
    passkey.counter += 1;
    const challenge = await passkeyChallenge(one, 'sign-in');
    await passkeyChallenge(two, 'sign-in');
    const response = passkey.get(challenge, originOf(port));
    assert.not((await two.request({ op: 'sign-in', response })).ok);
    assert.ok((await one.request({ op: 'sign-in', response })).ok);
    assert.not((await one.request({ op: 'sign-in', response })).ok);
    const register = await passkeyChallenge(two, 'register', 'Bob');
    const crossed = passkey.get(register, originOf(port));
    assert.not((await two.request({ op: 'sign-in', response: crossed })).ok);
    const proofs: Proofs = { origin: originOf(port) };
    const nobody = { id: 'x', name: 'x', passkeys: [] };
    const expected = async (now: number) => {
      await creation(proofs, nobody, 1_000);
      const asked = proofs.passkey?.challenge ?? '';
      return created(proofs, new Authenticator().create(asked, originOf(port)), now);
    };
    assert.is(await expected(121_001), undefined);
    assert.ok(await expected(121_000));
  }));

test('a counter that goes back suspends the passkey', () =>
  withSites(MEMBERS, async ({ port }) => {
    const passkey = new Authenticator();
    const ada = await guest(port, 'ada');
    await join(ada, port, 'Ada', passkey);
    passkey.counter = 10;
    const phone = await guest(port, 'ada');
    assert.ok((await signIn(phone, port, passkey)).ok);
    passkey.counter = 9;
    assert.is((await signIn(phone, port, passkey)).value['code'], 'cloned');
    passkey.counter = 50;
    assert.is((await signIn(phone, port, passkey)).value['code'], 'passkey');
    const synced = new Authenticator();
    synced.counter = 0;
    await join(await guest(port, 'ada'), port, 'Grace', synced);
    for (let time = 0; time < 2; time++) {
      synced.counter = -1;
      const grace = await guest(port, 'ada');
      assert.ok((await signIn(grace, port, synced)).ok);
    }
  }));

test('a recovery code works once, and guessing is stopped', () =>
  withSites(MEMBERS, async ({ port }) => {
    const ada = await guest(port, 'ada');
    const [code = '', other = ''] = await join(ada, port, 'Ada', new Authenticator());
    const later = await guest(port, 'ada');
    const spelled = ` ${code.toUpperCase().replaceAll('-', ' ')} `;
    assert.ok((await later.request({ op: 'use-code', code: spelled })).ok);
    assert.ok((await ada.gone()) > 0);
    assert.is((await later.request({ op: 'use-code', code })).value['code'], 'code');
    for (let guess = 0; guess < 4; guess++) {
      const wrong = randomBytes(10).toString('hex');
      assert.is((await later.request({ op: 'use-code', code: wrong })).value['code'], 'code');
    }
    assert.is((await later.request({ op: 'use-code', code: other })).value['code'], 'growth');
  }));

/** Made and stored by an earlier version. */
const OLD_CODE = { code: '01234-56789-abcde-f0123', hash: '8UwkrzAHcpnl2VYN64JzZTCKAJGY0Wtb' };

test('a recovery code that an earlier version stored works once, too', () =>
  withSites(MEMBERS, async ({ port, sites }) => {
    const ada = await guest(port, 'ada');
    const [code = ''] = await join(ada, port, 'Ada', new Authenticator());
    const { members } = sites.rooms;
    const member = members.called('Ada');
    assert.ok(member);
    await members.run(() => members.save({ ...member, codes: [...member.codes, OLD_CODE.hash] }));
    const use = async (one: string) => {
      const later = await guest(port, 'ada');
      const { ok, value } = await later.request({ op: 'use-code', code: one });
      return ok ? Reflect.get(Object(value['member']), 'codes') : value['code'];
    };
    assert.is(await use(OLD_CODE.code), 8);
    assert.is(await use(OLD_CODE.code), 'code');
    assert.is(await use(code), 7);
  }));

test('joining, being refused and adding a passkey hash nothing in the threads that compress pages', () =>
  withSites({ limits: { members_per_address_hour: 1 } }, async ({ port }) => {
    let jobs = 0;
    const count = createHook({
      init: (_, type) => {
        if (type === 'SCRYPTREQUEST' || type === 'PBKDF2REQUEST') jobs += 1;
      },
    });
    count.enable();
    const ada = await guest(port, 'ada');
    await join(ada, port, 'Ada', new Authenticator());
    const bob = await guest(port, 'ada');
    for (const [editor, name, code] of [
      [ada, undefined, undefined],
      [bob, 'Bob', 'growth'],
    ] as const) {
      const challenge = await passkeyChallenge(editor, 'register', name);
      const response = new Authenticator().create(challenge, originOf(port));
      assert.is((await editor.request({ op: 'register', response })).value['code'], code);
    }
    assert.is(jobs, 0);
    await bob.request({ op: 'use-code', code: 'wrong' });
    assert.is(jobs, 1, 'a job is seen');
    count.disable();
  }));

test('nothing tells a member from a name nobody has', () =>
  withSites(MEMBERS, async ({ port }) => {
    const ada = await guest(port, 'ada');
    await join(ada, port, 'Ada', new Authenticator());
    const mallory = await guest(port, 'ada');
    const options: string[] = [];
    for (const name of ['Ada', 'Nobody']) {
      const { ok, value } = await mallory.request({ op: 'passkey', purpose: 'sign-in', name });
      const shown = JSON.stringify(value).replace(/"challenge":"[^"]*"/, '');
      options.push(`${ok} ${shown}`);
    }
    assert.is(options[0], options[1]);
    const challenge = await passkeyChallenge(mallory, 'sign-in');
    const response = new Authenticator().get(challenge, originOf(port));
    assert.is((await mallory.request({ op: 'sign-in', response })).value['code'], 'passkey');
  }));

test('a broken attestation gets a code and nothing else changes', () =>
  withSites(MEMBERS, async ({ port, sites }) => {
    const editor = await guest(port, 'ada');
    const passkey = new Authenticator();
    for (let round = 0; round < 60; round++) {
      const challenge = await passkeyChallenge(editor, 'register', 'Ada');
      const response = passkey.create(challenge, originOf(port));
      const bytes = Buffer.from(response.response.attestationObject, 'base64url');
      const broken =
        round < 30
          ? bytes.subarray(0, Math.floor((bytes.length * round) / 30))
          : randomBytes(round * 20);
      const attestationObject = broken.toString('base64url');
      const changed = { ...response.response, attestationObject };
      const asked = { op: 'register', response: { ...response, response: changed } } as const;
      const { ok, value } = await editor.request(asked);
      assert.equal([ok, value['code']], [false, 'passkey'], String(round));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    assert.is(sites.rooms.store.members.size, 0);
    await join(editor, port, 'Ada', passkey);
    assert.is(editor.closed, undefined);
  }));

test('only members may edit where the operator says so', () =>
  withSites({ ...MEMBERS, keys: { membersOnly: true } }, async ({ port }) => {
    const ada = await new Editor(port, 'ada').ready();
    assert.equal(ada.permission, { access: 'read', reason: 'member' });
    const bob = await guest(port, 'ada');
    assert.equal(bob.permission, { access: 'read', reason: 'member' });
    await join(bob, port, 'Bob', new Authenticator());
    assert.equal(bob.permission, { access: 'edit', reason: '' });
    bob.insert('by bob');
    await bob.save();
  }));

test.run();
