/** Random sounds of a mode, however loud. */
import { UNIT_ONE } from '../../build/ts/contract.ts';
import { unshape } from '../../dsl/curves.ts';
import type { ResolvedMode, ResolvedParam } from '../../dsl/resolved-mode.ts';
import { uniform } from '../../src/shared/instrument/random-sound.ts';

/** Unit values of the declared defaults in a voice space. */
export function defaultUnits(mode: ResolvedMode, voiceSpace: number): number[] {
  return mode.params.map((param, index) => {
    const curve = mode.voiceSpaces[voiceSpace]?.curves[index] ?? param.curve;
    return Math.round(
      unshape(curve, (param.default - param.min) / (param.max - param.min)) * UNIT_ONE,
    );
  });
}

/** Params that are drawn: those without a role, for which the limits of loudness hold, or all but the level. */
export type Drawn = 'without a role' | 'all but the level';

/** Seeds of sounds that the tables are fitted to, and of others, which tests and benchmarks listen to. */
export const FITTED_SEED = 7;
export const UNHEARD_SEED = 50_021;

const isDrawn = ({ role }: ResolvedParam, drawn: Drawn): boolean =>
  role === undefined || (drawn === 'all but the level' && role !== 'level');

/**
 * So many random sounds as unit values of the params, the same for the same mode, voice space and seed: what is drawn
 * is anywhere in its range, the others are at their defaults.
 */
export function randomSounds(
  mode: ResolvedMode,
  voiceSpace: number,
  count: number,
  seed: number,
  drawn: Drawn = 'without a role',
): number[][] {
  const defaults = defaultUnits(mode, voiceSpace);
  const next = uniform(seed + 100 * voiceSpace);
  return Array.from({ length: count }, () =>
    mode.params.map((param, index) => {
      const unit = Math.floor(next() * (UNIT_ONE + 1));
      return isDrawn(param, drawn) ? unit : (defaults[index] ?? 0);
    }),
  );
}
