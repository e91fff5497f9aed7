// @generated from dsl/contract/ by `npm run gen`.
// Do not edit: change the source and generate again.

/** Raised when a call, a struct or a meaning changes. */
export const ABI_VERSION = 1;
/** Frames from one control tick to the next. */
export const TICK_FRAMES = 64;
/** The unit value (Q0.15 in a uint16_t) that stands for 1. */
export const UNIT_ONE = 32768;
/** The sample rate used where none, or an unsupported one, is requested. */
export const SAMPLE_RATE_HZ = 48000;
/** Most points in the error history of a training. */
export const HISTORY_LENGTH = 128;
/** The default seed, so that an untaught mode sounds the same everywhere. */
export const FIRST_SEED = 1;
/** The default number of examples an instrument holds. */
export const EXAMPLE_CAPACITY = 64;
/** Most examples an instrument can be made to hold. */
export const MAX_EXAMPLES = 65535;
/** Most layers, counting inputs and outputs. */
export const MAX_LAYERS = 10;
/** Most neurons in a layer. */
export const MAX_LAYER_SIZE = 256;
/** Most input channels of a mode. */
export const MAX_INPUTS = 64;
/** Most params of a mode. */
export const MAX_OUTPUTS = 128;
/** In place of the unit value of a locked param: it is not locked. */
export const NOT_LOCKED = 65535;
/** Longest mode id. */
export const MAX_MODE_ID_BYTES = 64;

/** First byte of every frame. */
export const WIRE_VERSION = 1;
/** Version, type and sequence number. */
export const WIRE_HEAD_BYTES = 3;
/** Longest body. */
export const WIRE_MAX_BODY_BYTES = 512;
/** CRC-32 after the body. */
export const WIRE_CRC_BYTES = 4;
/** Set in the type of an answer. */
export const WIRE_ANSWER_BIT = 128;
/** Iterations from one progress event to the next. */
export const WIRE_PROGRESS_INTERVAL = 50;

/** Everything a call or a request can answer. Names and numbers are stable. */
export const STATUS = {
  ok: 0,
  no_examples: 1,
  examples_full: 2,
  bad_config: 3,
  bad_shape: 4,
  bad_value: 5,
  no_memory: 6,
  training: 7,
  not_training: 8,
  nothing_to_undo: 9,
  buffer_too_small: 10,
  file_foreign: 11,
  file_damaged: 12,
  file_newer: 13,
  file_mismatch: 14,
  not_exploring: 15,
  bad_handle: 32,
  unknown_engine: 33,
  unknown_channel: 34,
  unknown_param: 35,
  queue_full: 36,
  unknown_type: 64,
  bad_body: 65,
  not_on_this_board: 66,
  flash_full: 67,
  flash_failed: 68,
} as const;
export type StatusName = keyof typeof STATUS;

/** What went wrong and what to do, for people. */
export const STATUS_MESSAGES: Readonly<Record<StatusName, string>> = {
  ok: "done",
  no_examples: "there are no examples yet: add one first",
  examples_full: "the example memory is full: remove an example, or clear them",
  bad_config: "learning_rate must be above 0 up to 100, max_iterations 1 to 1000000, min_error 0 to 1",
  bad_shape: "layer sizes beyond the limits, or not those of channels and params",
  bad_value: "no such index, or a value above 1",
  no_memory: "the memory is too small or not aligned to 16 bytes",
  training: "training is running: wait until it ends, or cancel it",
  not_training: "no training is running",
  nothing_to_undo: "there is nothing to undo",
  buffer_too_small: "the file does not fit into the memory there is for it",
  file_foreign: "this is not a taught file",
  file_damaged: "the file is damaged",
  file_newer: "the file is from a newer version: update the software that reads it",
  file_mismatch: "the file was taught for another mode: select that mode first",
  not_exploring: "no sound is being explored: begin with one first",
  bad_handle: "the instrument is null or was destroyed",
  unknown_engine: "there is no engine with this id",
  unknown_channel: "there is no input channel with this name",
  unknown_param: "the engine has no slot for this param",
  queue_full: "too many notes at once: this one was dropped",
  unknown_type: "this firmware does not know the request: update the firmware",
  bad_body: "the request is too short or too long, or a field is out of range",
  not_on_this_board: "this board cannot do that",
  flash_full: "the flash memory is full: forget what is kept for another mode",
  flash_failed: "the flash memory could not be written; what it kept is still there",
};

