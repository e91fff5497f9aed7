/** Taught files: the same bytes from the compiled core and from TypeScript, and what is refused. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { InstrumentSpec } from '../../src/shared/instrument/instrument-spec.ts';
import { decodeTaught, encodeTaught, learningHash, type Taught } from '../../src/shared/taught.ts';
import { code, instrument, resealed, taught, taughtFile } from '../support/taught-files.ts';
import { TAUGHT_SPEC } from '../support/taught-spec.ts';

const GOLDEN = 'test/golden/taught/glass-1.taught';

test('TypeScript reads what the core writes, and writes the same bytes again', () => {
  const file = taught().save();
  const read = decodeTaught(file);
  assert.is(read.mode_id, 'glass');
  assert.is(read.learning_hash, learningHash(TAUGHT_SPEC));
  assert.equal(read.layers, TAUGHT_SPEC.layers);
  assert.equal(read.examples[1], { inputs: [32768, 16384], outputs: [30000, 5, 1234] });
  assert.equal(encodeTaught(read), file);
});

test('a loaded instrument answers as the one that was taught', () => {
  const source = taught();
  const target = instrument({ seed: 99 });
  target.load(source.save());
  for (const place of [
    [0, 0],
    [11111, 22222],
    [32768, 32768],
  ]) {
    assert.equal(target.map(place), source.map(place));
  }
  assert.is(target.exampleCount, 2);
  assert.equal(target.save(), source.save());
});

test('a file from before anchors gives back each sound that was taught, and is saved as it was', () => {
  const file = new Uint8Array(readFileSync(GOLDEN));
  const target = instrument();
  target.load(file);
  assert.equal(target.save(), file);
  const { examples } = decodeTaught(file);
  assert.is(examples.length, 2);
  for (const { inputs, outputs } of examples) {
    for (const [index, unit] of target.map(inputs).entries()) {
      assert.ok(Math.abs(unit - (outputs[index] ?? 0)) <= 8, `${unit}, taught ${outputs[index]}`);
    }
  }
});

test('a file saved while teaching is learned holds all that was taught', () => {
  const early = instrument();
  early.addExample([0, 32768], [100, 20000, 32768]);
  const file = early.save();
  const late = instrument();
  late.addExample([0, 32768], [100, 20000, 32768]);
  while (late.trainProgress().state === 'running') late.trainStep(1);
  assert.equal(late.save(), file);
});

/** [what, how the instrument differs from the one that was taught, verdict] */
const FITS: readonly (readonly [string, Partial<InstrumentSpec>, string])[] = [
  ['another name of the mode', { mode_id: 'other' }, 'accepted'],
  ['another seed and spread', { seed: 3, default_spread: 1 }, 'accepted'],
  ['other channels', { channels: ['joy_x', 'joy_y'] }, 'file_mismatch'],
  ['channels in another order', { channels: ['pad_y', 'pad_x'] }, 'file_mismatch'],
  ['other params', { params: ['index_c_x', 'decay_ms', 'level_db'] }, 'file_mismatch'],
  ['another hidden layer', { layers: [2, 6, 6, 3] }, 'file_mismatch'],
  ['fewer places for examples', { example_capacity: 1 }, 'examples_full'],
];
for (const [what, spec, verdict] of FITS) {
  test(`an instrument with ${what}: ${verdict}`, () => {
    const target = instrument(spec);
    const before = target.save();
    assert.is(
      code(() => target.load(taught().save())),
      verdict,
    );
    if (verdict !== 'accepted') assert.equal(target.save(), before);
  });
}

test('the core and TypeScript refuse every file cut short, and change nothing', () => {
  const file = taught().save();
  const target = instrument();
  const before = target.save();
  for (let size = 0; size < file.length; size += 1) {
    const cut = file.slice(0, size);
    const expected = size < 4 ? 'file_foreign' : 'file_damaged';
    assert.is(
      code(() => target.load(cut)),
      expected,
    );
    assert.is(
      code(() => decodeTaught(cut)),
      expected,
    );
  }
  assert.equal(target.save(), before);
});

test('the core and TypeScript refuse every file with a flipped bit, alike', () => {
  const file = taught().save();
  const target = instrument();
  const before = target.save();
  for (let bit = 0; bit < file.length * 8; bit += 1) {
    const flipped = file.slice();
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    const verdict = code(() => target.load(flipped));
    assert.ok(['file_foreign', 'file_damaged'].includes(verdict), `bit ${bit}: ${verdict}`);
    assert.is(
      code(() => decodeTaught(flipped)),
      verdict,
    );
  }
  assert.equal(target.save(), before);
});

