/** Members among others: their names, and that they are members. */

import * as encoding from 'lib0/encoding';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as v from 'valibot';
import { AccessReply } from '../../src/shared/site/access-protocol.ts';
import { FIRST_MEMBER_NUMBER } from '../../src/shared/site/edit-log.ts';
import { MemberReply } from '../../src/shared/site/member-protocol.ts';
import * as p from '../../src/shared/site/protocol.ts';
import { skeletonOf, skeletonsOf } from '../../src/sites/confusable.ts';
import { authorOf, challenge, numberOf } from '../../src/sites/identity.ts';
import { namesOf } from '../../src/sites/member-record.ts';
import type { Proofs } from '../../src/sites/site-access.ts';
import {
  Authenticator,
  guest,
  join,
  originOf,
  passkeyChallenge,
} from '../support/authenticator.ts';
import { newDevice } from '../support/identity.ts';
import { type Editor, withSites } from '../support/sites.ts';
import { until } from '../support/until.ts';

const show = (editor: Editor, client: number, clock: number, user: object): void =>
  showState(editor, client, clock, JSON.stringify({ user }));

/** Sends a presence state. */
function showState(editor: Editor, client: number, clock: number, state: string): void {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, 1);
  encoding.writeVarUint(encoder, client);
  encoding.writeVarUint(encoder, clock);
  encoding.writeVarString(encoder, state);
  editor.ws.send(p.encodeAwareness(encoding.toUint8Array(encoder)));
}

/** Everything an editor has heard of who is there. */
const heard = (editor: Editor): string =>
  editor.heard
    .flatMap((one) => (one.kind === 'awareness' ? [Buffer.from(one.update).toString()] : []))
    .join('\n');

const ALIKE: readonly (readonly [string, string])[] = [
  ['Ada', 'Аdа'],
  ['Ada', 'ada'],
  ['Ada', 'Ａｄａ'],
  ['Ada', 'Ä d a'],
  ['Ada', 'A\u200bda'],
  ['paul', 'рaul'],
  ['Bill', 'BiIl'],
  ['Bill', 'Bi1l'],
  ['Moor', 'M00r'],
  ['modern', 'modem'],
  ['Bob', 'Вob'],
  ['Hanna', 'Нanna'],
  ['Nick', 'Νick'],
  ['Νίκος', 'ΝΙΚΟΣ'],
  ['Hana', 'Ηana'],
];
for (const [name, other] of ALIKE) {
  test(`${name} and ${JSON.stringify(other)} look alike`, () => {
    const skeletons = skeletonsOf(name);
    assert.ok(skeletonsOf(other).some((one) => skeletons.includes(one)));
  });
}

test('different names stay different, in any script', () => {
  const names = ['Ada', 'Ida', 'Adam', 'Алла', '李', '王', 'محمد', 'أحمد', '🦊'];
  const skeletons = names.map(skeletonOf).filter((skeleton) => skeleton !== '');
  assert.is(new Set(skeletons).size, names.length - 1);
});

/** What becomes of five people who join at the same moment. */
async function joinAtOnce(port: number): Promise<unknown[]> {
  const guests = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((site) => guest(port, site)));
  const ready = await Promise.all(
    guests.map(async (editor, index) => {
      const challenge = await passkeyChallenge(editor, 'register', `Member ${'abcde'[index]}`);
      return { editor, response: new Authenticator().create(challenge, originOf(port)) };
    }),
  );
  const replies = ready.map(async ({ editor, response }) => {
    const { ok, value } = await editor.request({ op: 'register', response });
    return ok ? 'ok' : value['code'];
  });
  return (await Promise.all(replies)).sort();
}

for (const limit of ['members', 'members_per_address_hour'] as const) {
  test(`${limit}: of five who join at once two do, and the others get a code`, () =>
    withSites({ limits: { [limit]: 2 } }, async ({ port, sites }) => {
      assert.equal(await joinAtOnce(port), ['growth', 'growth', 'growth', 'ok', 'ok']);
      assert.is(sites.rooms.store.members.size, 2);
    }));
}

test('of several devices that keep one name at once one gets it', () =>
  withSites({}, async ({ port, sites }) => {
    const names = ['Zoë', 'Zoё', 'ZOË'];
    const responses = await Promise.all(
      names.map(async (name, index) => {
        const editor = await guest(port, `site-${index}`);
        const challenge = await passkeyChallenge(editor, 'register', name);
        return { editor, response: new Authenticator().create(challenge, originOf(port)) };
      }),
    );
    const answers = await Promise.all(
      responses.map(({ editor, response }) => editor.request({ op: 'register', response })),
    );
    const codes = answers.map(({ ok, value }) => (ok ? 'ok' : String(value['code'])));
    assert.equal(codes.sort(), ['name', 'name', 'ok']);
    assert.is(sites.rooms.store.members.size, 1);
  }));

