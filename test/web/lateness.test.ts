/** How late an audio thread is, told from clocks alone. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Lateness } from '../../src/web/worklet/lateness.ts';

const RATE_HZ = 48000;
const BLOCK_MS = (1000 * 128) / RATE_HZ;

/** Feeds blocks `from` to `to`, block `n` beginning at `at(n)`. @returns what it makes of them. */
function late(lateness: Lateness, from: number, to: number, at: (block: number) => number): number {
  for (let block = from; block < to; block += 1) lateness.block(at(block), block * 128, RATE_HZ);
  return lateness.take();
}

test('blocks in time are not late, whatever the clock started at', () => {
  assert.ok(late(new Lateness(), 0, 1000, (block) => 1e12 + block * BLOCK_MS) < 0.01);
});

test('blocks in the bursts of a device are late by no more than a burst', () => {
  const found = late(new Lateness(), 0, 1000, (block) => Math.floor(block / 4) * 4 * BLOCK_MS);
  assert.ok(found > 2 * BLOCK_MS && found < 4 * BLOCK_MS, `${found} ms`);
});

test('a stall is told once, with its length', () => {
  const lateness = new Lateness();
  // After the stall the thread catches up: eight blocks in the time of one.
  const at = (block: number): number =>
    block < 500 ? block * BLOCK_MS : Math.max(block * BLOCK_MS, 580 + (block - 500) * 0.3 + 830);
  const found = late(lateness, 0, 900, at);
  assert.ok(Math.abs(found - (580 + 830 - 500 * BLOCK_MS)) < 1, `${found} ms`);
  assert.ok(late(lateness, 900, 1000, at) < 0.1);
});

test('a clock that runs slower than the device is no lateness', () => {
  assert.ok(late(new Lateness(), 0, 100_000, (block) => block * BLOCK_MS * 1.001) < 0.1);
});

test.run();
