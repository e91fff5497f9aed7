/** Locks and scales in taught files: the same bytes from the compiled core and from TypeScript, and what is refused. */
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { WasmInstrument } from '../../src/shared/instrument/wasm-instrument.ts';
import { decodeTaught, encodeTaught, withChoices } from '../../src/shared/taught.ts';
import { code, instrument, resealed, taught, taughtFile } from '../support/taught-files.ts';

const GOLDEN_LOCKS = 'test/golden/taught/glass-2.taught';
const GOLDEN_SCALE = 'test/golden/taught/glass-3.taught';

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

test.run();
