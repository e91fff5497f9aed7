/** The presets that come with modes: named sounds, each a few examples that a new instrument learns. */
import { PRESETS } from '../../../build/ts/presets.ts';
import type { TaughtExample } from '../taught.ts';

export interface Preset {
  readonly name: string;
  /** Ordinal of its voice space. */
  readonly voiceSpace: number;
  /** What a new instrument learns, in this order. */
  readonly examples: readonly TaughtExample[];
}

const BY_MODE: ReadonlyMap<string, readonly Preset[]> = new Map(Object.entries(PRESETS));

/** The presets of a mode; none if it has none. */
export const presetsOf = (modeId: string): readonly Preset[] => BY_MODE.get(modeId) ?? [];
