/** The fuzzer finds what is wrong, and each order of inputs again from its seed; every target takes its corpus. */
import { readdirSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { mutateBytes, pack, unpack } from './bytes.ts';
import { fuzz, type Outcome } from './fuzzer.ts';
import { randomOf } from './random.ts';
import type { Target } from './target.ts';
import { CORPUS, TARGET_NAMES } from './targets.ts';
import { mutateUpdate, readUpdate, writeUpdate } from './update-model.ts';

const of = (run: Target['run'], limitMs = 1_000): Target => ({
  seeds: [Uint8Array.of(1, 2, 3)],
  limitMs,
  mutate: mutateBytes,
  run,
});

/** What the fuzzer makes of a target, and the inputs it tried. */
async function tried(
  target: Target,
  seconds: number,
): Promise<{ outcome: Outcome; inputs: string[] }> {
  const inputs: string[] = [];
  const starting = (input: Uint8Array) => {
    inputs.push(Buffer.from(input).toString('hex'));
  };
  const outcome = await fuzz(target, { seed: 9, seconds, corpus: [], starting, collect: () => {} });
  return { outcome, inputs };
}

test('an input that breaks a promise is found through verdicts that lead to it, and given', async () => {
  const run = ([first = 0, second = 0, third = 0]: Uint8Array): string => {
    if (first === 0xff && second === 0x80 && third === 0x7f) throw new Error('broken');
    return [first === 0xff, first === 0xff && second === 0x80].join();
  };
  const { outcome } = await tried(of(run), 60);
  assert.match(outcome.failure?.message ?? '', /broken/);
  assert.equal([...(outcome.failure?.input ?? [])].slice(0, 3), [0xff, 0x80, 0x7f]);
});

test('the same seed tries the same inputs in the same order', async () => {
  const run = (input: Uint8Array) => String(input.length % 7);
  const [one, two] = [await tried(of(run), 1), await tried(of(run), 1)];
  const both = Math.min(one.inputs.length, two.inputs.length);
  assert.ok(both > 20, `${both} inputs`);
  assert.equal(one.inputs.slice(0, both), two.inputs.slice(0, both));
});

test('an input that keeps the processor too long is a failure', async () => {
  const run = () => {
    const before = process.cpuUsage();
    while (process.cpuUsage(before).user < 100_000);
    return '';
  };
  const { outcome } = await tried(of(run, 5), 5);
  assert.match(outcome.failure?.message ?? '', /took \d+ ms, and may take 25 ms/);
});

test('memory that grows without end is a failure', async () => {
  const kept: Uint8Array[] = [];
  const run = () => {
    kept.push(new Uint8Array(400_000));
    return String(kept.length > 3);
  };
  const { outcome } = await tried(of(run), 2);
  assert.match(outcome.failure?.message ?? '', /memory grew by \d+ bytes/);
});

test('messages are packed and unpacked, and updates taken apart and put together again', () => {
  const messages = [Uint8Array.of(), Uint8Array.of(1, 2), new Uint8Array(300)];
  assert.equal(unpack(pack(messages)), messages);
  const update = Uint8Array.of(1, 1, 5, 0, 4, 1, 1, 97, 2, 104, 105, 1, 5, 1, 0, 1);
  const parts = readUpdate(update);
  assert.ok(parts);
  assert.equal(writeUpdate(parts), update);
  const random = randomOf(3);
  for (let at = 0; at < 2_000; at++) {
    const changed = writeUpdate(mutateUpdate(parts, [[5, 1]], random));
    assert.ok(changed.length > 0);
  }
});

test('every target has a corpus, and there is none without its target', () => {
  assert.equal(readdirSync(CORPUS).sort(), [...TARGET_NAMES].sort());
  for (const name of TARGET_NAMES) assert.ok(readdirSync(`${CORPUS}/${name}`).length > 1, name);
});

test.run();
