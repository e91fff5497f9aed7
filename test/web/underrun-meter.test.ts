/** How late an audio thread is, told from clocks alone. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { UnderrunMeter } from '../../src/web/worklet/underrun-meter.ts';

const RATE_HZ = 48000;
const BLOCK_MS = (1000 * 128) / RATE_HZ;

/** Feeds blocks `from` to `to`, block `n` beginning at `at(n)`. @returns what it makes of them. */
function late(
  meter: UnderrunMeter,
  from: number,
  to: number,
  at: (block: number) => number,
): number {
  for (let block = from; block < to; block += 1) meter.block(at(block), block * 128, RATE_HZ);
  return meter.take();
}

test('blocks in time are not late, whatever the clock started at', () => {
  assert.ok(late(new UnderrunMeter(), 0, 1000, (block) => 1e12 + block * BLOCK_MS) < 0.01);
});

test('blocks in the bursts of a device are late by no more than a burst', () => {
  const found = late(new UnderrunMeter(), 0, 1000, (block) => Math.floor(block / 4) * 4 * BLOCK_MS);
  assert.ok(found > 2 * BLOCK_MS && found < 4 * BLOCK_MS, `${found} ms`);
});

test('a stall is told once, with its length', () => {
  const meter = new UnderrunMeter();
  // After the stall the thread catches up: eight blocks in the time of one.
  const at = (block: number): number =>
    block < 500 ? block * BLOCK_MS : Math.max(block * BLOCK_MS, 580 + (block - 500) * 0.3 + 830);
  const found = late(meter, 0, 900, at);
  assert.ok(Math.abs(found - (580 + 830 - 500 * BLOCK_MS)) < 1, `${found} ms`);
  assert.ok(late(meter, 900, 1000, at) < 0.1);
});

test('a pause that the device never makes up for is told once', () => {
  const meter = new UnderrunMeter();
  const at = (block: number): number => block * BLOCK_MS + (block < 500 ? 0 : 170);
  const found = late(meter, 0, 900, at);
  assert.ok(Math.abs(found - 170) < 1, `${found} ms`);
  assert.ok(late(meter, 900, 1400, at) < 0.1);
});

test('a thread that is always a tenth too slow is late all the time', () => {
  const meter = new UnderrunMeter();
  for (let second = 0; second < 5; second += 1) {
    const found = late(meter, second * 375, (second + 1) * 375, (block) => block * BLOCK_MS * 1.1);
    assert.ok(found > 49, `${found} ms`);
  }
});

test('a clock that runs slower than the device is no meter', () => {
  assert.ok(late(new UnderrunMeter(), 0, 100_000, (block) => block * BLOCK_MS * 1.001) < 0.1);
});

test.run();
