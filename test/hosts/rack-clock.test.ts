/** In Rack drums follow a clock of triggers: the sound is that of a MIDI clock with the same beats, to the last bit. */
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { TICK_FRAMES } from '../../build/ts/contract.ts';
import { makeInstrument } from '../../scripts/instrument/make-instrument.ts';
import { modeNamed, openWorkshop } from '../../scripts/instrument/modes.ts';
import { readFloats } from '../support/host-script.ts';
import { withFolder } from '../support/pd.ts';
import { compileRackHost, partId, runRack } from '../support/rack.ts';

const { abi, modes } = await openWorkshop();
const mode = modeNamed(modes, 'drum_sequencer');
const host = await compileRackHost();
const clock = partId(mode, 'input', 'Clock');
const reset = partId(mode, 'input', 'Reset');

/** Ticks of a beat, so that a pulse comes every 16. */
const BEAT = 24 * 16;
const BEATS = 5;
const TICKS = BEATS * BEAT;

const START = 0xfa;
const PULSE = 0xf8;

/** The sound of the left side with these MIDI messages before a tick. */
function played(messagesAt: (tick: number) => readonly number[]): Float32Array {
  const instrument = makeInstrument(abi, mode);
  try {
    const left = new Float32Array(TICKS * TICK_FRAMES);
    const right = new Float32Array(TICK_FRAMES);
    for (let tick = 0; tick < TICKS; tick += 1) {
      for (const message of messagesAt(tick)) instrument.midiIn([message, 0, 0]);
      const at = tick * TICK_FRAMES;
      instrument.process(undefined, undefined, left.subarray(at, at + TICK_FRAMES), right);
    }
    return left.map((x) => Math.fround(5 * x));
  } finally {
    instrument.destroy();
  }
}

/** The sound of the left side in Rack, where triggers of one frame come at the beginning of these ticks. */
function heard(
  setting: readonly string[],
  clocks: readonly number[],
  resets: readonly number[] = [],
) {
  return withFolder((folder) => {
    const moments = [...new Set([...clocks, ...resets, TICKS])].sort((a, b) => a - b);
    const steps = moments
      .slice(0, -1)
      .flatMap((tick, place) => [
        ...(clocks.includes(tick) ? [`input ${clock} 10`] : []),
        ...(resets.includes(tick) ? [`input ${reset} 10`] : []),
        ...['play 1', `input ${clock} 0`, `input ${reset} 0`],
        `play ${((moments[place + 1] ?? TICKS) - tick) * TICK_FRAMES - 1}`,
      ]);
    const first = `play ${(moments[0] ?? 0) * TICK_FRAMES}`;
    const jacks = [`input ${clock} 0`, `input ${reset} 0`];
    const script = ['open drum_sequencer 48000', ...jacks, ...setting, first, ...steps];
    const { lines, status } = runRack(host, folder, [...script, 'sound heard.raw 0']);
    assert.is(status, 0, lines.join('\n'));
    return readFloats(path.join(folder, 'heard.raw')).subarray(0, TICKS * TICK_FRAMES);
  });
}

const FIRST = 8;
const every = (ticks: number): number[] =>
  Array.from({ length: Math.ceil((TICKS - FIRST) / ticks) }, (_, i) => FIRST + i * ticks);

/** A MIDI clock that starts at a tick, and again at others. */
const midiClock =
  (from: number, again: readonly number[] = []) =>
  (tick: number): readonly number[] => {
    if (tick < from || (tick - from) % (BEAT / 24) !== 0) return [];
    return tick === from || again.includes(tick) ? [START, PULSE] : [PULSE];
  };

const bits = (samples: Float32Array): Buffer =>
  Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);

function assertSame(a: Float32Array, b: Float32Array): void {
  const at = a.findIndex((value, index) => value !== b[index]);
  assert.is(at, -1, `they differ in tick ${Math.floor(at / TICK_FRAMES)}`);
  assert.is(a.length, b.length);
}

const free = played(() => []);

test('24 triggers a beat are the pulses of a MIDI clock', () => {
  const sound = heard(['menu Clock/24 triggers a beat'], every(BEAT / 24));
  assertSame(sound, played(midiClock(FIRST)));
  assert.not.ok(bits(sound).equals(bits(free)));
});

test('one trigger a beat plays in time from the second on, and RESET makes the next the first beat', () => {
  assertSame(heard([], every(BEAT)), played(midiClock(FIRST + BEAT)));
  const third = FIRST + 3 * BEAT;
  const sound = heard([], every(BEAT), [third - 100]);
  assertSame(sound, played(midiClock(FIRST + BEAT, [third])));
  assert.not.ok(bits(sound).equals(bits(played(midiClock(FIRST + BEAT)))));
});

test('the patch keeps how many triggers a beat has, and Initialize forgets it', () => {
  withFolder((folder) => {
    const open = 'open drum_sequencer 48000';
    const { lines } = runRack(host, folder, [
      ...[open, 'menu Clock/4 triggers a beat', 'keep', open, 'revive', 'menu', 'reset', 'menu'],
    ]);
    const shown = lines.filter((line) => line.startsWith('Clock: '));
    assert.equal(shown, ['Clock: 4 triggers a beat', 'Clock: 1 trigger a beat']);
  });
});

test('modes without a tempo have no clock', () => {
  const find = (): number => partId(modeNamed(modes, 'paf_synth'), 'input', 'Clock');
  assert.throws(find, /has no input Clock/);
});

test('the host can be removed', () => host.remove());

test.run();
