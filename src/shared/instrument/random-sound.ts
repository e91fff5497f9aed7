/**
 * Random sounds that are about as loud as everything else: they are drawn from a seed, auditioned, and only one near the
 * reference loudness is taken. The same seed gives the same sound on every machine, because the engines do.
 */
import { UNIT_ONE } from '../../../build/ts/contract.ts';
import type { Mode } from '../../../build/ts/mode.ts';
import type { Locks } from '../locks.ts';
import type { Abi } from './abi.ts';
import { audition } from './audition.ts';
import { measuring } from './loudness.ts';
import { modeSpec } from './mode-spec.ts';
import { onStep, unitOfValue } from './values.ts';
import { WasmInstrument } from './wasm-instrument.ts';

/** What firmware/engines/loudness.h aims at. */
export const REFERENCE_LUFS = -20;
/** The loudest three seconds of a sound that is taken. */
const LOUDEST_LUFS = -16.5;

interface Round {
  readonly seconds: number;
  /** Whether the sound begins anew, as it does for who takes it; else it goes on. */
  readonly anew: boolean;
  /** How far from the reference it may be: any two that are taken are within 6 LU. */
  readonly near_lu: number;
}

/**
 * The auditions of a sound: a short one, in which most that are not taken fail, then twice the phrase of notes, as
 * instruments that play by themselves may grow louder after their first bars, and once more from the beginning.
 */
const ROUNDS: readonly Round[] = [
  { seconds: 3, anew: true, near_lu: 2.2 },
  { seconds: 8, anew: false, near_lu: 2.2 },
  { seconds: 8, anew: true, near_lu: 2.9 },
];
/** Four in ten sounds are near enough at first; without one after so many the nearest is taken. */
const MAX_DRAWS = 60;

/** Uniform in 0…1, from a seed (Numerical Recipes' generator). */
export function uniform(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Unit values anywhere in the range of each param, on a step where steps are read, but those that set the level at
 * their default, also where they are locked: a sound is not taken because it makes up for a level.
 */
function draw(mode: Mode, voiceSpace: number, next: () => number, locks: Locks): number[] {
  return mode.params.map((param, index) => {
    const drawn = Math.floor(next() * (UNIT_ONE + 1));
    if (param.setsLevel) return unitOfValue(mode, voiceSpace, index, param.default);
    return locks.get(index) ?? onStep(mode, voiceSpace, index, drawn);
  });
}

/** By how much a sound misses what is asked for, in LU, in the first audition in which it does; at most 0 if in none. */
function* excess(instrument: WasmInstrument, mode: Mode): Generator<undefined, number> {
  for (const { seconds, anew, near_lu } of ROUNDS) {
    if (anew) instrument.reset();
    const { left, right } = yield* audition(instrument, mode.listens, seconds);
    const { integrated, shortTerm } = yield* measuring([left, right]);
    const away = Math.abs(integrated - REFERENCE_LUFS) - near_lu;
    const over = Math.max(away, shortTerm - LOUDEST_LUFS);
    if (over > 0) return over;
  }
  return 0;
}

/**
 * Searches a random sound of a voice space: unit values of the params. Pauses often, so that a page can do other things
 * meanwhile.
 *
 * @param seed a whole number; the same one gives the same sound
 * @param locks params that are not drawn
 */
export function* randomSound(
  abi: Abi,
  mode: Mode,
  voiceSpace: number,
  seed: number,
  locks: Locks = new Map(),
): Generator<undefined, readonly number[]> {
  const next = uniform(seed);
  const instrument = new WasmInstrument(abi, modeSpec(mode));
  try {
    instrument.setVoiceSpace(voiceSpace);
    // What sends MIDI and makes no sound is never too loud.
    if (instrument.driver().output_volume === 0) return draw(mode, voiceSpace, next, locks);
    let nearest: readonly number[] = [];
    let least = Number.POSITIVE_INFINITY;
    for (let draws = 0; draws < MAX_DRAWS; draws += 1) {
      const params = draw(mode, voiceSpace, next, locks);
      for (const [index, unit] of params.entries()) instrument.setParam(index, unit);
      const over = yield* excess(instrument, mode);
      if (over === 0) return params;
      if (over < least) [least, nearest] = [over, params];
    }
    return nearest;
  } finally {
    instrument.destroy();
  }
}
