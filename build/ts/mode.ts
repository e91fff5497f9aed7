// @generated from dsl/ by `npm run gen`.
// Do not edit: change the source and generate again.

/** Response curves, unit interval to unit interval. Engines apply them; a mode only declares. */
export type Curve =
  | "linear"
  | "exp"
  | "log"
  | "square"
  | "sqrt"
  | "sigmoid"
  | "cubic";

/** The control an interface shows large. */
export type PrimaryInput =
  | "xy_pad"
  | "joystick"
  | "sliders"
  | "audio_in"
  | "midi_in"
  | "none";

/** Every input channel there is. */
export type Channel =
  | "joy_x"
  | "joy_y"
  | "joy_z"
  | "joy_w"
  | "pad_x"
  | "pad_y"
  | "slider_0"
  | "slider_1"
  | "slider_2"
  | "slider_3"
  | "slider_4"
  | "slider_5"
  | "slider_6"
  | "slider_7"
  | "midi_note"
  | "midi_velocity"
  | "midi_bend"
  | "midi_mod"
  | "midi_pressure"
  | "audio_pitch"
  | "audio_aperiodicity"
  | "audio_energy"
  | "audio_attack"
  | "audio_brightness"
  | "cv_0"
  | "cv_1"
  | "cv_2"
  | "cv_3"
  | "cv_4"
  | "cv_5"
  | "cv_6"
  | "cv_7"
  | "wander_0"
  | "wander_1"
  | "wander_2"
  | "wander_3";

export interface Param {
  readonly name: string;
  readonly label: string;
  readonly group: string;
  /** Symbol of the unit of min, max and default; empty for a plain number. */
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  readonly default: number;
  readonly curve: Curve;
  /** The values of its steps where these do not lie evenly from min to max. */
  readonly stepValues?: readonly number[];
  /** Set where it is a pitch in Hz, which settles on the player's scale. */
  readonly isPitch?: true;
  /** Set where it is how loud the whole instrument is: a player's choice, which a random sound leaves alone. */
  readonly setsLevel?: true;
}

export interface VoiceSpace {
  /** Empty where the mode lists none: the engine's space 0, unnamed. */
  readonly name: string;
  /** One a param: defaults and overrides together. */
  readonly curves: readonly Curve[];
  /** Of params of which steps are read, by position: how many, min and max among them. */
  readonly steps: Readonly<Record<number, number>>;
}

export interface Mode {
  readonly modeId: string;
  readonly engineId: string;
  readonly channels: readonly Channel[];
  /** Inputs, hidden layers, outputs. */
  readonly layers: readonly number[];
  readonly defaultSpread: number;
  readonly groups: readonly string[];
  readonly params: readonly Param[];
  /** At least one; the position is the ordinal of the engine's voice space. */
  readonly voiceSpaces: readonly VoiceSpace[];
  /** Whether a channel listens to sound: the microphone is the input. */
  readonly microphone: boolean;
  /** Whether it hears what arrives at its input: by a channel, or because its engine processes it. */
  readonly listens: boolean;
  readonly ui: {
    readonly primaryInput: PrimaryInput;
    readonly showVoiceSpaceSelector: boolean;
    readonly showSynthVisualizer: boolean;
  };
}
