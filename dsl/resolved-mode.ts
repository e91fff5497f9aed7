/** A mode whose every rule holds, with everything that follows from it worked out. Deeply frozen. */
import type { Slot } from './catalogue.ts';
import type { Channel } from './channels.ts';
import type { CurveName } from './schema/curve.ts';
import type { PrimaryInput } from './schema/ui.ts';
import type { UnitSuffix } from './units.ts';

export interface ResolvedParam {
  readonly name: string;
  readonly label: string;
  readonly group: string;
  readonly unit: UnitSuffix | undefined;
  /** In real units, as declared. */
  readonly min: number;
  readonly max: number;
  readonly default: number;
  readonly curve: CurveName;
  readonly note: string | undefined;
  /** In real units, the values of its steps where these do not lie evenly in its range. */
  readonly stepValues?: readonly number[] | undefined;
  /** Whether it is a pitch, which settles on the player's scale. */
  readonly isPitch?: true | undefined;
  /** Its purpose where it is meant to change the loudness (catalogue.ts). */
  readonly role?: Slot['role'] | undefined;
}

export interface ResolvedVoiceSpace {
  /** Undefined where the mode lists none: the engine's space 0, unnamed. */
  readonly name: string | undefined;
  readonly note: string | undefined;
  /** One curve a param, in the order of the params: overrides and defaults together. */
  readonly curves: readonly CurveName[];
  /** For each param how many steps it has, the ends of its range among them; 0 where the engine reads any value. */
  readonly steps: readonly number[];
}

export interface ResolvedMode {
  readonly file: string;
  readonly modeId: string;
  readonly engineId: string;
  readonly note: string | undefined;
  readonly channels: readonly Channel[];
  /** Inputs, hidden layers, outputs. */
  readonly layers: readonly number[];
  /** A ratio, 0…1. */
  readonly defaultSpread: number;
  readonly params: readonly ResolvedParam[];
  /** At least one; the place is the engine's ordinal. */
  readonly voiceSpaces: readonly ResolvedVoiceSpace[];
  /** Whether a channel listens to sound, so that the microphone is the input. */
  readonly microphone: boolean;
  /** Whether the mode hears what arrives at its input: through a channel, or because its engine processes it. */
  readonly listens: boolean;
  /** Whether MIDI plays the mode: its engine plays notes, or a channel follows MIDI. */
  readonly followsMidi: boolean;
  /** Whether a MIDI clock sets its tempo. */
  readonly followsClock: boolean;
  /** Whether its engine plays notes. */
  readonly playsNotes: boolean;
  /** Whether it plays notes and sounds by itself until the first. */
  readonly drones: boolean;
  /** Whether its engine sends MIDI messages. */
  readonly sendsMidi: boolean;
  readonly ui: {
    readonly primaryInput: PrimaryInput;
    readonly showVoiceSpaceSelector: boolean;
    readonly showSynthVisualizer: boolean;
  };
}
