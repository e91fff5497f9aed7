/** How long the client waits before it connects again. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Retry } from '../../../src/shared/site/retry.ts';

/** What about is waited each time, of a server that is away. */
function delays(retry: Retry, count: number): number[] {
  return Array.from({ length: count }, () => Math.round(retry.next(0, 0.5)));
}

test('the first attempt comes after a tenth of a second, each later one after longer, up to 15 seconds', () => {
  assert.equal(delays(new Retry(), 5), [100, 170, 289, 491, 835]);
  assert.is(delays(new Retry(), 40).at(-1), 15_000);
});

test('people who are cut off together come back at different times', () => {
  assert.equal(
    [0, 0.5, 1].map((random) => new Retry().next(0, random)),
    [50, 100, 150],
  );
});

test('after a connection that lasted, the wait is short again', () => {
  const retry = new Retry();
  delays(retry, 5);
  retry.opened(10_000);
  assert.is(retry.next(11_000, 0.5), 100);
});

test('a server that lets people in and closes at once is asked less and less often', () => {
  const retry = new Retry();
  const waits = [0, 1, 2].map((second) => {
    retry.opened(second * 1_000);
    return Math.round(retry.next(second * 1_000 + 999, 0.5));
  });
  assert.equal(waits, [100, 170, 289]);
});

test('a connection that lasted counts once', () => {
  const retry = new Retry();
  retry.opened(0);
  assert.equal(
    [5_000, 10_000].map((now) => Math.round(retry.next(now, 0.5))),
    [100, 170],
  );
});

test('whoever asks for a connection does not wait for what went wrong before', () => {
  const retry = new Retry();
  delays(retry, 10);
  retry.reset();
  assert.equal(delays(retry, 2), [100, 170]);
});

test.run();
