/** What the loudness of a mode is measured on: the phrase its engine plays or hears, at chosen params. */
import type { Engine } from '../../dsl/catalogue.ts';
import type { ResolvedMode } from '../../dsl/resolved-mode.ts';
import type { Abi } from '../../src/shared/instrument/abi.ts';
import { audition } from '../../src/shared/instrument/audition.ts';
import { learnPreset } from '../../src/shared/instrument/learn-preset.ts';
import { type Loudness, measureLoudness } from '../../src/shared/instrument/loudness.ts';
import type { Preset } from '../../src/shared/instrument/presets.ts';
import type { WasmInstrument } from '../../src/shared/instrument/wasm-instrument.ts';
import { makeInstrument } from '../instrument/make-instrument.ts';

export interface Take extends Loudness {
  /** The largest sample, 0…1. */
  readonly peak: number;
  /** Where the params were on average, as unit values: the wander_* channels move them also at rest. */
  readonly params: readonly number[];
}

export interface TakeRequest {
  readonly mode: ResolvedMode;
  readonly voiceSpace: number;
  readonly seconds: number;
  /** Unit values held by hand; without them the instrument rests, untaught. */
  readonly params?: readonly number[];
  /** Where the channels are that a hand moves, as unit values; without them they rest. */
  readonly inputs?: readonly number[];
  /** Learned first. */
  readonly preset?: Preset;
}

/** Families of channels that no hand moves. */
const SELF_MOVED: readonly string[] = ['midi', 'audio', 'wander'];

/** Plays a phrase, and reads the params ten times a second. */
function play(
  instrument: WasmInstrument,
  { listens, params }: ResolvedMode,
  seconds: number,
): { readonly sides: readonly Float32Array[]; readonly params: readonly number[] } {
  const sums = params.map(() => 0);
  let times = 0;
  const steps = audition(instrument, listens, seconds);
  let step = steps.next();
  for (; !step.done; step = steps.next()) {
    for (const [index, unit] of instrument.readParams().entries()) {
      sums[index] = (sums[index] ?? 0) + unit;
    }
    times += 1;
  }
  const { left, right } = step.value;
  return { sides: [left, right], params: sums.map((sum) => sum / times) };
}

/** Plays a mode and measures it, after half a second in which it settles. */
export function take(
  abi: Abi,
  { mode, voiceSpace, seconds, params, inputs, preset }: TakeRequest,
): Take {
  const instrument = makeInstrument(abi, mode);
  try {
    if (preset) learnPreset(instrument, preset);
    instrument.setVoiceSpace(voiceSpace);
    for (const [index, unit] of (params ?? []).entries()) instrument.setParam(index, unit);
    for (const [index, { family }] of mode.channels.entries()) {
      const unit = inputs?.[index];
      if (unit !== undefined && !SELF_MOVED.includes(family)) instrument.setInput(index, unit);
    }
    const { sides, params: average } = play(instrument, mode, seconds);
    let peak = 0;
    for (const side of sides) for (const x of side) peak = Math.max(peak, Math.abs(x));
    return { ...measureLoudness(sides), peak, params: average };
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
