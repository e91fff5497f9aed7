/**
 * Every param of every mode can be heard: the drift test sees that a slot moves inside the engine, this that
 * the engine uses it. A param counts as heard if moving it from end to end changes samples or MIDI sent, by
 * more than rounding, in one of the voice spaces with the others at one of several settings.
 */

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { UNIT_ONE } from '../../build/ts/contract.ts';
import type { ResolvedMode } from '../../dsl/resolved-mode.ts';
import { makeInstrument } from '../../scripts/instrument/make-instrument.ts';
import { openWorkshop } from '../../scripts/instrument/modes.ts';
import { lineSignal } from '../../src/shared/instrument/stimulus.ts';

const { abi, catalogue, modes } = await openWorkshop();
const SAMPLE_RATE_HZ = 48000;
/** What may differ and still not be heard: −90 dB. */
const SILENCE = 10 ** (-90 / 20);
/** Short first: most params are heard at once, some (a swing, a fill) take bars. */
const SECONDS = [0.25, 2, 12];

/** Places of the others, as shares: middling, low, high, scattered twice. */
const SETTINGS: readonly ((param: number) => number)[] = [
  () => 0.5,
  (param) => ((param * 0.618) % 1) * 0.8 + 0.1,
  (param) => ((param * 0.382 + 0.3) % 1) * 0.8 + 0.1,
  () => 0.8,
  () => 0.25,
];

interface Heard {
  readonly left: Float32Array;
  readonly right: Float32Array;
  readonly sent: string;
}

function play(
  mode: ResolvedMode,
  voiceSpace: number,
  setting: (param: number) => number,
  moved: number,
  to: number,
  seconds: number,
): Heard {
  const engine = catalogue.engines.find(({ engine_id }) => engine_id === mode.engineId);
  const instrument = makeInstrument(abi, mode);
  instrument.setVoiceSpace(voiceSpace);
  const frames = Math.round(seconds * SAMPLE_RATE_HZ);
  const input = lineSignal(frames, SAMPLE_RATE_HZ);
  const other = input.map((x, i) => 0.5 * x + 0.1 * Math.sin(i / 9)); // both sides differ, for widths
  for (let param = 0; param < mode.params.length; param += 1) {
    instrument.setParam(param, param === moved ? to : Math.round(setting(param) * UNIT_ONE));
  }
  if (engine?.notes === true) {
    for (const key of [48, 55, 64]) instrument.noteOn(key, 24000);
    instrument.midiIn([0xb0, 1, 90]);
    instrument.midiIn([0xd0, 80, 0]);
    instrument.midiIn([0xe0, 0, 90]);
  }
  const left = new Float32Array(frames);
  const right = new Float32Array(frames);
  const sent: string[] = [];
  const half = Math.round(frames / 128) * 64;
  instrument.process(input, other, left, right, half);
  instrument.allNotesOff(); // the second half is what notes leave behind
  instrument.process(
    input.subarray(half),
    other.subarray(half),
    left.subarray(half),
    right.subarray(half),
    frames - half,
  );
  for (let message = instrument.nextEvent(); message; message = instrument.nextEvent()) {
    sent.push(message.join());
  }
  instrument.destroy();
  return { left, right, sent: sent.join(';') };
}

function differ(a: Heard, b: Heard): boolean {
  if (a.sent !== b.sent) return true;
  const sides: readonly (readonly [Float32Array, Float32Array])[] = [
    [a.left, b.left],
    [a.right, b.right],
  ];
  return sides.some(([x, y]) => x.some((value, i) => Math.abs(value - (y[i] ?? 0)) > SILENCE));
}

function isHeard(mode: ResolvedMode, param: number): boolean {
  const heardIn = (seconds: number, voiceSpace: number): boolean =>
    SETTINGS.some((setting) => {
      const low = play(mode, voiceSpace, setting, param, 0, seconds);
      return differ(low, play(mode, voiceSpace, setting, param, UNIT_ONE, seconds));
    });
  return SECONDS.some((seconds) => mode.voiceSpaces.some((_, space) => heardIn(seconds, space)));
}

for (const mode of modes) {
  test(`${mode.modeId}: every param can be heard`, () => {
    const mute = mode.params.flatMap(({ name }, param) => (isHeard(mode, param) ? [] : [name]));
    assert.equal(mute, []);
  });
}

test.run();
