/** Fits the table of loudness of an engine to sounds of its modes. */
import type { Engine } from '../../dsl/catalogue.ts';
import type { ResolvedMode } from '../../dsl/resolved-mode.ts';
import { UsageError } from '../command-line.ts';
import type { Workshop } from '../instrument/modes.ts';
import { type Estimate, fit, type Measured } from './fit.ts';
import { engineOf, measureSound } from './measure.ts';
import { type Drawn, defaultUnits, FITTED_SEED, randomSounds } from './random-sounds.ts';

/** How much a sound counts, by what of it is drawn at random. */
const WEIGHTS: Readonly<Record<FitSound['drawn'], number>> = {
  nothing: 150,
  'without a role': 1,
  'all but the level': 0.5,
};
/** Random sounds are aimed so much lower than those at rest: the middle of their limits, -30 and -14 LUFS, is -22. */
const LOWER_LU = 1;

/** One sound that is measured; without params the mode rests. */
export interface FitSound {
  readonly mode: ResolvedMode;
  readonly params?: readonly number[];
  readonly drawn: Drawn | 'nothing';
}

/**
 * The sounds that one voice space of an engine is fitted to: its modes at rest and at their defaults; `count` random
 * ones of the mode that lists every slot, with the slots that have a role at rest, and half as many with those drawn too, as
 * players hear them; and a quarter as many of each mode that lists fewer slots.
 */
export function fitSounds(
  engine: Engine,
  modes: readonly ResolvedMode[],
  voiceSpace: number,
  count: number,
): FitSound[] {
  const widest = modes.find(({ params }) => params.length === engine.slots.length);
  if (widest === undefined) throw new UsageError(`no mode lists every slot of ${engine.engine_id}`);
  return modes
    .filter((mode) => voiceSpace < mode.voiceSpaces.length)
    .flatMap((mode) => {
      const random = (drawn: Drawn, seed: number, many: number): FitSound[] =>
        randomSounds(mode, voiceSpace, many, seed, drawn).map((params) => ({
          mode,
          params,
          drawn,
        }));
      const most = mode === widest;
      return [
        { mode, drawn: 'nothing' } as const,
        { mode, params: defaultUnits(mode, voiceSpace), drawn: 'nothing' } as const,
        ...random('without a role', FITTED_SEED, most ? count : Math.round(count / 4)),
        ...random('all but the level', FITTED_SEED + 1, most ? Math.round(count / 2) : 0),
      ];
    });
}

/** Fits every voice space of an engine, named, in their order. @throws UsageError if there is no such engine */
export function fitEngine(
  workshop: Workshop,
  engineId: string,
  count: number,
): { readonly name: string; readonly estimate: Estimate }[] {
  const engine = engineOf(workshop, engineId);
  const modes = workshop.modes.filter((mode) => mode.engineId === engineId);
  return engine.voice_spaces.map((name, voiceSpace) => {
    const sounds = fitSounds(engine, modes, voiceSpace, count).map(
      ({ mode, params, drawn }): Measured => {
        const { slots, lufs } = measureSound(workshop, mode, voiceSpace, params);
        const aimed = drawn === 'nothing' ? lufs : lufs + LOWER_LU;
        return { slots, lufs: aimed, weight: WEIGHTS[drawn] };
      },
    );
    const counts = engine.slots.map(({ role }) => role !== 'level');
    return { name, estimate: fit(sounds, counts) };
  });
}
