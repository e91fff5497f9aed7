/** A taught drum machine: a drummer in each corner of its pad. The homepage and the welcome site play it. */
import { UNIT_ONE } from '../../../build/ts/contract.ts';
import type { Mode } from '../../../build/ts/mode.ts';
import { unitOfValue } from './values.ts';

/** The mode that the drummers play. */
export const FOUR_DRUMMERS_MODE = 'drum_sequencer';

/** Where each drummer is on the pad, and the params that differ from the mode's defaults, in their own units. */
const DRUMMERS: readonly {
  readonly at: readonly [number, number];
  readonly plays: Readonly<Record<string, number>>;
}[] = [
  { at: [0, 0], plays: { tempo_bpm: 112, swing_pct: 50, hat_density_pct: 60, variation_pct: 10 } },
  {
    at: [1, 0],
    plays: {
      tempo_bpm: 104,
      swing_pct: 66,
      hat_density_pct: 80,
      open_pct: 55,
      perc_density_pct: 45,
    },
  },
  {
    at: [0, 1],
    plays: {
      tempo_bpm: 76,
      kick_density_pct: 18,
      snare_density_pct: 15,
      hat_density_pct: 25,
      snare_decay_ms: 500,
      kick_decay_ms: 900,
    },
  },
  {
    at: [1, 1],
    plays: {
      tempo_bpm: 158,
      kick_density_pct: 75,
      snare_density_pct: 60,
      hat_density_pct: 95,
      perc_density_pct: 70,
      syncopation_pct: 60,
      fill_pct: 90,
      drive_db: 9,
    },
  },
];

export interface DrummerExample {
  /** Unit values, one a channel. */
  readonly inputs: readonly number[];
  /** Unit values, one a param. */
  readonly outputs: readonly number[];
}

/** The drummers as examples for their mode. */
export function fourDrummers(mode: Mode): DrummerExample[] {
  return DRUMMERS.map(({ at, plays }) => ({
    inputs: at.map((place) => place * UNIT_ONE),
    outputs: mode.params.map((param, index) =>
      unitOfValue(mode, 0, index, plays[param.name] ?? param.default),
    ),
  }));
}
