/** Work of open sites leaves time to everyone else in each turn of the event loop. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { EventLoop } from '../../src/sites/event-loop.ts';

const PIECE_MS = 5;

function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

/** Counts turns of the event loop until `end` is called. */
function countTurns(): { now: number; end(): void } {
  const turns = {
    now: 0,
    end: () => {
      counting = false;
    },
  };
  let counting = true;
  const next = () => {
    turns.now += 1;
    if (counting) setImmediate(next);
  };
  setImmediate(next);
  return turns;
}

test('pieces of many sites that come together are done in several turns, a few in each', async () => {
  const loop = new EventLoop();
  const turns = countTurns();
  const done: number[] = [];
  const pieces = Array.from({ length: 20 }, async () => {
    await loop.turn();
    work(PIECE_MS);
    // As deep as a room's work before it waits.
    await Promise.resolve();
    await Promise.resolve();
    done.push(turns.now);
  });
  await Promise.all(pieces);
  turns.end();
  for (const turn of new Set(done)) {
    assert.ok(done.filter((one) => one === turn).length <= 2, done.join());
  }
});

test('short pieces share a turn', async () => {
  const loop = new EventLoop();
  const turns = countTurns();
  await Promise.all(Array.from({ length: 50 }, () => loop.turn()));
  turns.end();
  assert.ok(turns.now <= 2, `${turns.now}`);
});

test('what has the highest priority is done first, and everything in the end', async () => {
  const loop = new EventLoop();
  const order: number[] = [];
  const piece = async (priority: number) => {
    await loop.turn(() => priority);
    work(PIECE_MS * 2);
    order.push(priority);
  };
  const low = piece(-1_000);
  // One after another, so that something of a higher priority waits all the time.
  const high = (async () => {
    for (let at = 0; at < 200 && !order.includes(-1_000); at++) {
      await Promise.all([piece(1), piece(2)]);
    }
  })();
  await Promise.all([low, high]);
  assert.equal(order.slice(0, 2), [2, 1]);
  assert.ok(order.indexOf(-1_000) > 2, order.join());
});

test('a turn in which messages took long has no piece, and the next one has', async () => {
  const loop = new EventLoop();
  const turns = countTurns();
  await new Promise(setImmediate);
  const piece = loop.turn().then(() => turns.now);
  loop.spend(20);
  assert.ok(loop.isBusy);
  const before = turns.now;
  const at = await piece;
  assert.not.ok(loop.isBusy);
  turns.end();
  assert.is(at - before, 2);
});

test('messages that took long in a turn keep pieces that come after them to the next one', async () => {
  const loop = new EventLoop();
  const turns = countTurns();
  await new Promise(setImmediate);
  loop.spend(20);
  const before = turns.now;
  await loop.turn();
  assert.is(turns.now - before, 2);
  const next = turns.now;
  await loop.turn();
  turns.end();
  assert.is(turns.now - next, 1, 'and not further ones');
});

test.run();