const isStatusName = (name: string): name is StatusName => Object.hasOwn(STATUS, name);

/** Gives the name of a status; undefined for a number that this version does not know. */
export function statusName(code: number): StatusName | undefined {
  return Object.keys(STATUS).filter(isStatusName).find((name) => STATUS[name] === code);
}

/** The state of training. */
export const TRAIN_STATE = {
  /** not trained since the network was made or loaded, or the examples changed */
  idle: 0,
  /** needs more steps */
  running: 1,
  /** the error of a whole pass fell below min_error */
  converged: 2,
  /** max_iterations passes did not reach min_error */
  exhausted: 3,
  /** stopped on request */
  cancelled: 4,
} as const;
export type TrainState = keyof typeof TRAIN_STATE;

/** @throws RangeError for a number that stands for none. */
export function trainStateOf(code: number): TrainState {
  switch (code) {
    case 0:
      return "idle";
    case 1:
      return "running";
    case 2:
      return "converged";
    case 3:
      return "exhausted";
    case 4:
      return "cancelled";
    default:
      throw new RangeError(`TRAIN_STATE has no ${code}`);
  }
}

/** Which fields of a training configuration to replace. */
export const TRAIN_FIELD = {
  /** the learning rate */
  learning_rate: 1,
  /** the number of passes */
  max_iterations: 2,
  /** the error to reach */
  min_error: 4,
} as const;
export type TrainField = keyof typeof TRAIN_FIELD;

/** What an engine listens to. */
export const AUDIO_INPUT = {
  /** nothing */
  none: 0,
  /** the line input */
  line: 1,
  /** the microphone */
  microphone: 2,
} as const;
export type AudioInput = keyof typeof AUDIO_INPUT;

/** @throws RangeError for a number that stands for none. */
export function audioInputOf(code: number): AudioInput {
  switch (code) {
    case 0:
      return "none";
    case 1:
      return "line";
    case 2:
      return "microphone";
    default:
      throw new RangeError(`AUDIO_INPUT has no ${code}`);
  }
}

/** The purpose of a slot that is meant to change the loudness. */
export const ROLE = {
  /** none: it changes the sound */
  none: 0,
  /** sets how loud the whole instrument is */
  level: 1,
  /** sets the level or the share of a part, a stage or an effect */
  mix: 2,
  /** sets the corner of a filter that can take away most of the sound */
  cutoff: 3,
} as const;
export type Role = keyof typeof ROLE;

/** @throws RangeError for a number that stands for none. */
export function roleOf(code: number): Role {
  switch (code) {
    case 0:
      return "none";
    case 1:
      return "level";
    case 2:
      return "mix";
    case 3:
      return "cutoff";
    default:
      throw new RangeError(`ROLE has no ${code}`);
  }
}

/** What the request `name` asks the name of. */
export const NAME_KIND = {
  /** an input channel */
  channel: 0,
  /** a param */
  param: 1,
  /** a voice space */
  voice_space: 2,
  /** a preset, counted from 0 */
  preset: 3,
} as const;
export type NameKind = keyof typeof NAME_KIND;

/** @throws RangeError for a number that stands for none. */
export function nameKindOf(code: number): NameKind {
  switch (code) {
    case 0:
      return "channel";
    case 1:
      return "param";
    case 2:
      return "voice_space";
    case 3:
      return "preset";
    default:
      throw new RangeError(`NAME_KIND has no ${code}`);
  }
}

/** What is wrong with a board; several can be at once. */
export const FAULT = {
  /** the codec does not answer: check its wires and power */
  codec: 1,
  /** something taught could not be saved */
  flash: 2,
  /** what flash stores for this mode does not fit this firmware */
  unfit: 4,
  /** a tick of audio took too long and was heard as a click */
  late: 8,
  /** MIDI arrived faster than it could be taken */
  midi_lost: 16,
  /** the watchdog restarted the board */
  restarted: 32,
} as const;
export type Fault = keyof typeof FAULT;

/** Parts of a board that its self-test tests. */
export const PART = {
  /** the codec answers with the id of an SGTL5000 */
  codec: 1,
  /** the PLL that makes the sample clock is locked */
  clock: 2,
  /** every axis is near its middle: leave the stick alone */
  joystick: 4,
  /** no button is stuck, or all are held at power-on */
  buttons: 8,
  /** what is sent comes back: connect MIDI out with MIDI in */
  midi: 16,
  /** a few bytes were saved, read back and deleted */
  flash: 32,
} as const;
export type Part = keyof typeof PART;

