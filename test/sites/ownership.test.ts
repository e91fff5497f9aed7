/** Authors who prove who they are with a key of their device, and the sites they own. */
import { createECDH } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { authorOf, challenge } from '../../src/sites/identity.ts';
import type { Proofs } from '../../src/sites/site-access.ts';
import { Authenticator, becomeMember, join } from '../support/authenticator.ts';
import { challengeOf, identify, newDevice } from '../support/identity.ts';
import { Editor, withSites } from '../support/sites.ts';
import { until } from '../support/until.ts';

test('the same device is the same author tomorrow, and in the history', () =>
  withSites({}, async ({ port, sites }) => {
    const [device, other] = [await newDevice(), await newDevice()];
    const ids: string[] = [];
    for (const one of [device, device, other]) {
      const ada = await new Editor(port, 'ada', { name: 'Ada' }).ready();
      ids.push(await identify(ada, one));
      ada.insert('by ada ');
      await ada.save();
      ada.cut();
    }
    assert.is(ids[0], ids[1]);
    assert.is.not(ids[0], ids[2]);
    const [first, second, third] = [...sites.rooms.store.heads('ada')].map(({ by }) => by);
    assert.is(first, second);
    assert.is.not(first, third);
    // Names prove nothing: the history says which versions are one's own.
    const again = await new Editor(port, 'ada', { name: 'Ada' }).ready();
    const own = async () => {
      const { versions } = (await again.request({ op: 'history' })).value;
      return Array.isArray(versions) ? versions.map((version) => version.own) : [];
    };
    assert.equal(await own(), [undefined, undefined]);
    await identify(again, device);
    assert.equal(await own(), [undefined, true]);
  }));

test('a guest cannot sign in as another guest, nor with a signature for another server', () =>
  withSites({}, async ({ port }) => {
    const [ada, mallory] = [await newDevice(), await newDevice()];
    const editor = await new Editor(port, 'ada').ready();
    const sent: (readonly [string, (origin: string, nonce: string) => Promise<string>])[] = [
      [ada.key, mallory.sign],
      [ada.key, (_, nonce) => ada.sign('https://elsewhere.example', nonce)],
      [ada.key, (origin) => ada.sign(origin, 'another nonce')],
      [ada.key, async () => 'AAAA'],
      [ada.key.slice(0, -8), ada.sign],
      ['A'.repeat(87), ada.sign],
    ];
    for (const [key, sign] of sent) {
      const { nonce, origin } = await challengeOf(editor);
      const signature = await sign(origin, nonce);
      const { ok, value } = await editor.request({ op: 'identify', key, signature });
      assert.equal([ok, value['code']], [false, 'signature']);
    }
    assert.is((await editor.request({ op: 'claim' })).value['code'], 'site');
    assert.is(editor.closed, undefined);
  }));

test('a challenge is used once, on its own socket, within two minutes', () =>
  withSites({}, async ({ port }) => {
    const device = await newDevice();
    const [one, two] = [
      await new Editor(port, 'ada').ready(),
      await new Editor(port, 'ada').ready(),
    ];
    const { nonce, origin } = await challengeOf(one);
    await challengeOf(two);
    const signature = await device.sign(origin, nonce);
    const asked = { op: 'identify', key: device.key, signature } as const;
    assert.is((await two.request(asked)).value['code'], 'signature');
    assert.ok((await one.request(asked)).ok);
    assert.is((await one.request(asked)).value['code'], 'signature');
    const proofs: Proofs = { origin };
    const late = challenge(proofs, 1_000);
    const signed = await device.sign(origin, late);
    assert.is(authorOf(proofs, device.key, signed, 121_001), undefined);
    const again = await device.sign(origin, challenge(proofs, 1_000));
    assert.type(authorOf(proofs, device.key, again, 121_000)?.id, 'string');
  }));

test('a point that is not on the curve is refused, and harms nothing', () => {
  const ecdh = createECDH('prime256v1');
  const point = ecdh.generateKeys();
  point[64] = (point[64] ?? 0) ^ 1;
  const proofs: Proofs = { origin: '' };
  challenge(proofs);
  const key = point.toString('base64url');
  assert.is(authorOf(proofs, key, 'A'.repeat(86), 0), undefined);
});

test('of 100 simultaneous claims one wins', () =>
  withSites(
    { limits: { claims_per_address_hour: 1_000, members_per_address_hour: 10 } },
    async ({ port, sites }) => {
      const first = await new Editor(port, 'ada').ready();
      first.insert('a site');
      await first.save();
      const claimants = await Promise.all(
        Array.from({ length: 10 }, async (_, at) => {
          const editor = await new Editor(port, 'ada').ready();
          await becomeMember(editor, port, `claimant ${at}`);
          return { editor, name: `claimant ${at}` };
        }),
      );
      const claims = claimants.flatMap(({ editor, name }) =>
        Array.from({ length: 10 }, async () => ({
          name,
          ...(await editor.request({ op: 'claim' })),
        })),
      );
      const replies = await Promise.all(claims);
      const won = replies.filter(({ ok }) => ok);
      assert.is(won.length, 1);
      assert.is(sites.rooms.store.access.get('ada')?.owner?.name, won[0]?.name);
      const codes = new Set(replies.filter(({ ok }) => !ok).map(({ value }) => value['code']));
      assert.equal([...codes], ['owned']);
    },
  ));

test('a claim by a guest or without permission to edit is refused, and the operator can undo one', () => {
  const keys = { edit: 'the edit key of the house', operator: 'the operator key of the house' };
  return withSites({ keys }, async ({ port, sites }) => {
    const ada = await new Editor(port, 'ada', { key: keys.edit }).ready();
    ada.insert('a site');
    await ada.save();
    const reader = await new Editor(port, 'ada').ready();
    await identify(reader, await newDevice());
    assert.is((await reader.request({ op: 'claim' })).value['code'], 'access');
    assert.is((await ada.request({ op: 'claim' })).value['code'], 'identity');
    await identify(ada, await newDevice());
    assert.is((await ada.request({ op: 'claim' })).value['code'], 'member');
    await join(ada, port, 'Ada', new Authenticator());
    assert.ok((await ada.request({ op: 'claim' })).ok);
    const operator = await new Editor(port, 'ada', { key: keys.operator }).ready();
    assert.ok((await operator.request({ op: 'release' })).ok);
    assert.is(sites.rooms.store.access.get('ada')?.owner, undefined);
    assert.is(ada.text(), 'a site');
    await operator.request({ op: 'purge' });
    await until(() => !sites.rooms.store.access.has('ada'));
  });
});

test('a claim over the limit gets a code, also when many arrive at once', () =>
  withSites({ limits: { claims_per_address_hour: 3 } }, async ({ port }) => {
    const passkey = new Authenticator();
    const device = await newDevice();
    const first = await new Editor(port, 'first').ready();
    await identify(first, device);
    await join(first, port, 'Ada', passkey);
    const claims = ['a', 'b', 'c', 'd', 'e'].map(async (name) => {
      const editor = await new Editor(port, name).ready();
      editor.insert('a site');
      await editor.save();
      await identify(editor, device);
      const { ok, value } = await editor.request({ op: 'claim' });
      return ok ? 'ok' : value['code'];
    });
    assert.equal((await Promise.all(claims)).sort(), ['growth', 'growth', 'ok', 'ok', 'ok']);
  }));

test.run();
