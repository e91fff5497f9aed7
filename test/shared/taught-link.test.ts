/** Links that carry what an instrument was taught: read back as written, refused by name when they cannot be. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MODES } from '../../build/ts/registry.ts';
import { fourDrummers } from '../../src/shared/instrument/four-drummers.ts';
import { modeSpec } from '../../src/shared/instrument/mode-spec.ts';
import {
  decodeTaughtLink,
  encodeTaughtLink,
  isTaughtLink,
  TaughtLinkError,
} from '../../src/shared/taught-link.ts';

const SHAPE = { engine_id: 'a', channels: ['x', 'y'], layers: [2, 4, 3], params: ['a', 'b', 'c'] };
const SPACES = 5;
const unit = fc.integer({ min: 0, max: 32768 });
const units = (count: number) => fc.array(unit, { minLength: count, maxLength: count });
const examples = fc.array(
  fc.record({ inputs: units(2), outputs: units(3) }, { noNullPrototype: true }),
  { maxLength: 64 },
);

const faultOf = (fragment: string, shape = SHAPE): string => {
  try {
    decodeTaughtLink(fragment, shape, SPACES);
    return 'none';
  } catch (error) {
    return error instanceof TaughtLinkError ? error.fault : String(error);
  }
};

test('any examples, and any file, are read back as they were written', () => {
  const content = fc.record({
    voiceSpace: fc.integer({ min: 0, max: SPACES - 1 }),
    taught: fc.oneof(examples, fc.uint8Array({ maxLength: 300 })),
  });
  fc.assert(
    fc.property(content, (link) => {
      const fragment = encodeTaughtLink(SHAPE, link);
      assert.match(fragment, /^#taught=1\.[\w-]*$/);
      assert.ok(isTaughtLink(fragment));
      const read = decodeTaughtLink(fragment, SHAPE, SPACES);
      assert.equal({ ...read, taught: [...read.taught] }, { ...link, taught: [...link.taught] });
    }),
  );
});

test('four taught sounds of a drum machine are a few hundred letters', () => {
  const mode = MODES.find(({ modeId }) => modeId === 'drum_sequencer');
  if (mode === undefined) throw new Error('no drum machine');
  const taught = fourDrummers(mode);
  const fragment = encodeTaughtLink(modeSpec(mode), { voiceSpace: 0, taught });
  assert.ok(fragment.length < 400, `${fragment.length} letters`);
});

test('a cut, a changed letter, another instrument and a later version are told apart', () => {
  const taught = [{ inputs: [1, 2], outputs: [3, 4, 5] }];
  const fragment = encodeTaughtLink(SHAPE, { voiceSpace: 4, taught });
  assert.is(faultOf(fragment), 'none');
  for (let end = '#taught=1.'.length; end < fragment.length; end += 1) {
    assert.is(faultOf(fragment.slice(0, end)), 'damaged', `cut at ${end}`);
  }
  for (let at = '#taught=1.'.length; at < fragment.length - 1; at += 1) {
    const other = fragment[at] === 'A' ? 'B' : 'A';
    const changed = fragment.slice(0, at) + other + fragment.slice(at + 1);
    assert.is(faultOf(changed), 'damaged', `changed at ${at}`);
  }
  assert.is(faultOf(`${fragment}AAAA`), 'damaged');
  assert.is(faultOf(fragment, { ...SHAPE, engine_id: 'b' }), 'foreign');
  assert.is(faultOf(fragment.replace('=1.', '=2.')), 'damaged', 'the locks are missing');
  assert.is(faultOf(fragment.replace('=1.', '=3.')), 'damaged', 'the scale is missing');
  assert.is(faultOf(fragment.replace('=1.', '=4.')), 'newer');
  assert.is(faultOf('#taught=4.anything'), 'newer');
  assert.is(faultOf('#taught=1.!'), 'damaged');
  const beyond = encodeTaughtLink(SHAPE, { voiceSpace: SPACES, taught });
  assert.is(faultOf(beyond), 'damaged', 'a voice space there is none of');
  const loud = [{ inputs: [1, 40000], outputs: [3, 4, 5] }];
  assert.is(faultOf(encodeTaughtLink(SHAPE, { voiceSpace: 0, taught: loud })), 'damaged');
});

test('locks are read back as they were written, and make a link of version 2', () => {
  const content = fc.record({
    taught: examples,
    locked: fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 2 }), unit), {
      minLength: 1,
      selector: ([index]) => index,
    }),
  });
  fc.assert(
    fc.property(content, ({ taught, locked }) => {
      const fragment = encodeTaughtLink(SHAPE, { voiceSpace: 1, taught, locks: new Map(locked) });
      assert.match(fragment, /^#taught=2\./);
      const read = decodeTaughtLink(fragment, SHAPE, SPACES);
      assert.equal([...(read.locks ?? [])].sort(), [...locked].sort());
      assert.equal([...read.taught], taught);
    }),
  );
});

test('a link with locks that is cut, changed or says that it has none is damaged', () => {
  const locks = new Map([[2, 9]]);
  const fragment = encodeTaughtLink(SHAPE, { voiceSpace: 0, taught: [], locks });
  assert.is(faultOf(fragment), 'none');
  for (let end = '#taught=2.'.length; end < fragment.length; end += 1) {
    assert.is(faultOf(fragment.slice(0, end)), 'damaged', `cut at ${end}`);
  }
  assert.is(faultOf(fragment.replace('=2.', '=1.')), 'damaged');
  const file = encodeTaughtLink(SHAPE, { voiceSpace: 0, taught: new Uint8Array(9), locks });
  assert.match(file, /^#taught=1\./, 'a file has its own locks');
  assert.is(faultOf(file.replace('=1.', '=2.')), 'damaged');
});

test('a scale is read back as it was written, with locks and without, and makes a link of version 3', () => {
  const scale = (9 << 12) | 1453;
  for (const locks of [new Map<number, number>(), new Map([[2, 9]])]) {
    const fragment = encodeTaughtLink(SHAPE, { voiceSpace: 1, taught: [], locks, scale });
    assert.match(fragment, /^#taught=3\./);
    const read = decodeTaughtLink(fragment, SHAPE, SPACES);
    assert.is(read.scale, scale);
    assert.equal(read.locks ?? new Map(), locks);
    for (let end = '#taught=3.'.length; end < fragment.length; end += 1) {
      assert.is(faultOf(fragment.slice(0, end)), 'damaged', `cut at ${end}`);
    }
    assert.is(faultOf(fragment.replace('=3.', '=1.')), 'damaged');
    assert.is(faultOf(fragment.replace('=3.', '=2.')), 'damaged');
  }
  assert.throws(
    () => encodeTaughtLink(SHAPE, { voiceSpace: 0, taught: [], scale: 2 }),
    (error: unknown) => error instanceof RangeError,
  );
});

test('other fragments are no such links', () => {
  for (const fragment of ['', '#', '#main', '#retaught=1.a']) assert.not(isTaughtLink(fragment));
});

test.run();