/** Notes of a scale: a bit for each semitone above the root, the lowest for the root. */
export const SCALE = {
  /** every semitone */
  chromatic: 4095,
  /** also ionian */
  major: 2741,
  /** natural minor, also aeolian */
  minor: 1453,
  /** minor with a raised seventh */
  harmonic_minor: 2477,
  /** minor with a raised sixth and seventh */
  melodic_minor: 2733,
  /** five notes of major */
  major_pentatonic: 661,
  /** five notes of minor */
  minor_pentatonic: 1193,
  /** minor pentatonic with a lowered fifth */
  blues: 1257,
  /** minor with a raised sixth */
  dorian: 1709,
  /** minor with a lowered second */
  phrygian: 1451,
  /** major with a raised fourth */
  lydian: 2773,
  /** major with a lowered seventh */
  mixolydian: 1717,
  /** minor with a lowered second and fifth */
  locrian: 1387,
  /** six whole tones */
  whole_tone: 1365,
  /** whole tones and semitones by turns */
  diminished: 2925,
} as const;
export type Scale = keyof typeof SCALE;

// Structs of the C ABI in WebAssembly memory, little-endian at any address. Readers and writers are functions
// of their own, so that the audio thread is only sent those that it calls.

/** How to set up the hardware before the engine plays. */
export interface DriverConfig {
  /** ENS_INPUT_… */
  readonly input: AudioInput;
  /** 0…15 */
  readonly line_level: number;
  /** 0…52 */
  readonly microphone_gain_db: number;
  /** 0…1 */
  readonly output_volume: number;
  /** 24000, 32000, 44100 or 48000 */
  readonly sample_rate_hz: number;
}
/** Size of EnsDriverConfig. */
export const DRIVER_CONFIG_BYTES = 20;
/** Reads EnsDriverConfig. */
export function readDriverConfig(from: DataView, at: number): DriverConfig {
  return {
    input: audioInputOf(from.getUint32(at + 0, true)),
    line_level: from.getUint32(at + 4, true),
    microphone_gain_db: from.getUint32(at + 8, true),
    output_volume: from.getFloat32(at + 12, true),
    sample_rate_hz: from.getUint32(at + 16, true),
  };
}
/** Writes EnsDriverConfig. */
export function writeDriverConfig(to: DataView, at: number, value: DriverConfig): void {
    to.setUint32(at + 0, AUDIO_INPUT[value.input], true);
    to.setUint32(at + 4, value.line_level, true);
    to.setUint32(at + 8, value.microphone_gain_db, true);
    to.setFloat32(at + 12, value.output_volume, true);
    to.setUint32(at + 16, value.sample_rate_hz, true);
}

/** What an instrument is made of. Pointers are read only during the call. */
export interface InstrumentConfig {
  /** address of id of the engine */
  readonly engine_id: number;
  /** address of stored in taught files: a-z, 0-9 and _, a letter first, at most 64 bytes */
  readonly mode_id: number;
  /** address of names of input channels, layers[0] of them */
  readonly channels: number;
  /** address of names of engine slots, one for each output */
  readonly params: number;
  /** address of sizes: inputs, hidden…, outputs */
  readonly layers: number;
  /** 3…10 */
  readonly layer_count: number;
  /** goes through ens_select_sample_rate */
  readonly sample_rate_hz: number;
  /** for the first weights, jitter and the wander_* channels */
  readonly seed: number;
  /** unit value: how far the first weights spread */
  readonly default_spread: number;
  /** training default, see EnsTrainConfig */
  readonly learning_rate: number;
  /** training default */
  readonly max_iterations: number;
  /** training default */
  readonly min_error: number;
  /** 1…65535 */
  readonly example_capacity: number;
}
/** Size of EnsConfig. */
export const INSTRUMENT_CONFIG_BYTES = 52;
/** Reads EnsConfig. */
export function readInstrumentConfig(from: DataView, at: number): InstrumentConfig {
  return {
    engine_id: from.getUint32(at + 0, true),
    mode_id: from.getUint32(at + 4, true),
    channels: from.getUint32(at + 8, true),
    params: from.getUint32(at + 12, true),
    layers: from.getUint32(at + 16, true),
    layer_count: from.getUint32(at + 20, true),
    sample_rate_hz: from.getFloat32(at + 24, true),
    seed: from.getUint32(at + 28, true),
    default_spread: from.getUint32(at + 32, true),
    learning_rate: from.getFloat32(at + 36, true),
    max_iterations: from.getUint32(at + 40, true),
    min_error: from.getFloat32(at + 44, true),
    example_capacity: from.getUint32(at + 48, true),
  };
}
/** Writes EnsConfig. */
export function writeInstrumentConfig(to: DataView, at: number, value: InstrumentConfig): void {
    to.setUint32(at + 0, value.engine_id, true);
    to.setUint32(at + 4, value.mode_id, true);
    to.setUint32(at + 8, value.channels, true);
    to.setUint32(at + 12, value.params, true);
    to.setUint32(at + 16, value.layers, true);
    to.setUint32(at + 20, value.layer_count, true);
    to.setFloat32(at + 24, value.sample_rate_hz, true);
    to.setUint32(at + 28, value.seed, true);
    to.setUint32(at + 32, value.default_spread, true);
    to.setFloat32(at + 36, value.learning_rate, true);
    to.setUint32(at + 40, value.max_iterations, true);
    to.setFloat32(at + 44, value.min_error, true);
    to.setUint32(at + 48, value.example_capacity, true);
}

