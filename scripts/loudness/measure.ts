/** How loud the sounds of a mode are without the gain that its engine's table of loudness adds. */
import type { Engine } from '../../dsl/catalogue.ts';
import type { ResolvedMode } from '../../dsl/resolved-mode.ts';
import { UsageError } from '../command-line.ts';
import type { Workshop } from '../instrument/modes.ts';
import { makeupDb } from './fit.ts';
import { slotUnits, type Take, take } from './performance.ts';
import { compiledEstimates } from './tables.ts';

/** As long as the tests and benchmarks listen to a sound. */
export const SOUND_SECONDS = 4;
/** How long they listen to a mode at rest. */
const REST_SECONDS = 6;

/** @throws UsageError if there is none of this id */
export function engineOf({ catalogue }: Workshop, engineId: string): Engine {
  const engine = catalogue.engines.find(({ engine_id }) => engine_id === engineId);
  if (engine === undefined) {
    const ids = catalogue.engines.map(({ engine_id }) => engine_id);
    throw new UsageError(`unknown engine ${engineId}; there are ${ids.join(', ')}`);
  }
  return engine;
}

/** How loud a mode rests in a voice space, untaught. */
export function restingTake({ abi }: Workshop, mode: ResolvedMode, voiceSpace: number): Take {
  return take(abi, { mode, voiceSpace, seconds: REST_SECONDS });
}

/** The loudness of a take without the gain that the engine's estimate adds, in LUFS. */
export function unevened(
  workshop: Workshop,
  mode: ResolvedMode,
  voiceSpace: number,
  { integrated, params }: Take,
): number {
  const estimate = compiledEstimates(mode.engineId)[voiceSpace];
  const slots = slotUnits(engineOf(workshop, mode.engineId), mode, params);
  return integrated - (estimate === undefined ? 0 : makeupDb(estimate, slots));
}

/**
 * Measures a sound as the limiter does not change it: the level of the mode is turned down all the way, and what that
 * takes away is added to the figure.
 *
 * @param params unit values of a sound whose level is at its default; without them the mode rests
 * @returns the unit value of each slot of the engine, and LUFS
 */
export function measureSound(
  workshop: Workshop,
  mode: ResolvedMode,
  voiceSpace: number,
  params?: readonly number[],
): { readonly slots: readonly number[]; readonly lufs: number } {
  const level = mode.params.find(({ role }) => role === 'level');
  const turnedDown = params?.map((unit, index) => (mode.params[index] === level ? 0 : unit));
  const heard =
    turnedDown === undefined
      ? restingTake(workshop, mode, voiceSpace)
      : take(workshop.abi, { mode, voiceSpace, seconds: SOUND_SECONDS, params: turnedDown });
  const taken = turnedDown && level ? level.default - level.min : 0;
  return {
    slots: slotUnits(engineOf(workshop, mode.engineId), mode, heard.params),
    lufs: unevened(workshop, mode, voiceSpace, heard) + taken,
  };
}