test('wrong_codes_per_hour: of six wrong codes at once two are tried', () =>
  withSites({ limits: { wrong_codes_per_hour: 2 } }, async ({ port }) => {
    const guests = await Promise.all(
      Array.from({ length: 6 }, (_, index) => guest(port, `site-${index}`)),
    );
    const codes = await Promise.all(
      guests.map(async (editor) => (await editor.request({ op: 'use-code', code: 'x' })).value),
    );
    assert.equal(codes.map(({ code }) => code).sort(), [
      'code',
      'code',
      ...Array.from({ length: 4 }, () => 'growth'),
    ]);
  }));

test("a guest cannot take a name that looks like a member's", () =>
  withSites({}, async ({ port, sites }) => {
    const ada = await guest(port, 'ada', 'Ada');
    await join(ada, port, 'Ada', new Authenticator());
    const mallory = await guest(port, 'ada', 'Аdа');
    mallory.insert('a lie');
    await mallory.save();
    const [head] = [...sites.rooms.store.heads('ada')];
    assert.equal(head?.authors, ['Аdа (guest)']);
    const { value } = await mallory.request({ op: 'passkey', purpose: 'register', name: 'АDА' });
    assert.is(value['code'], 'name');
    show(mallory, 7, 1, { name: 'Ada', color: '#111111' });
    await until(() => heard(ada).includes('Ada (guest)'));
    const wanted = await passkeyChallenge(mallory, 'register', 'Mallory');
    assert.type(wanted, 'string');
  }));

test('a guest who claims to be verified looks like a guest', () =>
  withSites({}, async ({ port }) => {
    const ada = await guest(port, 'ada', 'Ada');
    const grace = await guest(port, 'ada', 'Grace');
    await join(grace, port, 'Grace Hopper', new Authenticator());
    const mallory = await guest(port, 'ada', 'Mallory');
    show(mallory, 7, 1, { name: 'Mallory', color: '#111111', member: true });
    await until(() => heard(ada).includes('Mallory'));
    assert.not.match(heard(ada), /"member":true/);
    show(grace, 8, 1, { name: 'Anybody', color: '#222222' });
    await until(() => heard(ada).includes('"name":"Grace Hopper","color":"#222222","member":true'));
  }));

/** Ways to write the mark that a reader of the text may overlook. */
const FORGED = [
  '{"user":{"name":"Mallory 1","\\u006dember":true}}',
  '{"user":{"name":"Mallory 1","member":false,"member":true}}',
  '{"user":{"name":"Mallory 1","member":true},"user":{"name":"Mallory 1"}}',
  '{"\\u0075ser":{"\\u006eame":"Mallory 1","\\u006d\\u0065mber":true}}',
  '{"user":{"name":["Mallory 1"],"\\u006dember":true}}',
  '{"user":["Mallory 1"],"user":{"name":"Mallory 1","\\u006dember":1}}',
];

test('no guest has the mark of a member, however their presence is written', () =>
  withSites({}, async ({ port }) => {
    const ada = await guest(port, 'ada', 'Ada');
    const mallory = await guest(port, 'ada', 'Mallory 1');
    for (const [at, state] of FORGED.entries()) showState(mallory, 10 + at, 1, state);
    showState(mallory, 7, 1, '{"user":{"name":"Mallory 2"}}');
    await until(() => heard(ada).includes('Mallory 2'));
    assert.is(heard(ada).match(/"name":"Mallory 1"/g)?.length, FORGED.length);
    assert.not.match(heard(ada), /member/);
    assert.not.match(heard(ada), /\\u/);
  }));

/** The latest version of the site. */
async function latest(editor: Editor): Promise<unknown> {
  const { value } = await editor.request({ op: 'history', limit: 1 });
  return v.parse(Latest, value).versions[0];
}
const Latest = v.object({
  versions: v.array(v.object({ authors: v.array(v.string()), member: v.optional(v.boolean()) })),
});

test('history says which edits are by members: typed, restored and remixed', () =>
  withSites({}, async ({ port }) => {
    const bob = await guest(port, 'marks', 'Bob');
    bob.insert('by a guest');
    await bob.save();
    assert.equal(await latest(bob), { authors: ['Bob'] });
    await join(bob, port, 'Bob', new Authenticator());
    bob.insert('by a member');
    await bob.save();
    assert.equal(await latest(bob), { authors: ['Bob'], member: true });
    const other = await guest(port, 'marks', 'Other');
    await other.request({ op: 'restore', at: 1 });
    assert.equal(await latest(bob), { authors: ['Other'] });
    await bob.request({ op: 'restore', at: 2 });
    assert.equal(await latest(bob), { authors: ['Bob'], member: true });
    await bob.request({ op: 'remix', to: 'marks-copy' });
    const copy = await guest(port, 'marks-copy');
    assert.equal(await latest(copy), { authors: ['Bob'], member: true });
  }));