/** Settings of training. */
export interface TrainConfig {
  /** above 0, at most 100; useful values are 0.03…3 */
  readonly learning_rate: number;
  /** 1…1,000,000 passes over all examples */
  readonly max_iterations: number;
  /** 0…1: mean squared error at which training stops */
  readonly min_error: number;
}
/** Size of EnsTrainConfig. */
export const TRAIN_CONFIG_BYTES = 12;
/** Reads EnsTrainConfig. */
export function readTrainConfig(from: DataView, at: number): TrainConfig {
  return {
    learning_rate: from.getFloat32(at + 0, true),
    max_iterations: from.getUint32(at + 4, true),
    min_error: from.getFloat32(at + 8, true),
  };
}
/** Writes EnsTrainConfig. */
export function writeTrainConfig(to: DataView, at: number, value: TrainConfig): void {
    to.setFloat32(at + 0, value.learning_rate, true);
    to.setUint32(at + 4, value.max_iterations, true);
    to.setFloat32(at + 8, value.min_error, true);
}

/** How far training has got. */
export interface TrainProgress {
  /** ENS_TRAIN_IDLE…ENS_TRAIN_CANCELLED */
  readonly state: TrainState;
  /** whole passes done */
  readonly iterations: number;
  /** mean squared error of the last whole pass */
  readonly error: number;
}
/** Size of EnsTrainProgress. */
export const TRAIN_PROGRESS_BYTES = 12;
/** Reads EnsTrainProgress. */
export function readTrainProgress(from: DataView, at: number): TrainProgress {
  return {
    state: trainStateOf(from.getUint32(at + 0, true)),
    iterations: from.getUint32(at + 4, true),
    error: from.getFloat32(at + 8, true),
  };
}
/** Writes EnsTrainProgress. */
export function writeTrainProgress(to: DataView, at: number, value: TrainProgress): void {
    to.setUint32(at + 0, TRAIN_STATE[value.state], true);
    to.setUint32(at + 4, value.iterations, true);
    to.setFloat32(at + 8, value.error, true);
}

/** How far exploring around a sound has got. */
export interface ExploreState {
  /** 1 while a sound is being explored */
  readonly active: number;
  /** unit value: the place in the plane, from left to right */
  readonly x: number;
  /** unit value: the place in the plane, from bottom to top */
  readonly y: number;
  /** unit value: how far the plane reaches; each Like makes it smaller */
  readonly reach: number;
  /** Likes and Dislikes that can be undone */
  readonly presses: number;
}
/** Size of EnsExploreState. */
export const EXPLORE_STATE_BYTES = 20;
/** Reads EnsExploreState. */
export function readExploreState(from: DataView, at: number): ExploreState {
  return {
    active: from.getUint32(at + 0, true),
    x: from.getUint32(at + 4, true),
    y: from.getUint32(at + 8, true),
    reach: from.getUint32(at + 12, true),
    presses: from.getUint32(at + 16, true),
  };
}
/** Writes EnsExploreState. */
export function writeExploreState(to: DataView, at: number, value: ExploreState): void {
    to.setUint32(at + 0, value.active, true);
    to.setUint32(at + 4, value.x, true);
    to.setUint32(at + 8, value.y, true);
    to.setUint32(at + 12, value.reach, true);
    to.setUint32(at + 16, value.presses, true);
}

