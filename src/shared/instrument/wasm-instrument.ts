/** One instrument in a wasm module: playing, sound, teaching. Every method is one call of the ABI. */
import {
  type DriverConfig,
  HISTORY_LENGTH,
  readTrainConfig,
  readTrainProgress,
  STATUS,
  TRAIN_FIELD,
  type TrainConfig,
  type TrainProgress,
  UNIT_ONE,
  writeTrainConfig,
} from '../../../build/ts/contract.ts';
import { type Abi, InstrumentError } from './abi.ts';
import { drones, readDriver } from './catalogue.ts';
import { copyFrames } from './copy-frames.ts';
import { Exploring } from './exploring.ts';
import { type InstrumentSpec, instanceBytes, wholeNumber, writeSpec } from './instrument-spec.ts';
import { ParamLocks } from './param-locks.ts';
import { ParamUnits } from './param-units.ts';
import { Tuning } from './tuning.ts';

/** A MIDI message as its bytes. */
export type MidiMessage = readonly [status: number, data1: number, data2: number];

/** Frames per call of ens_process; longer blocks are split. */
const BLOCK_FRAMES = 1024;

/** An instrument. Control calls between blocks; nothing is allocated by `process` or by a tick. */
export class WasmInstrument {
  readonly spec: InstrumentSpec;
  readonly exploring: Exploring;
  readonly locks: ParamLocks;
  readonly tuning: Tuning;
  /** Whether its engine plays notes and sounds by itself until the first. */
  readonly drones: boolean;
  readonly #abi: Abi;
  readonly #handle: number;
  readonly #audio: number;
  readonly #units: number;
  readonly #scratch: number;
  #channels: readonly Float32Array[] = [];