const renamed = async (editor: Editor, name: string): Promise<unknown> => {
  const { ok, value } = await editor.request({ op: 'rename', name });
  return ok ? v.parse(MemberReply, value).member?.name : value['code'];
};

test("a member takes another name, which presence, history and the owner's line show", () =>
  withSites({}, async ({ port }) => {
    const guests = await guest(port, 'own', 'Guest');
    const ada = await guest(port, 'own', 'Ada');
    ada.insert('by Ada');
    await ada.save();
    await join(ada, port, 'Ada', new Authenticator());
    await ada.request({ op: 'claim' });
    assert.is(await renamed(ada, '  Ada  Lovelace '), 'Ada  Lovelace');
    ada.insert('by Ada Lovelace');
    await ada.save();
    assert.equal(await latest(guests), { authors: ['Ada  Lovelace'], member: true });
    show(ada, 8, 1, { name: 'Ada', color: '#222222' });
    await until(() => heard(guests).includes('"name":"Ada  Lovelace","color":"#222222"'));
    const { value } = await guests.request({ op: 'access' });
    assert.is(v.parse(AccessReply, value).owner?.name, 'Ada  Lovelace');
    assert.is(await guest(port, 'own', 'x').then((one) => renamed(one, 'Anybody')), 'member');
  }));

test("a member's former names stay theirs", () =>
  withSites({}, async ({ port, sites }) => {
    const ada = await guest(port, 'own', 'Ada');
    await join(ada, port, 'Ada', new Authenticator());
    const bob = await guest(port, 'own', 'Bob');
    await join(bob, port, 'Bob', new Authenticator());
    for (const like of ['Bob', 'Вob', 'B o b', 'BOB']) assert.is(await renamed(ada, like), 'name');
    for (const short of ['', '!', 'x']) assert.is(await renamed(ada, short), 'name');
    assert.is(await renamed(ada, 'Grace'), 'Grace');
    assert.is(await renamed(bob, 'Аda'), 'name');
    assert.is(await renamed(bob, 'Grасе'), 'name');
    const mallory = await guest(port, 'own', 'Ada');
    mallory.insert('a lie');
    await mallory.save();
    assert.equal(await latest(ada), { authors: ['Ada (guest)'] });
    assert.is(await renamed(ada, 'Ada'), 'Ada');
    const names = [...sites.rooms.store.members.values()].map(namesOf);
    assert.equal(names.sort(), [['Ada', 'Grace'], ['Bob']]);
  }));

test('two members who take one name at once: one gets it', () =>
  withSites({}, async ({ port }) => {
    const members = await Promise.all(
      ['Ada', 'Bob', 'Cyd'].map(async (name) => {
        const one = await guest(port, 'own', name);
        await join(one, port, name, new Authenticator());
        return one;
      }),
    );
    const answers = await Promise.all(members.map((one) => renamed(one, 'Zoë')));
    assert.equal(answers.sort(), ['Zoë', 'name', 'name']);
  }));

test('names_per_member: of five names at once two are taken, and an old one can be taken again', () =>
  withSites({ limits: { names_per_member: 3 } }, async ({ port }) => {
    const ada = await guest(port, 'own', 'Ada');
    await join(ada, port, 'Ada', new Authenticator());
    const names = ['Bea', 'Cyd', 'Dan', 'Eve', 'Fay'];
    const answers = await Promise.all(names.map((name) => renamed(ada, name)));
    assert.equal(answers, ['Bea', 'Cyd', 'full', 'full', 'full']);
    assert.is(await renamed(ada, 'Ada'), 'Ada');
    assert.is(await renamed(ada, 'Dan'), 'full');
  }));

const PRETENDED = [
  'Mallory (member)',
  'Mallory ✓',
  '✅ Mallory',
  'Mallory, Mernber',
  'Mallory ⅿember',
];
for (const name of PRETENDED) {
  test(`a guest called ${name} is shown as a guest`, () =>
    withSites({}, async ({ port }) => {
      const ada = await guest(port, 'ada', 'Ada');
      const mallory = await guest(port, 'ada', name);
      mallory.insert('a lie');
      await mallory.save();
      assert.equal(await latest(ada), { authors: [`${name} (guest)`] });
      show(mallory, 7, 1, { name, color: '#111111', member: true });
      await until(() => heard(ada).includes(`${name} (guest)`));
      assert.not.match(heard(ada), /"member":true/);
    }));
}

test('no guest has the number of a member', async () => {
  const devices = await Promise.all(Array.from({ length: 50 }, newDevice));
  for (const device of devices) {
    const proofs: Proofs = { origin: 'https://example.org' };
    const signature = await device.sign(proofs.origin, challenge(proofs));
    const number = authorOf(proofs, device.key, signature)?.number ?? 0;
    assert.ok(number > 0 && number < FIRST_MEMBER_NUMBER, String(number));
    const member = numberOf(device.key);
    assert.ok(member >= FIRST_MEMBER_NUMBER && Number.isSafeInteger(member), String(member));
  }
});

test.run();
