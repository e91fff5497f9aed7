/** Streams of many visitors on one connection: each gets its own bytes in their order, and holds up no other. */
import { once } from 'node:events';
import { type Duplex, duplexPair, Transform } from 'node:stream';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type Offer,
  RelaySession,
  type RelayStream,
  WINDOW_BYTES,
} from '../../src/sites/relay-session.ts';
import { randomOf } from '../fuzz/random.ts';
import { until } from '../support/until.ts';

interface Pair {
  readonly asking: RelaySession;
  readonly owning: RelaySession;
  readonly offers: Offer[];
  /** Ends of the connection. */
  readonly near: Duplex;
  readonly far: Duplex;
}

function pair(): Pair {
  const [near, far] = duplexPair();
  const offers: Offer[] = [];
  const owning = new RelaySession(far, { offered: (offer) => void offers.push(offer) });
  return { asking: new RelaySession(near), owning, offers, near, far };
}

interface Both {
  readonly visitor: RelayStream;
  readonly owner: RelayStream;
}

/** A visitor who was taken: both ends of their stream. */
async function open({ asking, owning, offers }: Pair, message = 'ada'): Promise<Both> {
  const { stream, answer } = asking.open(Buffer.from(message));
  const before = offers.length;
  await until(() => offers.length > before);
  const offer = offers.at(-1);
  if (offer === undefined) throw new Error('nobody was offered');
  assert.is(offer.message.toString(), message);
  owning.accept(offer.stream);
  assert.is(await answer, 'taken');
  return { visitor: stream, owner: offer.stream };
}

async function openAll(both: Pair, count: number): Promise<Both[]> {
  const all: Both[] = [];
  for (let number = 0; number < count; number += 1) all.push(await open(both));
  return all;
}

/** What has come out of a stream. */
function heard(stream: Duplex): { bytes: () => Buffer } {
  const pieces: Buffer[] = [];
  stream.on('data', (piece: Buffer) => pieces.push(piece));
  return { bytes: () => Buffer.concat(pieces) };
}

test('each stream gets its own bytes in their order, however they are cut and whoever pauses', async () => {
  const random = randomOf(1);
  const streams = await openAll(pair(), 8);
  const expected: Buffer[][] = [];
  const sinks = streams.flatMap(({ visitor, owner }) => [
    { from: visitor, to: owner },
    { from: owner, to: visitor },
  ]);
  const got = sinks.map(({ to }, index) => {
    expected.push([]);
    // Some are read in fits and starts.
    const slow = new Transform({
      transform: (chunk, _encoding, done) =>
        index % 3 === 0 ? void setTimeout(() => done(null, chunk), 1) : done(null, chunk),
    });
    return heard(to.pipe(slow));
  });
  for (let round = 0; round < 40; round += 1) {
    const shared = Buffer.alloc(random(3_000), round);
    sinks.forEach(({ from }, index) => {
      const own = Buffer.alloc(random(round % 10 === 0 ? 300_000 : 500), index + 1);
      for (const chunk of random(2) === 0 ? [own, shared] : [shared, own, shared]) {
        from.write(chunk);
        expected[index]?.push(chunk);
      }
    });
    if (round % 4 === 0) await new Promise(setImmediate);
  }
  for (const [index, sum] of expected.map((chunks) => Buffer.concat(chunks)).entries()) {
    await until(() => (got[index]?.bytes().length ?? 0) >= sum.length);
    assert.ok(got[index]?.bytes().equals(sum), `stream ${index}`);
  }
});

test('what many are sent alike crosses the connection once', async () => {
  const both = pair();
  const streams = await openAll(both, 50);
  const got = streams.map(({ visitor }) => heard(visitor));
  let crossed = 0;
  both.near.on('data', (bytes: Buffer) => {
    crossed += bytes.length;
  });
  const alike = Buffer.alloc(1_000, 'a');
  for (const { owner } of streams.filter((_, index) => index % 2 === 0)) owner.write('own ');
  for (const { owner } of streams) owner.write(alike);
  for (const { owner } of streams) owner.write(alike);
  await until(() => got.every(({ bytes }) => bytes().length >= 2_000));
  got.forEach(({ bytes }, index) => {
    assert.is(bytes().toString(), `${index % 2 === 0 ? 'own ' : ''}${'a'.repeat(2_000)}`);
  });
  assert.ok(crossed < 3_500, `${crossed} bytes`);
});

test('a visitor who reads nothing is sent a window, which their owner sees, and holds up nobody', async () => {
  const both = pair();
  const [slow, other] = await openAll(both, 2);
  if (slow === undefined || other === undefined) throw new Error('not taken');
  const bytes = 2_000_000;
  slow.owner.write(Buffer.alloc(bytes, 's'));
  await until(() => slow.visitor.readableLength >= WINDOW_BYTES);
  const got = heard(other.visitor);
  other.owner.write(Buffer.alloc(bytes, 'o'));
  await until(() => got.bytes().length === bytes);
  assert.is(slow.visitor.readableLength, WINDOW_BYTES);
  assert.is(slow.owner.writableLength, bytes, 'counts until it is handed over');
  assert.ok(slow.owner.writableNeedDrain);
  const late = heard(slow.visitor);
  await until(() => late.bytes().length === bytes);
  assert.is(slow.owner.writableLength, 0);
});

