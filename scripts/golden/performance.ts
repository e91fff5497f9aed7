/** The performance of test/firmware/golden/timeline.h in TypeScript, played on the wasm. */
import { TICK_FRAMES } from '../../build/ts/contract.ts';
import type { ResolvedMode } from '../../dsl/resolved-mode.ts';
import type { Abi } from '../../src/shared/instrument/abi.ts';
import { learnPreset } from '../../src/shared/instrument/learn-preset.ts';
import { presetsOf } from '../../src/shared/instrument/presets.ts';
import type { WasmInstrument } from '../../src/shared/instrument/wasm-instrument.ts';
import { makeInstrument } from '../instrument/make-instrument.ts';

const TICKS = 1500;

function channelAt(tick: number, channel: number): number {
  const phase = (tick * (3 + 2 * channel) * 44 + channel * 9000) & 0xffff;
  return phase <= 32768 ? phase : 65536 - phase;
}

/** FNV-1a over 32-bit words. */
class Hash {
  value = 2166136261;

  add(word: number): void {
    this.value = Math.imul(this.value ^ word, 16777619);
  }
}

function teach(instrument: WasmInstrument, mode: ResolvedMode): void {
  for (let example = 0; example < 2; example += 1) {
    instrument.addExample(
      mode.channels.map(() => 4000 + 24000 * example),
      mode.params.map((_, i) => (i * (1237 + 1476 * example) + 9000 * example) % 32769),
    );
  }
  instrument.setTrainBudget(5);
}

function playKeys(instrument: WasmInstrument, tick: number): void {
  const key = 48 + ((Math.floor(tick / 100) * 7) % 24);
  if (tick % 100 === 0) instrument.noteOn(key, 20000);
  if (tick % 100 === 60) instrument.noteOff(key);
  if (tick % 250 === 0) instrument.midiIn([0xe0, 0, ((tick / 250) * 20) % 128]);
  if (tick % 300 === 0) instrument.midiIn([0xb0, 1, ((tick / 300) * 31) % 128]);
}

/** Bursts of noise, each half as loud as the last. */
function signal(): () => number {
  let random = 1;
  let frame = 0;
  return () => {
    random = (Math.imul(random, 1664525) + 1013904223) | 0;
    const softer = (frame >> 11) & 7;
    frame += 1;
    return (random >> (8 + softer)) / 16777216;
  };
}

interface How {
  /** Whether it begins to train on the way. */
  readonly train: boolean;
  /** Whether keys are played; without, unless it sounds by itself. */
  readonly keys?: boolean;
}

function perform(instrument: WasmInstrument, mode: ResolvedMode, { train, keys }: How): string {
  const hash = new Hash();
  const left = new Float32Array(TICK_FRAMES);
  const right = new Float32Array(TICK_FRAMES);
  const words = [left, right].map((samples) => new Uint32Array(samples.buffer));
  const next = signal();
  const plays = keys ?? !instrument.drones;
  for (let tick = 0; tick < TICKS; tick += 1) {
    for (const [index, { family }] of mode.channels.entries()) {
      if (['midi', 'audio', 'wander'].includes(family)) continue;
      instrument.setInput(index, channelAt(tick, index));
    }
    if (train && tick === 100) instrument.trainBegin();
    if (plays) playKeys(instrument, tick);
    for (let i = 0; i < TICK_FRAMES; i += 1) left[i] = next();
    instrument.process(left, left, left, right);
    for (const side of words) for (const word of side) hash.add(word);
    for (const unit of instrument.readParams()) hash.add(unit);
    for (let message = instrument.nextEvent(); message; message = instrument.nextEvent()) {
      hash.add(message[0] | (message[1] << 8) | (message[2] << 16));
    }
  }
  return (hash.value >>> 0).toString(16).padStart(8, '0');
}

function goldenLine(abi: Abi, mode: ResolvedMode, ordinal: number, keys?: true): string {
  const instrument = makeInstrument(abi, mode, { example_capacity: 4 });
  try {
    instrument.setVoiceSpace(ordinal);
    teach(instrument, mode);
    const hash = perform(instrument, mode, { train: true, ...(keys && { keys }) });
    return `${mode.modeId} ${ordinal}${keys === true ? '+keys' : ''} ${hash}`;
  } finally {
    instrument.destroy();
  }
}

/**
 * Plays every mode in every voice space; gives a line `mode ordinal hash` for each, and after it, of what sounds by
 * itself until the first note, a line `mode ordinal+keys hash`.
 */
export function goldenLines(abi: Abi, modes: readonly ResolvedMode[]): string[] {
  return modes.flatMap((mode) =>
    mode.voiceSpaces.flatMap((_, ordinal) => [
      goldenLine(abi, mode, ordinal),
      ...(mode.drones ? [goldenLine(abi, mode, ordinal, true)] : []),
    ]),
  );
}

/** Plays every preset of every mode; gives a line `mode "name" hash` for each. */
export function presetGoldenLines(abi: Abi, modes: readonly ResolvedMode[]): string[] {
  return modes.flatMap((mode) =>
    presetsOf(mode.modeId).map((preset) => {
      const instrument = makeInstrument(abi, mode);
      try {
        learnPreset(instrument, preset);
        return `${mode.modeId} ${JSON.stringify(preset.name)} ${perform(instrument, mode, { train: false })}`;
      } finally {
        instrument.destroy();
      }
    }),
  );
}