/** Reads the little-endian fields of a body. */
export interface FieldReader {
  readonly left: number;
  u8(): number;
  u16(): number;
  u32(): number;
  f32(): number;
  bytes(count: number): Uint8Array;
  string(bytes: number): string;
}

/** Writes the little-endian fields of a body. */
export interface FieldWriter {
  u8(value: number): unknown;
  u16(value: number): unknown;
  u32(value: number): unknown;
  f32(value: number): unknown;
  bytes(bytes: Uint8Array): unknown;
}

export type NoFields = Readonly<Record<never, never>>;

/** The fields of every request. */
export interface RequestFields {
  readonly hello: NoFields;
  readonly mode: { readonly index: number };
  readonly name: { readonly kind: NameKind; readonly index: number };
  readonly select_mode: { readonly index: number };
  readonly select_voice_space: { readonly ordinal: number };
  readonly state: NoFields;
  readonly read_params: NoFields;
  readonly set_param: { readonly index: number; readonly value: number };
  readonly release_params: NoFields;
  readonly set_inputs: { readonly first: number; readonly values: readonly number[] };
  readonly note_on: { readonly key: number; readonly velocity: number };
  readonly note_off: { readonly key: number };
  readonly set_volume: { readonly volume: number };
  readonly self_test: NoFields;
  readonly calibrate: { readonly begin: boolean };
  readonly preset: NoFields;
  readonly select_preset: { readonly number: number };
  readonly lock_param: { readonly index: number; readonly locked: boolean };
  readonly read_locks: NoFields;
  readonly add_example: NoFields;
  readonly remove_nearest: NoFields;
  readonly clear_examples: NoFields;
  readonly train: NoFields;
  readonly train_with: { readonly learning_rate: number; readonly max_iterations: number; readonly min_error: number };
  readonly cancel_training: NoFields;
  readonly set_train_config: { readonly fields: number; readonly learning_rate: number; readonly max_iterations: number; readonly min_error: number };
  readonly train_config: NoFields;
  readonly jitter: { readonly amount: number };
  readonly undo: NoFields;
  readonly set_scale: { readonly scale: number };
  readonly read_scale: NoFields;
  readonly taught_size: NoFields;
  readonly taught_read: { readonly at: number; readonly count: number };
  readonly taught_begin: { readonly size: number };
  readonly taught_write: { readonly at: number; readonly bytes: Uint8Array };
  readonly taught_end: NoFields;
  readonly keep: NoFields;
  readonly forget: NoFields;
  readonly clock: { readonly ticks: number };
  readonly free_run: { readonly on: boolean };
  readonly hold_controls: { readonly buttons: number; readonly turned: number; readonly axes: readonly number[] };
  readonly explore_begin: { readonly seed: number };
  readonly explore_move: { readonly x: number; readonly y: number };
  readonly explore_like: NoFields;
  readonly explore_dislike: NoFields;
  readonly explore_undo: NoFields;
  readonly explore_end: NoFields;
  readonly explore_state: NoFields;
}

/** The fields of every answer, behind a status of 0. */
export interface AnswerFields {
  readonly hello: { readonly tick_frames: number; readonly sample_rate_hz: number; readonly modes: number; readonly board: string; readonly firmware: string };
  readonly mode: { readonly channels: number; readonly params: number; readonly voice_spaces: number; readonly mode_id: string; readonly engine_id: string };
  readonly name: { readonly name: string };
  readonly select_mode: NoFields;
  readonly select_voice_space: NoFields;
  readonly state: { readonly mode: number; readonly voice_space: number; readonly training: boolean; readonly examples: number; readonly example_capacity: number; readonly ticks: number; readonly longest_tick_us: number; readonly frames: number; readonly broken: number; readonly too_long: number; readonly bad_crc: number; readonly bad_version: number; readonly late_ticks: number; readonly faults: number; readonly volume: number };
  readonly read_params: { readonly values: readonly number[] };
  readonly set_param: NoFields;
  readonly release_params: NoFields;
  readonly set_inputs: NoFields;
  readonly note_on: NoFields;
  readonly note_off: NoFields;
  readonly set_volume: NoFields;
  readonly self_test: { readonly present: number; readonly working: number; readonly codec_id: number; readonly buttons: number; readonly axes: readonly number[] };
  readonly calibrate: NoFields;
  readonly preset: { readonly presets: number; readonly number: number };
  readonly select_preset: NoFields;
  readonly lock_param: NoFields;
  readonly read_locks: { readonly values: readonly number[] };
  readonly add_example: NoFields;
  readonly remove_nearest: NoFields;
  readonly clear_examples: NoFields;
  readonly train: NoFields;
  readonly train_with: NoFields;
  readonly cancel_training: NoFields;
  readonly set_train_config: NoFields;
  readonly train_config: { readonly learning_rate: number; readonly max_iterations: number; readonly min_error: number };
  readonly jitter: NoFields;
  readonly undo: NoFields;
  readonly set_scale: NoFields;
  readonly read_scale: { readonly scale: number };
  readonly taught_size: { readonly size: number };
  readonly taught_read: { readonly bytes: Uint8Array };
  readonly taught_begin: NoFields;
  readonly taught_write: NoFields;
  readonly taught_end: NoFields;
  readonly keep: NoFields;
  readonly forget: NoFields;
  readonly clock: NoFields;
  readonly free_run: NoFields;
  readonly hold_controls: { readonly lit: boolean; readonly flashes: number };
  readonly explore_begin: NoFields;
  readonly explore_move: NoFields;
  readonly explore_like: NoFields;
  readonly explore_dislike: NoFields;
  readonly explore_undo: NoFields;
  readonly explore_end: NoFields;
  readonly explore_state: { readonly active: boolean; readonly x: number; readonly y: number; readonly reach: number; readonly presses: number };
}