  /** @throws InstrumentError when the spec is not one that can be made. */
  constructor(abi: Abi, spec: InstrumentSpec) {
    const bytes = instanceBytes(abi, spec);
    this.#abi = abi;
    this.spec = spec;
    this.drones = drones(abi, spec.engine_id);
    const config = writeSpec(abi, spec);
    const memory = abi.allocate(bytes);
    this.#audio = abi.allocate(4 * BLOCK_FRAMES * 4);
    this.#units = abi.allocate(2 * (spec.channels.length + spec.params.length));
    this.#scratch = abi.allocate(4 * HISTORY_LENGTH + 4);
    try {
      abi.run('ens_create', config, memory, bytes, this.#scratch);
    } finally {
      abi.free(config);
    }
    this.#handle = memory;
    this.exploring = new Exploring(abi, memory, spec.params.length);
    const units = new ParamUnits(abi, this.#units, spec.params.length);
    this.locks = new ParamLocks(abi, memory, units);
    this.tuning = new Tuning(abi, memory, units);
  }

  /** Frees the memory; the instrument must not be used afterwards. */
  destroy(): void {
    this.#abi.run('ens_destroy', this.#handle);
    for (const block of [this.#handle, this.#audio, this.#units, this.#scratch]) {
      this.#abi.free(block);
    }
  }

  get sampleRateHz(): number {
    return this.#abi.call.ens_sample_rate(this.#handle);
  }

  driver(): DriverConfig {
    return readDriver(this.#abi, (address) => this.#abi.call.ens_driver(this.#handle, address));
  }

  /** Renders `frames` of stereo; undefined inputs are silence. All arrays hold at least `frames`. */
  process(
    inLeft: Float32Array | undefined,
    inRight: Float32Array | undefined,
    outLeft: Float32Array,
    outRight: Float32Array,
    frames = outLeft.length,
  ): void {
    for (let start = 0; start < frames; start += BLOCK_FRAMES) {
      const part = Math.min(BLOCK_FRAMES, frames - start);
      this.#block(inLeft, inRight, outLeft, outRight, start, part);
    }
  }

  #block(
    inLeft: Float32Array | undefined,
    inRight: Float32Array | undefined,
    outLeft: Float32Array,
    outRight: Float32Array,
    start: number,
    frames: number,
  ): void {
    const [left, right, soundLeft, soundRight] = this.#views();
    if (left === undefined || right === undefined) return;
    if (soundLeft === undefined || soundRight === undefined) return;
    copyFrames(inLeft, start, left, 0, frames);
    copyFrames(inRight, start, right, 0, frames);
    const at = this.#audio;
    const step = BLOCK_FRAMES * 4;
    const status = this.#abi.call.ens_process(
      this.#handle,
      inLeft === undefined ? 0 : at,
      inRight === undefined ? 0 : at + step,
      at + 2 * step,
      at + 3 * step,
      frames,
    );
    if (status !== STATUS.ok) throw new InstrumentError(status, 'ens_process');
    copyFrames(soundLeft, 0, outLeft, start, frames);
    copyFrames(soundRight, 0, outRight, start, frames);
  }

  #views(): readonly Float32Array[] {
    const { buffer } = this.#abi;
    if (this.#channels[0]?.buffer !== buffer) {
      this.#channels = [0, 1, 2, 3].map(
        (channel) =>
          new Float32Array(buffer, this.#audio + channel * BLOCK_FRAMES * 4, BLOCK_FRAMES),
      );
    }
    return this.#channels;
  }

  /** Back to silence and the initial state; training, held params and the voice space stay. */
  reset(): void {
    this.#abi.run('ens_reset', this.#handle);
  }

  setInput(index: number, unit: number): void {
    this.#abi.run('ens_set_input', this.#handle, index, unit);
  }

  releaseInput(index: number): void {
    this.#abi.run('ens_release_input', this.#handle, index);
  }

  setParam(index: number, unit: number): void {
    this.#abi.run('ens_set_param', this.#handle, index, unit);
  }

  releaseParam(index: number): void {
    this.#abi.run('ens_release_param', this.#handle, index);
  }

  releaseParams(): void {
    this.#abi.run('ens_release_params', this.#handle);
  }

  setVoiceSpace(ordinal: number): void {
    this.#abi.run('ens_set_voice_space', this.#handle, ordinal);
  }

  get voiceSpace(): number {
    return this.#abi.call.ens_voice_space(this.#handle);
  }

  noteOn(key: number, velocity: number): void {
    this.#abi.run('ens_note_on', this.#handle, key, velocity);
  }

  noteOff(key: number): void {
    this.#abi.run('ens_note_off', this.#handle, key);
  }

  allNotesOff(): void {
    this.#abi.run('ens_all_notes_off', this.#handle);
  }

  midiIn(message: MidiMessage): void {
    this.#abi.run('ens_midi_in', this.#handle, ...message);
  }

  /** The oldest MIDI message the engine sent. */
  nextEvent(): MidiMessage | undefined {
    const packed = this.#abi.call.ens_next_event(this.#handle);
    return packed === 0 ? undefined : [packed & 255, (packed >> 8) & 255, (packed >> 16) & 255];
  }

  readInputs(): Uint16Array {
    return this.#readUnits('ens_read_inputs', this.spec.channels.length);
  }

  readOutputs(): Uint16Array {
    return this.#readUnits('ens_read_outputs', this.spec.params.length);
  }

  readParams(): Uint16Array {
    return this.#readUnits('ens_read_params', this.spec.params.length);
  }

  /** State fields as of the last whole tick, `count` of them (the engine's state_fields). */
  readState(count: number): Float32Array {
    this.#abi.run('ens_read_state', this.#handle, this.#scratch);
    return new Float32Array(this.#abi.buffer, this.#scratch, count).slice();
  }

  /**
   * After the first frame since reset(): what the sound processing uses of each of `count` slots. NaN where
   * that cannot be told, infinity where the voice space has no use for the slot.
   */
  readInUse(count: number): Float32Array {
    this.#abi.run('ens_read_in_use', this.#handle, this.#scratch);
    return new Float32Array(this.#abi.buffer, this.#scratch, count).slice();
  }

  /** What the network outputs for any inputs. */
  map(inputs: readonly number[]): Uint16Array {
    const { inputsAt, paramsAt } = this.#writeUnits(inputs, []);
    this.#abi.run('ens_map', this.#handle, inputsAt, paramsAt);
    return new Uint16Array(this.#abi.buffer, paramsAt, this.spec.params.length).slice();
  }

  addExample(inputs: readonly number[], params: readonly number[]): void {
    const { inputsAt, paramsAt } = this.#writeUnits(inputs, params);
    this.#abi.run('ens_add_example', this.#handle, inputsAt, paramsAt);
  }

  /** Adds what is sounding now as an example for the current inputs. */
  recordExample(): void {
    this.#abi.run('ens_record_example', this.#handle);
  }

  removeNearest(inputs: readonly number[]): void {
    this.#abi.run('ens_remove_nearest', this.#handle, this.#writeUnits(inputs, []).inputsAt);
  }

  clearExamples(): void {
    this.#abi.run('ens_clear_examples', this.#handle);
  }

  get exampleCount(): number {
    return this.#abi.call.ens_example_count(this.#handle);
  }

  get exampleCapacity(): number {
    return this.#abi.call.ens_example_capacity(this.#handle);
  }

  readExample(index: number): { inputs: Uint16Array; params: Uint16Array } {
    const { inputsAt, paramsAt } = this.#writeUnits([], []);
    this.#abi.run('ens_read_example', this.#handle, index, inputsAt, paramsAt);
    const { buffer } = this.#abi;
    return {
      inputs: new Uint16Array(buffer, inputsAt, this.spec.channels.length).slice(),
      params: new Uint16Array(buffer, paramsAt, this.spec.params.length).slice(),
    };
  }

  /** Omitted fields keep their value; a value out of range rejects the whole change. */
  setTrainConfig(change: Partial<TrainConfig>): void {
    const next = { ...this.trainConfig(), ...change };
    let fields = 0;
    if (change.learning_rate !== undefined) fields |= TRAIN_FIELD.learning_rate;
    if (change.max_iterations !== undefined) fields |= TRAIN_FIELD.max_iterations;
    if (change.min_error !== undefined) fields |= TRAIN_FIELD.min_error;
    this.#abi.run('ens_set_train_config', this.#handle, this.#writeTrain(next), fields);
  }

  trainConfig(): TrainConfig {
    this.#abi.run('ens_train_config', this.#handle, this.#scratch);
    return readTrainConfig(this.#abi.data, this.#scratch);
  }

  /** Explicit settings replace the configuration for this training. */
  trainBegin(explicit?: TrainConfig): void {
    if (explicit === undefined) this.#abi.run('ens_train_begin', this.#handle);
    else this.#abi.run('ens_train_begin_with', this.#handle, this.#writeTrain(explicit));
  }

  /** A slice of training: a unit of the budget is one example, or the update of one layer. */
  trainStep(budget: number): void {
    this.#abi.run('ens_train_step', this.#handle, budget);
  }

  /** Trains this much at every tick of 64 samples; 0: only by `trainStep`. */
  setTrainBudget(budget: number): void {
    this.#abi.run('ens_set_train_budget', this.#handle, budget);
  }

  /** Stops training; what was learned so far stays, and `undo` reverts it. */
  trainCancel(): void {
    this.#abi.run('ens_train_cancel', this.#handle);
  }

  trainProgress(): TrainProgress {
    this.#abi.run('ens_train_progress', this.#handle, this.#scratch);
    return readTrainProgress(this.#abi.data, this.#scratch);
  }

  /** The error over the training so far, oldest first: every `stride`-th pass. */
  trainHistory(): { errors: Float32Array; stride: number } {
    const strideAt = this.#scratch + 4 * HISTORY_LENGTH;
    const [history, length] = [this.#scratch, HISTORY_LENGTH];
    const count = this.#abi.call.ens_train_history(this.#handle, history, length, strideAt);
    return {
      errors: new Float32Array(this.#abi.buffer, history, count).slice(),
      stride: this.#abi.data.getUint32(strideAt, true),
    };
  }

  /** The example with the largest error: the one to teach again or remove when training is exhausted. */
  worstExample(): number | undefined {
    const index = this.#abi.call.ens_worst_example(this.#handle) >>> 0;
    return index === 0xffffffff ? undefined : index;
  }

  /** Mean squared error of the network alone at each example; anchors make up for it. */
  exampleErrors(): number[] {
    return Array.from({ length: this.exampleCount }, (_, index) =>
      this.#abi.call.ens_example_error(this.#handle, index),
    );
  }

  /** Moves every weight at random by up to `amount` (unit value) of a first draw. */
  jitter(amount: number): void {
    this.#abi.run('ens_jitter', this.#handle, amount);
  }

  /** New random weights; examples stay. */
  redraw(): void {
    this.#abi.run('ens_redraw', this.#handle);
  }

  /** Undoes the last training, jitter or redraw; again to redo it. */
  undo(): void {
    this.#abi.run('ens_undo', this.#handle);
  }

  /** What was taught, as a taught file (src/shared/taught.ts reads it). */
  save(): Uint8Array {
    const { call } = this.#abi;
    const bytes = call.ens_save_bytes(this.#handle) >>> 0;
    const file = this.#abi.allocate(bytes);
    try {
      this.#abi.run('ens_save', this.#handle, file, bytes, this.#scratch);
      return new Uint8Array(this.#abi.buffer, file, bytes).slice();
    } finally {
      this.#abi.free(file);
    }
  }

  /** Loads a taught file; if that fails, nothing changes. */
  load(file: Uint8Array): void {
    const copy = this.#abi.allocate(Math.max(1, file.length));
    try {
      this.#abi.bytes.set(file, copy);
      this.#abi.run('ens_load', this.#handle, copy, file.length);
    } finally {
      this.#abi.free(copy);
    }
  }

  #readUnits(call: 'ens_read_inputs' | 'ens_read_outputs' | 'ens_read_params', count: number) {
    this.#abi.run(call, this.#handle, this.#units);
    return new Uint16Array(this.#abi.buffer, this.#units, count).slice();
  }

  #writeUnits(inputs: readonly number[], params: readonly number[]) {
    const inputsAt = this.#units;
    const paramsAt = this.#units + 2 * this.spec.channels.length;
    this.#put(inputs, inputsAt, this.spec.channels.length);
    this.#put(params, paramsAt, this.spec.params.length);
    return { inputsAt, paramsAt };
  }

  #put(units: readonly number[], address: number, count: number): void {
    if (units.length !== 0 && units.length !== count) {
      throw new RangeError(`expected ${count} values, received ${units.length}`);
    }
    units.forEach((unit, index) => {
      if (!(Number.isInteger(unit) && unit >= 0 && unit <= UNIT_ONE)) {
        throw new RangeError(`not a unit value 0…${UNIT_ONE}: ${unit}`);
      }
      this.#abi.data.setUint16(address + 2 * index, unit, true);
    });
  }

  #writeTrain(config: TrainConfig): number {
    const max_iterations = wholeNumber(config.max_iterations);
    writeTrainConfig(this.#abi.data, this.#scratch, { ...config, max_iterations });
    return this.#scratch;
  }
}
