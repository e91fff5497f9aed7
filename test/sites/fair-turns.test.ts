/** Who asks for little is served before those who ask for much, in the same site too. */
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { PING } from '../../src/shared/site/heartbeat.ts';
import { finished } from '../../src/sites/charged-work.ts';
import { listVersions } from '../../src/sites/history.ts';
import { open } from '../support/raw.ts';
import { Editor, type RunningSites, withSites } from '../support/sites.ts';
import { until } from '../support/until.ts';

const STRANGER = '127.0.0.2';

/** A handshake and what follows it, by hand: frames that come in one piece. */
const HANDSHAKE =
  'GET /member/ada HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n';

/** A frame of at most 125 bytes, masked with zeros. */
function frame(opcode: number, bytes: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([opcode, 0x80 + bytes.length, 0, 0, 0, 0]), bytes]);
}
const FIRST_OF_MANY = 0x02;
const CONTINUATION = 0x00;

/** Keeps a site from doing anything until the result is called; it takes what comes meanwhile. */
async function hold({ sites }: RunningSites, site: string): Promise<() => void> {
  let release = () => {};
  let begun = false;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  sites.rooms.find(site)?.schedule(() => {
    begun = true;
    return held;
  });
  await until(() => begun);
  return release;
}

test('of edits that wait together, those of whoever asks for less are first', () =>
  withSites({}, async (running) => {
    const { addresses } = running.sites.rooms.costs;
    const ada = await new Editor(running.port, 'ada', { name: 'Ada' }).ready();
    const bob = await new Editor(running.port, 'ada', { name: 'Bob', from: STRANGER }).ready();
    const release = await hold(running, 'ada');
    addresses.charge(STRANGER, 500);
    for (const who of [bob, ada]) {
      who.insert('x');
      // Until the server has read it.
      await sleep(500);
    }
    release();
    await ada.save();
    await bob.save();
    const { versions } = finished(listVersions(running.sites.rooms.store, 'ada', {}));
    assert.equal(
      versions.map(({ authors }) => authors),
      [['Bob'], ['Ada']],
    );
  }));

test('what a socket sends behind many edits that wait is not read until they are merged', () =>
  withSites({}, async (running) => {
    for (const [count, answered] of [
      [50, true],
      [80, false],
    ] as const) {
      const ada = await new Editor(running.port, `ada-${count}`).ready();
      const release = await hold(running, `ada-${count}`);
      const answers = () => ada.heard.filter(({ kind }) => kind === 'awareness').length;
      const before = answers();
      for (let at = 0; at < count; at++) ada.insert('x');
      ada.ws.send(PING);
      if (answered) await until(() => answers() > before);
      // Longer than an address that takes long has to leave to others.
      else await sleep(1_500);
      const early = answers() > before;
      release();
      assert.is(early, answered);
      await until(() => answers() > before);
      await ada.save();
    }
  }));

test('bytes of messages that never end are charged to who sends them', () =>
  withSites({}, async ({ port, sites }) => {
    const { addresses } = sites.rooms.costs;
    const socket = await open(port, STRANGER);
    socket.on('error', () => {});
    socket.resume();
    socket.write(HANDSHAKE);
    await until(() => sites.sockets.connections === 1);
    const before = addresses.left(STRANGER);
    // A message of many small frames, of which none is the last.
    const piece = Buffer.alloc(32);
    const more = Array.from({ length: 15_000 }, () => frame(CONTINUATION, piece));
    socket.write(Buffer.concat([frame(FIRST_OF_MANY, piece), ...more]));
    await until(() => addresses.left(STRANGER) < before - 1);
    socket.destroy();
  }));

test.run();