/** The fields of every event. */
export interface EventFields {
  readonly progress: { readonly state: TrainState; readonly iterations: number; readonly error: number };
  readonly log: { readonly text: string };
  readonly self_test: { readonly present: number; readonly working: number; readonly codec_id: number; readonly buttons: number; readonly axes: readonly number[] };
}

export type RequestName = keyof RequestFields;
export type EventName = keyof EventFields;

/** What a host can request: how its fields are written, and how those of the answer are read. */
export const REQUESTS: {
  readonly [Name in RequestName]: {
    readonly code: number;
    readonly write: (to: FieldWriter, fields: RequestFields[Name]) => void;
    readonly read: (from: FieldReader) => AnswerFields[Name];
  };
} = {
  /** what the board is and how many modes it has */
  hello: {
    code: 0x01,
    write: () => {},
    read: (from) => ({ tick_frames: from.u16(), sample_rate_hz: from.u32(), modes: from.u8(), board: from.string(from.u8()), firmware: from.string(from.u8()) }),
  },
  /** describes one of its modes */
  mode: {
    code: 0x02,
    write: (to, fields) => {
      to.u8(fields.index);
    },
    read: (from) => ({ channels: from.u8(), params: from.u8(), voice_spaces: from.u8(), mode_id: from.string(from.u8()), engine_id: from.string(from.u8()) }),
  },
  /** the name of a channel, param, voice space or preset of the selected mode */
  name: {
    code: 0x03,
    write: (to, fields) => {
      to.u8(NAME_KIND[fields.kind]);
      to.u8(fields.index);
    },
    read: (from) => ({ name: from.string(from.u8()) }),
  },
  /** saves what was taught, selects a mode and loads what flash stores */
  select_mode: {
    code: 0x10,
    write: (to, fields) => {
      to.u8(fields.index);
    },
    read: () => ({}),
  },
  /** selects a voice space */
  select_voice_space: {
    code: 0x11,
    write: (to, fields) => {
      to.u8(fields.ordinal);
    },
    read: () => ({}),
  },
  /** what the board is doing, its counters, and what is wrong (flags of `fault`) */
  state: {
    code: 0x12,
    write: () => {},
    read: (from) => ({ mode: from.u8(), voice_space: from.u8(), training: from.u8() === 1, examples: from.u16(), example_capacity: from.u16(), ticks: from.u32(), longest_tick_us: from.u32(), frames: from.u32(), broken: from.u32(), too_long: from.u32(), bad_crc: from.u32(), bad_version: from.u32(), late_ticks: from.u32(), faults: from.u16(), volume: from.u16() }),
  },
  /** reads all params as they sound now */
  read_params: {
    code: 0x13,
    write: () => {},
    read: (from) => ({ values: Array.from({ length: Math.floor(from.left / 2) }, () => from.u16()) }),
  },
  /** holds a param at a value */
  set_param: {
    code: 0x14,
    write: (to, fields) => {
      to.u8(fields.index);
      to.u16(fields.value);
    },
    read: () => ({}),
  },
  /** lets the network control all params again */
  release_params: {
    code: 0x15,
    write: () => {},
    read: () => ({}),
  },
  /** sets input channels, from `first` on */
  set_inputs: {
    code: 0x16,
    write: (to, fields) => {
      to.u8(fields.first);
      for (const unit of fields.values) to.u16(unit);
    },
    read: () => ({}),
  },
  /** plays a note */
  note_on: {
    code: 0x17,
    write: (to, fields) => {
      to.u8(fields.key);
      to.u16(fields.velocity);
    },
    read: () => ({}),
  },
  /** ends a note */
  note_off: {
    code: 0x18,
    write: (to, fields) => {
      to.u8(fields.key);
    },
    read: () => ({}),
  },
  /** sets the output volume, which is remembered */
  set_volume: {
    code: 0x19,
    write: (to, fields) => {
      to.u16(fields.volume);
    },
    read: () => ({}),
  },
  /** plays a tone for a second, left then right, and says which parts are there and which work */
  self_test: {
    code: 0x1a,
    write: () => {},
    read: (from) => ({ present: from.u16(), working: from.u16(), codec_id: from.u16(), buttons: from.u8(), axes: Array.from({ length: Math.floor(from.left / 2) }, () => from.u16()) }),
  },
  /** begins to learn the ends and the centre of the stick, or ends it with the stick at rest */
  calibrate: {
    code: 0x1b,
    write: (to, fields) => {
      to.u8(fields.begin ? 1 : 0);
    },
    read: () => ({}),
  },
  /** how many presets the selected mode has, and which was chosen last, from 1; 0 if none */
  preset: {
    code: 0x1c,
    write: () => {},
    read: (from) => ({ presets: from.u8(), number: from.u8() }),
  },
  /** saves what was taught and plays a preset, counted from 1; 0 plays what flash stores */
  select_preset: {
    code: 0x1d,
    write: (to, fields) => {
      to.u8(fields.number);
    },
    read: () => ({}),
  },
  /** keeps a param out of learning, where it is, or gives it back to the network */
  lock_param: {
    code: 0x1e,
    write: (to, fields) => {
      to.u8(fields.index);
      to.u8(fields.locked ? 1 : 0);
    },
    read: () => ({}),
  },
  /** reads the value that each param is locked at; 0xffff for those that are not locked */
  read_locks: {
    code: 0x1f,
    write: () => {},
    read: (from) => ({ values: Array.from({ length: Math.floor(from.left / 2) }, () => from.u16()) }),
  },
  /** saves the current sound at the current inputs */
  add_example: {
    code: 0x20,
    write: () => {},
    read: () => ({}),
  },
  /** removes the example nearest to the current inputs */
  remove_nearest: {
    code: 0x21,
    write: () => {},
    read: () => ({}),
  },
  /** removes all examples */
  clear_examples: {
    code: 0x22,
    write: () => {},
    read: () => ({}),
  },
  /** starts training with the configuration */
  train: {
    code: 0x23,
    write: () => {},
    read: () => ({}),
  },
  /** starts training with these settings, this time only */
  train_with: {
    code: 0x24,
    write: (to, fields) => {
      to.f32(fields.learning_rate);
      to.u32(fields.max_iterations);
      to.f32(fields.min_error);
    },
    read: () => ({}),
  },
  /** stops training and keeps what was learned so far */
  cancel_training: {
    code: 0x25,
    write: () => {},
    read: () => ({}),
  },
  /** replaces the given fields of the configuration */
  set_train_config: {
    code: 0x26,
    write: (to, fields) => {
      to.u8(fields.fields);
      to.f32(fields.learning_rate);
      to.u32(fields.max_iterations);
      to.f32(fields.min_error);
    },
    read: () => ({}),
  },
  /** reads the training configuration */
  train_config: {
    code: 0x27,
    write: () => {},
    read: (from) => ({ learning_rate: from.f32(), max_iterations: from.u32(), min_error: from.f32() }),
  },
  /** changes all weights by a random amount */
  jitter: {
    code: 0x28,
    write: (to, fields) => {
      to.u16(fields.amount);
    },
    read: () => ({}),
  },
  /** undoes the last training or jitter; sent again, redoes it */
  undo: {
    code: 0x29,
    write: () => {},
    read: () => ({}),
  },
  /** chooses the scale that pitches snap to, as in taught files; 0: none */
  set_scale: {
    code: 0x2a,
    write: (to, fields) => {
      to.u16(fields.scale);
    },
    read: () => ({}),
  },
  /** reads the scale that pitches snap to; 0 if there is none */
  read_scale: {
    code: 0x2b,
    write: () => {},
    read: (from) => ({ scale: from.u16() }),
  },
  /** prepares the taught file for reading */
  taught_size: {
    code: 0x30,
    write: () => {},
    read: (from) => ({ size: from.u32() }),
  },
  /** reads a piece of the taught file */
  taught_read: {
    code: 0x31,
    write: (to, fields) => {
      to.u32(fields.at);
      to.u16(fields.count);
    },
    read: (from) => ({ bytes: from.bytes(from.left) }),
  },
  /** announces a taught file of this size */
  taught_begin: {
    code: 0x32,
    write: (to, fields) => {
      to.u32(fields.size);
    },
    read: () => ({}),
  },
  /** sends a piece of that file */
  taught_write: {
    code: 0x33,
    write: (to, fields) => {
      to.u32(fields.at);
      to.bytes(fields.bytes);
    },
    read: () => ({}),
  },
  /** loads that file, all of it or nothing */
  taught_end: {
    code: 0x34,
    write: () => {},
    read: () => ({}),
  },
  /** saves what was learned to flash */
  keep: {
    code: 0x38,
    write: () => {},
    read: () => ({}),
  },
  /** deletes what flash stores for this mode */
  forget: {
    code: 0x39,
    write: () => {},
    read: () => ({}),
  },
  /** emulator only: runs this many ticks */
  clock: {
    code: 0x40,
    write: (to, fields) => {
      to.u32(fields.ticks);
    },
    read: () => ({}),
  },
  /** emulator only: runs in real time, or stops */
  free_run: {
    code: 0x41,
    write: (to, fields) => {
      to.u8(fields.on ? 1 : 0);
    },
    read: () => ({}),
  },
  /** emulator only: holds buttons and axes, turns the encoder by `turned` - 128; gives the light */
  hold_controls: {
    code: 0x42,
    write: (to, fields) => {
      to.u8(fields.buttons);
      to.u8(fields.turned);
      for (const unit of fields.axes) to.u16(unit);
    },
    read: (from) => ({ lit: from.u8() === 1, flashes: from.u8() }),
  },
  /** lays a plane of sounds around the current one; the first two hand controls move in it */
  explore_begin: {
    code: 0x50,
    write: (to, fields) => {
      to.u32(fields.seed);
    },
    read: () => ({}),
  },
  /** moves to a place in the plane */
  explore_move: {
    code: 0x51,
    write: (to, fields) => {
      to.u16(fields.x);
      to.u16(fields.y);
    },
    read: () => ({}),
  },
  /** makes the sound at the place the middle of a smaller plane */
  explore_like: {
    code: 0x52,
    write: () => {},
    read: () => ({}),
  },
  /** lays another plane around the same sound */
  explore_dislike: {
    code: 0x53,
    write: () => {},
    read: () => ({}),
  },
  /** undoes the last like or dislike */
  explore_undo: {
    code: 0x54,
    write: () => {},
    read: () => ({}),
  },
  /** ends exploring and holds the sound at the place */
  explore_end: {
    code: 0x55,
    write: () => {},
    read: () => ({}),
  },
  /** where exploring is, and how many presses can be undone */
  explore_state: {
    code: 0x56,
    write: () => {},
    read: (from) => ({ active: from.u8() === 1, x: from.u16(), y: from.u16(), reach: from.u16(), presses: from.u16() }),
  },
};

export const EVENT_NAMES = ["progress", "log", "self_test"] as const satisfies readonly EventName[];

/** What a board sends by itself. */
export const EVENTS: {
  readonly [Name in EventName]: {
    readonly code: number;
    readonly read: (from: FieldReader) => EventFields[Name];
  };
} = {
  /** how training is going: every 50 iterations, and at the end */
  progress: { code: 0xf0, read: (from) => ({ state: trainStateOf(from.u8()), iterations: from.u32(), error: from.f32() }) },
  /** a line of text for people */
  log: { code: 0xf1, read: (from) => ({ text: from.string(from.left) }) },
  /** what a self-test at power-on found, before the first answer */
  self_test: { code: 0xf2, read: (from) => ({ present: from.u16(), working: from.u16(), codec_id: from.u16(), buttons: from.u8(), axes: Array.from({ length: Math.floor(from.left / 2) }, () => from.u16()) }) },
};
