/** Behind a proxy, passkeys belong to the public address of the service. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as v from 'valibot';
import { PasskeyReply } from '../../src/shared/site/member-protocol.ts';
import { Authenticator } from '../support/authenticator.ts';
import { identify, newDevice } from '../support/identity.ts';
import { Editor, withSites } from '../support/sites.ts';

const BASE = 'https://ensemble.example';
const Options = v.object({ challenge: v.string(), rp: v.object({ id: v.string() }) });

test('the relying party is the host of BASE_URL, and no page of another address is heard', () =>
  withSites({ base: BASE }, async ({ port }) => {
    const ada = await new Editor(port, 'ada', { headers: { Origin: BASE } }).ready();
    await identify(ada, await newDevice());
    const asked = await ada.request({ op: 'passkey', purpose: 'register', name: 'Ada' });
    const { challenge, rp } = v.parse(Options, v.parse(PasskeyReply, asked.value).options);
    assert.is(rp.id, 'ensemble.example');
    const response = new Authenticator().create(challenge, BASE);
    const { ok, value } = await ada.request({ op: 'register', response });
    assert.ok(ok, JSON.stringify(value));
    for (const Origin of [`http://127.0.0.1:${port}`, 'https://sites.ensemble.example', 'null']) {
      const other = new Editor(port, 'ada', { headers: { Origin } });
      assert.is(await other.gone(), 1006, Origin);
      assert.is(other.synced, false);
    }
  }));

test.run();
