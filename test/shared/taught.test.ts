/** Taught files: the same bytes from the compiled core and from TypeScript, and what is refused. */
import { readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { crc32 } from '../../src/shared/crc32.ts';
import { Abi, InstrumentError } from '../../src/shared/instrument/abi.ts';
import type { InstrumentSpec } from '../../src/shared/instrument/instrument-spec.ts';
import { WasmInstrument } from '../../src/shared/instrument/wasm-instrument.ts';
import {
  decodeTaught,
  encodeTaught,
  learningHash,
  type Taught,
  TaughtError,
  withChoices,
} from '../../src/shared/taught.ts';
import { TAUGHT_SPEC } from '../support/taught-spec.ts';

const GOLDEN = 'test/golden/taught/glass-1.taught';
const GOLDEN_SCALE = 'test/golden/taught/glass-3.taught';
const GOLDEN_LOCKS = 'test/golden/taught/glass-2.taught';

const module = new WebAssembly.Module(readFileSync('build/wasm/ensemble.wasm'));
const instrument = (spec: Partial<InstrumentSpec> = {}): WasmInstrument =>
  new WasmInstrument(new Abi(new WebAssembly.Instance(module)), { ...TAUGHT_SPEC, ...spec });

function taught(): WasmInstrument {
  const made = instrument();
  made.addExample([0, 32768], [100, 20000, 32768]);
  made.addExample([32768, 16384], [30000, 5, 1234]);
  made.trainBegin();
  while (made.trainProgress().state === 'running') made.trainStep(1000);
  return made;
}

const taughtFile = taught().save();

const code = (action: () => unknown): string => {
  try {
    action();
    return 'accepted';
  } catch (error) {
    if (error instanceof InstrumentError || error instanceof TaughtError) return error.code;
    throw error;
  }
};

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

/** A file with some bytes changed and the CRC that fits them. */
function resealed(file: Uint8Array, change: (bytes: Uint8Array) => void): Uint8Array {
  const bytes = file.slice();
  change(bytes);
  const counted = new Uint8Array([...bytes.subarray(0, 8), ...bytes.subarray(12)]);
  new DataView(bytes.buffer).setUint32(8, crc32(counted), true);
  return bytes;
}

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

/** What was taught, with two of its three params locked. */
function locked(): WasmInstrument {
  const made = taught();
  made.setParam(0, 32768);
  made.locks.lock(0);
  made.setParam(2, 77);
  made.locks.lock(2);
  return made;
}

test('locks are kept behind the lessons, the same bytes from the core and from TypeScript', () => {
  const file = locked().save();
  assert.is(file.length, taughtFile.length + 1 + 4);
  assert.is(file[4], 2);
  const read = decodeTaught(file);
  assert.equal(
    [...read.locks],
    [
      [0, 32768],
      [2, 77],
    ],
  );
  assert.equal(encodeTaught(read), file);
  const target = instrument({ seed: 99 });
  target.load(file);
  assert.equal(target.locks.read(), read.locks);
  assert.equal(target.save(), file);
});

test('a file without locks is of version 1, and clears the locks of what loads it', () => {
  const made = locked();
  made.locks.unlock(0);
  made.locks.unlock(2);
  assert.equal(made.save(), taughtFile);
  const target = locked();
  target.load(taughtFile);
  assert.is(target.locks.read().size, 0);
  assert.equal(target.save(), taughtFile);
});

test('a file with locks is golden, and the locks of a file can be taken off and put on', () => {
  const file = locked().save();
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(GOLDEN_LOCKS, file);
  assert.equal(new Uint8Array(readFileSync(GOLDEN_LOCKS)), file);
  assert.equal(withChoices(file), taughtFile);
  assert.is(withChoices(taughtFile), taughtFile);
  assert.equal(withChoices(taughtFile, decodeTaught(file)), file);
});

test('locks that no core writes are damage to both readers, and change nothing', () => {
  const file = locked().save();
  const bits = taughtFile.length;
  const forged = [
    resealed(file, (bytes) => bytes.set([0], bits)),
    resealed(file, (bytes) => bytes.set([0b1001], bits)),
    resealed(file, (bytes) => bytes.set([0b111], bits)),
    resealed(file, (bytes) => bytes.set([0b1], bits)),
    resealed(file, (bytes) => bytes.set([1, 0x80], bits + 1)),
    resealed(file.slice(0, bits), () => undefined),
    resealed(file.slice(0, -1), () => undefined),
    resealed(new Uint8Array([...file, 0]), () => undefined),
    resealed(file, (bytes) => bytes.set([1], 4)),
    resealed(taughtFile, (bytes) => bytes.set([2], 4)),
  ];
  const target = locked();
  const before = target.save();
  for (const each of forged) {
    assert.is(
      code(() => target.load(each)),
      'file_damaged',
    );
    assert.is(
      code(() => decodeTaught(each)),
      'file_damaged',
    );
  }
  assert.equal(target.save(), before);
});

/** D dorian. */
const SCALE = (2 << 12) | 1709;

/** What was taught, in a scale, without locks or with two. */
function tuned(made: WasmInstrument): WasmInstrument {
  made.tuning.setScale(SCALE);
  return made;
}

test('a scale is kept before the locks, the same bytes from the core and from TypeScript', () => {
  const [file, both] = [tuned(taught()).save(), tuned(locked()).save()];
  assert.is(file.length, taughtFile.length + 2);
  assert.is(both.length, file.length + 1 + 4);
  for (const each of [file, both]) {
    assert.is(each[4], 3);
    const read = decodeTaught(each);
    assert.is(read.scale, SCALE);
    assert.is(read.locks.size, each === both ? 2 : 0);
    assert.equal(encodeTaught(read), each);
    const target = instrument({ seed: 99 });
    target.load(each);
    assert.is(target.tuning.scale, SCALE);
    assert.equal(target.save(), each);
  }
  const target = tuned(taught());
  target.load(taughtFile);
  assert.is(target.tuning.scale, 0);
});

test('a file with a scale is golden, and its choices can be taken off and put on', () => {
  const file = tuned(locked()).save();
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(GOLDEN_SCALE, file);
  assert.equal(new Uint8Array(readFileSync(GOLDEN_SCALE)), file);
  assert.equal(withChoices(file), taughtFile);
  assert.equal(withChoices(taughtFile, decodeTaught(file)), file);
  assert.equal(withChoices(file, decodeTaught(locked().save())), locked().save());
});

test('a scale that no core writes is damage to both readers, and changes nothing', () => {
  const file = tuned(locked()).save();
  const at = taughtFile.length;
  const forged = [
    resealed(file, (bytes) => bytes.set([0, 0], at)),
    resealed(file, (bytes) => bytes.set([2], at)),
    resealed(file, (bytes) => bytes.set([0xc0], at + 1)),
    resealed(file, (bytes) => bytes.set([0], at + 2)),
    resealed(file, (bytes) => bytes.set([2], 4)),
    resealed(file.slice(0, -1), () => undefined),
    resealed(file.slice(0, at + 3), () => undefined),
    resealed(file.slice(0, at + 1), () => undefined),
    resealed(new Uint8Array([...file, 0]), () => undefined),
    resealed(taughtFile, (bytes) => bytes.set([3], 4)),
  ];
  const target = tuned(locked());
  const before = target.save();
  for (const each of forged) {
    assert.is(
      code(() => target.load(each)),
      'file_damaged',
    );
    assert.is(
      code(() => decodeTaught(each)),
      'file_damaged',
    );
  }
  assert.equal(target.save(), before);
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