test('a newer version is told apart from damage', () => {
  const newer = resealed(taught().save(), (bytes) => {
    bytes[4] = 4;
  });
  assert.is(
    code(() => instrument().load(newer)),
    'file_newer',
  );
  assert.is(
    code(() => decodeTaught(newer)),
    'file_newer',
  );
});

test('numbers no core writes are damage, whatever the CRC says', () => {
  const file = taught().save();
  const lastUnit = resealed(file, (bytes) => bytes.fill(0xff, bytes.length - 2));
  const wildWeight = resealed(file, (bytes) =>
    bytes.set([0xff, 0xff, 0xff, 0x7f], 16 + 1 + 5 + 1 + 8 + 2),
  );
  const target = instrument();
  const before = target.save();
  for (const forged of [lastUnit, wildWeight]) {
    assert.is(
      code(() => target.load(forged)),
      'file_damaged',
    );
  }
  for (const forged of [lastUnit, wildWeight]) {
    assert.is(
      code(() => decodeTaught(forged)),
      'file_damaged',
    );
  }
  assert.equal(target.save(), before);
});

test('a file of no mode is damage to both readers', () => {
  const forged = resealed(taughtFile, (bytes) => {
    bytes[17] = 0x47;
  });
  const target = instrument();
  for (const read of [() => target.load(forged), () => decodeTaught(forged)]) {
    assert.is(code(read), 'file_damaged');
  }
});

test('a short file that claims a network of gigabytes, or no version, is damage and costs no memory', () => {
  const layersAt = 16 + 1 + 5 + 1;
  const claims = [
    (bytes: Uint8Array) => bytes.fill(0xff, layersAt, layersAt + 8),
    (bytes: Uint8Array) => bytes.set([2, 0, 0, 0x40, 0, 0x40, 3, 0], layersAt),
    (bytes: Uint8Array) => bytes.set([0, 0], 4),
  ];
  const target = instrument();
  const before = process.memoryUsage().arrayBuffers;
  for (const claim of claims) {
    const forged = resealed(taughtFile, claim);
    assert.is(
      code(() => decodeTaught(forged)),
      'file_damaged',
    );
    assert.is.not(
      code(() => target.load(forged)),
      'accepted',
    );
  }
  assert.ok(process.memoryUsage().arrayBuffers - before < 1 << 26);
});

test('any bytes behind a fitting CRC are accepted whole or refused, never half taken', () => {
  const target = instrument();
  const before = target.save();
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 13, maxLength: 300 }), (noise) => {
      const forged = resealed(taughtFile, (bytes) =>
        bytes.set(noise.subarray(0, bytes.length - 12), 12),
      );
      const verdict = code(() => target.load(forged));
      assert.is.not(verdict, 'accepted');
      assert.equal(target.save(), before);
      code(() => decodeTaught(forged));
    }),
  );
});

test('no file is taken up while training runs, and saving is possible', () => {
  const target = taught();
  const file = target.save();
  target.jitter(32768);
  target.trainBegin({ learning_rate: 1, max_iterations: 1000, min_error: 0 });
  target.trainStep(3);
  assert.is(
    code(() => target.load(file)),
    'training',
  );
  assert.is(target.save().length, file.length);
});

test('TypeScript writes no file that does not fit together', () => {
  const good: Taught = decodeTaught(taughtFile);
  const bad: readonly Taught[] = [
    { ...good, mode_id: 'Ä' },
    { ...good, weights: good.weights.slice(1) },
    { ...good, weights: good.weights.map(() => 2 ** 31 - 1) },
    { ...good, examples: [{ inputs: [1], outputs: [1, 2, 3] }] },
    { ...good, examples: [{ inputs: [1, 32769], outputs: [1, 2, 3] }] },
    { ...good, examples: [{ inputs: [1, 2], outputs: [1, 2, 0.5] }] },
    { ...good, examples: [{ inputs: [1, Number.NaN], outputs: [1, 2, -1] }] },
    { ...good, examples: Array(65536).fill({ inputs: [1, 2], outputs: [1, 2, 3] }) },
    { ...good, locks: new Map([[3, 0]]) },
    { ...good, locks: new Map([[-1, 0]]) },
    { ...good, locks: new Map([[0, 32769]]) },
    { ...good, locks: new Map([[0, 0.5]]) },
    { ...good, scale: 2 },
    { ...good, scale: 0xc001 },
    { ...good, scale: 1.5 },
    { ...good, layers: [2, 3], weights: new Int32Array(9) },
    { ...good, layers: [2, 257, 3], weights: new Int32Array(257 * 3 + 258 * 3) },
    { ...good, layers: Array(11).fill(1), weights: new Int32Array(20) },
  ];
  for (const each of bad) {
    assert.throws(
      () => encodeTaught(each),
      (error: unknown) => error instanceof RangeError,
    );
  }
});

test.run();
