/** Random sounds of a mode, however loud: every param anywhere, but those that set the level. */
import { UNIT_ONE } from '../../build/ts/contract.ts';
import { unshape } from '../../dsl/curves.ts';
import { setsLevel } from '../../dsl/level-params.ts';
import type { ResolvedMode } from '../../dsl/resolved-mode.ts';
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

/** The sounds that the tables are fitted to; tests listen to others. */
const FITTED = 7;

/** So many random sounds as unit values of the params, the same for the same mode, voice space and seed. */
export function randomSounds(
  mode: ResolvedMode,
  voiceSpace: number,
  count: number,
  seed = FITTED,
): number[][] {
  const defaults = defaultUnits(mode, voiceSpace);
  const next = uniform(seed + 100 * voiceSpace);
  return Array.from({ length: count }, () =>
    mode.params.map((param, index) => {
      const drawn = Math.floor(next() * (UNIT_ONE + 1));
      return setsLevel(param.name) ? (defaults[index] ?? 0) : drawn;
    }),
  );
}
