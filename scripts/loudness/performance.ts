/** What the loudness of a mode is measured on: the phrase its engine plays or hears, at chosen params. */
import { TICK_FRAMES } from '../../build/ts/contract.ts';
import type { Engine } from '../../dsl/catalogue.ts';
import type { ResolvedMode } from '../../dsl/resolved-mode.ts';
import type { Abi } from '../../src/shared/instrument/abi.ts';
import { makeInstrument } from '../instrument/make-instrument.ts';
import { lineSignal, phrase } from '../render/stimulus.ts';
import { type Loudness, METER_RATE_HZ, measureLoudness } from './meter.ts';

export interface Take extends Loudness {
  /** The largest sample, 0…1. */
  readonly peak: number;
  /** Where the params were at the end, as unit values. */
  readonly params: readonly number[];
}

export interface TakeRequest {
  readonly mode: ResolvedMode;
  readonly voiceSpace: number;
  readonly seconds: number;
  /** Unit values held by hand; without them the instrument rests, untaught. */
  readonly params?: readonly number[];
}

const lines = new Map<number, Float32Array>();

/** The phrase an engine hears; each length is made once. */
function lineOf(frames: number): Float32Array {
  const made = lines.get(frames) ?? lineSignal(frames, METER_RATE_HZ);
  lines.set(frames, made);
  return made;
}

/** Plays a mode and measures it, after half a second in which it settles. */
export function take(abi: Abi, { mode, voiceSpace, seconds, params }: TakeRequest): Take {
  const settling = METER_RATE_HZ / 2;
  const frames = Math.floor((seconds * METER_RATE_HZ) / TICK_FRAMES) * TICK_FRAMES + settling;
  const instrument = makeInstrument(abi, mode);
  try {
    instrument.setVoiceSpace(voiceSpace);
    for (const [index, unit] of (params ?? []).entries()) instrument.setParam(index, unit);
    const input = mode.listens ? lineOf(frames) : undefined;
    const notes = mode.playsNotes ? phrase(frames, METER_RATE_HZ) : [];
    const [left, right] = [new Float32Array(frames), new Float32Array(frames)];
    for (let at = 0; at < frames; at += TICK_FRAMES) {
      while (notes[0] && notes[0].frame < at + TICK_FRAMES) {
        const { key, velocity } = notes[0];
        if (velocity > 0) instrument.noteOn(key, velocity);
        else instrument.noteOff(key);
        notes.shift();
      }
      const heard = input?.subarray(at, at + TICK_FRAMES);
      instrument.process(heard, heard, left.subarray(at), right.subarray(at), TICK_FRAMES);
    }
    const sides = [left.subarray(settling), right.subarray(settling)];
    let peak = 0;
    for (const side of sides) for (const x of side) peak = Math.max(peak, Math.abs(x));
    return { ...measureLoudness(sides), peak, params: [...instrument.readParams()] };
  } finally {
    instrument.destroy();
  }
}

/** The unit value of each slot of the engine while a mode's params are here: what is not listed rests. */
export function slotUnits(engine: Engine, mode: ResolvedMode, params: readonly number[]): number[] {
  return engine.slots.map(({ name, default: rests }) => {
    const param = mode.params.findIndex((one) => one.name === name);
    return param < 0 ? rests : (params[param] ?? 0);
  });
}
