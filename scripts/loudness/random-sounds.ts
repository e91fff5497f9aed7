/** Random sounds of a mode as the player draws them: every param anywhere, but those that set the level. */
import { UNIT_ONE } from '../../build/ts/contract.ts';
import { unshape } from '../../dsl/curves.ts';
import { setsLevel } from '../../dsl/level-params.ts';
import type { ResolvedMode } from '../../dsl/resolved-mode.ts';

/** Unit values of the declared defaults in a voice space. */
export function defaultUnits(mode: ResolvedMode, voiceSpace: number): number[] {
  return mode.params.map((param, index) => {
    const curve = mode.voiceSpaces[voiceSpace]?.curves[index] ?? param.curve;
    return Math.round(
      unshape(curve, (param.default - param.min) / (param.max - param.min)) * UNIT_ONE,
    );
  });
}

/** Uniform in 0…1, from a seed (Numerical Recipes' generator). */
function uniform(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** So many random sounds as unit values of the params, the same for the same mode and voice space. */
export function randomSounds(mode: ResolvedMode, voiceSpace: number, count: number): number[][] {
  const defaults = defaultUnits(mode, voiceSpace);
  const next = uniform(7 + 100 * voiceSpace);
  return Array.from({ length: count }, () =>
    mode.params.map((param, index) => {
      const drawn = Math.floor(next() * (UNIT_ONE + 1));
      return setsLevel(param.name) ? (defaults[index] ?? 0) : drawn;
    }),
  );
}
