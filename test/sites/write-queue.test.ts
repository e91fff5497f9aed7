/** In which order a store writes what waits. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { WriteRequest } from '../../src/sites/lmdb-tables.ts';
import { WriteQueue } from '../../src/sites/write-queue.ts';
import { randomOf } from '../fuzz/random.ts';

const LARGE = 1_048_576;

let id = 0;
const request = (site: string, bytes = 100): WriteRequest => {
  id += 1;
  return {
    id,
    bytes,
    writes: [
      ['log', [site, id]],
      ['sites', site],
    ],
  };
};

function queueOf(...requests: readonly WriteRequest[]): WriteQueue {
  const queue = new WriteQueue();
  for (const one of requests) queue.add(one);
  return queue;
}

test('small requests are one transaction, and an empty queue has none', () => {
  const [a, b] = [request('a'), request('b')];
  const queue = queueOf(a, b);
  assert.equal(queue.take(), [a, b]);
  assert.equal(queue.take(), []);
});

test('a large request waits for small ones of other sites, and they for no more than one', () => {
  const [large, larger, b] = [request('a', LARGE), request('c', LARGE), request('b')];
  const queue = queueOf(large, larger, b);
  assert.equal(queue.take(), [b]);
  const later = request('b');
  queue.add(later);
  assert.equal(queue.take(), [large]);
  assert.equal(queue.take(), [later]);
  assert.equal(queue.take(), [larger]);
});

test('what changes the same site keeps its order', () => {
  const [large, after, other] = [request('a', LARGE), request('a'), request('b')];
  const queue = queueOf(large, after, other);
  assert.equal(queue.take(), [other]);
  assert.equal(queue.take(), [large]);
  assert.equal(queue.take(), [after]);
});

test('a transaction of small requests ends at 16 MB', () => {
  const requests = Array.from({ length: 40 }, (_, index) => request(`site-${index}`, LARGE - 1));
  const queue = queueOf(...requests);
  assert.equal(queue.take(), requests.slice(0, 17));
});

test('of random requests each is written once, those of a site in their order', () => {
  const random = randomOf(3);
  const queue = new WriteQueue();
  const written: WriteRequest[] = [];
  const added: WriteRequest[] = [];
  for (let round = 0; round < 2_000; round++) {
    for (let count = random(4); count > 0; count--) {
      const two: WriteRequest = request(`site-${random(6)}`, random(4) === 0 ? LARGE : 100);
      const other = request(`site-${random(6)}`);
      const one = random(5) === 0 ? { ...two, writes: [...two.writes, ...other.writes] } : two;
      added.push(one);
      queue.add(one);
    }
    written.push(...queue.take());
  }
  for (let more = queue.take(); more.length > 0; more = queue.take()) written.push(...more);
  assert.is(written.length, added.length);
  const named = (requests: readonly WriteRequest[], site: string) =>
    requests.filter(({ writes }) => writes.some(([, key]) => key === site)).map((one) => one.id);
  for (let site = 0; site < 6; site++) {
    assert.equal(named(written, `site-${site}`), named(added, `site-${site}`));
  }
});

test.run();
