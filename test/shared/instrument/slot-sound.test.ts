/** What a param does to a sound, as the reference cards show it. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { UNIT_ONE } from '../../../build/ts/contract.ts';
import { MODES } from '../../../build/ts/registry.ts';
import { openWorkshop } from '../../../scripts/instrument/modes.ts';
import {
  BANDS,
  bandHz,
  type HeardSpectrum,
  slotSound,
  spectrumOf,
} from '../../../src/shared/instrument/slot-sound.ts';
import { toTheEnd } from '../../../src/shared/instrument/to-the-end.ts';
import { unitOfValue } from '../../../src/shared/instrument/values.ts';

const { abi } = await openWorkshop();

function sound(modeId: string) {
  const mode = MODES.find((one) => one.modeId === modeId);
  if (mode === undefined) throw new Error(`no mode ${modeId}`);
  const params = mode.params.map((param, index) => unitOfValue(mode, 0, index, param.default));
  const indexOf = (name: string) => mode.params.findIndex((param) => param.name === name);
  return { mode, heard: { voiceSpace: 0, params }, indexOf };
}

function at(modeId: string, param: string, unit: number): HeardSpectrum {
  const { mode, heard, indexOf } = sound(modeId);
  const move = { index: indexOf(param), from: unit, to: unit };
  return toTheEnd(spectrumOf(toTheEnd(slotSound(abi, mode, heard, move, 0.6))));
}

test('a higher cutoff is brighter', () => {
  const [low, high] = [0.25, 1].map((share) => at('paf_synth', 'cutoff_hz', share * UNIT_ONE));
  assert.ok((high?.centroid_hz ?? 0) > 1.7 * (low?.centroid_hz ?? 0));
});

test('a level in decibels moves the loudness by as much', () => {
  const [low, high] = [0, UNIT_ONE].map((unit) => at('paf_synth', 'level_db', unit));
  assert.ok(Math.abs((high?.lufs ?? 0) - (low?.lufs ?? 0) - 24) < 0.5);
});

test('the strongest band is where the partial is', () => {
  const { bands } = at('wavetable', 'cutoff_hz', 0);
  const strongest = bands.indexOf(Math.max(...bands));
  assert.is(bands.length, BANDS);
  // The notes of the phrase, and of the voice below them.
  assert.ok(bandHz(strongest) > 60 && bandHz(strongest) < 700, String(bandHz(strongest)));
});

test('silence has no centroid', () => {
  const { mode, heard } = sound('sound_analysis');
  const quiet = toTheEnd(
    spectrumOf(toTheEnd(slotSound(abi, mode, heard, { index: 0, from: 0, to: 0 }, 0.6))),
  );
  assert.is(quiet.lufs, Number.NEGATIVE_INFINITY);
  assert.ok(Number.isNaN(quiet.centroid_hz));
});

test('a param that moves begins at one end and arrives at the other', () => {
  const { mode, heard, indexOf } = sound('paf_synth');
  const index = indexOf('cutoff_hz');
  const moved = toTheEnd(slotSound(abi, mode, heard, { index, from: 0, to: UNIT_ONE }, 3));
  const part = (from: number, to: number): number =>
    toTheEnd(spectrumOf({ left: moved.left.slice(from, to), right: moved.right.slice(from, to) }))
      .centroid_hz;
  const third = Math.floor(moved.left.length / 3);
  assert.ok(part(2 * third, 3 * third) > 1.4 * part(0, third));
});

test('one that is given up frees its instrument', () => {
  const { mode, heard } = sound('space_reverb');
  const before = abi.buffer.byteLength;
  for (let round = 0; round < 60; round += 1) {
    const steps = slotSound(abi, mode, heard, { index: 0, from: 0, to: 0 }, 0.6);
    steps.next();
    steps.return({ left: new Float32Array(0), right: new Float32Array(0) });
  }
  assert.ok(abi.buffer.byteLength - before < 2 ** 20);
});

test.run();