test('a connection that takes nothing more makes its streams wait', async () => {
  const both = pair();
  const streams = await openAll(both, 4);
  both.near.pause();
  for (const { owner } of streams) {
    for (let time = 0; time < 10; time += 1) owner.write(Buffer.alloc(100_000));
    await new Promise(setImmediate);
    await new Promise(setImmediate);
  }
  assert.ok(both.far.writableLength < 2 * WINDOW_BYTES, `${both.far.writableLength} bytes wait`);
  const got = streams.map(({ visitor }) => heard(visitor));
  both.near.resume();
  await until(() => got.every(({ bytes }) => bytes().length === 1_000_000));
});

test('either side may end what it writes and still read, and closing one stream leaves the others', async () => {
  const [one, other] = await openAll(pair(), 2);
  if (one === undefined || other === undefined) throw new Error('not taken');
  const got = heard(one.owner);
  one.visitor.end('last');
  await once(one.owner, 'end');
  assert.is(got.bytes().toString(), 'last');
  const answer = heard(one.visitor);
  one.owner.write('answer');
  await until(() => answer.bytes().toString() === 'answer');
  one.owner.destroy();
  await once(one.visitor, 'close');
  const still = heard(other.visitor);
  other.owner.write('still here');
  await until(() => still.bytes().toString() === 'still here');
});

test('a visitor who is refused is told so, and one whose connection is lost, too', async () => {
  const both = pair();
  const refused = both.asking.open(Buffer.from('ada'));
  await until(() => both.offers.length === 1);
  const [offer] = both.offers;
  if (offer !== undefined) both.owning.refuse(offer.stream);
  assert.is(await refused.answer, 'refused');
  assert.ok(refused.stream.destroyed);
  const { visitor, owner } = await open(both);
  const waiting = both.asking.open(Buffer.from('bob'));
  both.near.destroy();
  assert.is(await waiting.answer, 'ended');
  assert.ok(visitor.destroyed);
  both.far.destroy();
  await until(() => owner.destroyed);
  assert.is(await both.asking.open(Buffer.from('eve')).answer, 'ended');
});

test('a session says when nobody is left', async () => {
  const [near] = duplexPair();
  let times = 0;
  const session = new RelaySession(near, { unused: () => void times++ });
  const streams = ['ada', 'bob'].map((name) => session.open(Buffer.from(name)).stream);
  streams[0]?.destroy();
  assert.is(times, 0);
  streams[1]?.destroy();
  assert.is(times, 1);
});

function frame(kind: number, stream: number, payload: Buffer, length = payload.length): Buffer {
  const head = Buffer.alloc(11);
  head.writeUInt8(kind, 0);
  head.writeUInt16BE(1, 1);
  head.writeUInt32BE(length, 3);
  head.writeUInt32BE(stream, 7);
  return Buffer.concat([head, payload]);
}

test('what is no frame ends the connection, and nothing after it is read', async () => {
  const offer = frame(1, 1, Buffer.from('ada'));
  const wrong: Record<string, readonly Buffer[]> = {
    'a kind that does not exist': [frame(0, 1, Buffer.alloc(0))],
    'another one': [frame(8, 1, Buffer.alloc(0))],
    'more than a frame may have': [frame(4, 1, Buffer.alloc(0), 65_537)],
    'a number of bytes that is none': [offer, frame(5, 1, Buffer.alloc(3))],
    'a visitor who is there already': [offer, offer],
  };
  for (const [what, frames] of Object.entries(wrong)) {
    const both = pair();
    both.near.write(Buffer.concat([...frames, frame(1, 9, Buffer.from('eve'))]));
    await until(() => both.far.destroyed);
    assert.ok(
      both.offers.every(({ message }) => message.toString() === 'ada'),
      what,
    );
    assert.ok(
      both.offers.every(({ stream }) => stream.destroyed),
      what,
    );
  }
  // The node that connected is offered nobody.
  const both = pair();
  both.far.write(frame(1, 1, Buffer.from('ada')));
  await until(() => both.near.destroyed);
});

test('frames for a stream that was closed are not missed by anybody, and may come byte by byte', async () => {
  const both = pair();
  const bytes = Buffer.concat([
    frame(4, 7, Buffer.from('gone')),
    frame(1, 1, Buffer.from('ada')),
    frame(4, 1, Buffer.from('hello')),
  ]);
  for (const byte of bytes) {
    both.near.write(Buffer.of(byte));
    await new Promise(setImmediate);
  }
  await until(() => both.offers.length === 1);
  const got = heard(both.offers[0]?.stream ?? both.near);
  await until(() => got.bytes().toString() === 'hello');
});

test.run();
