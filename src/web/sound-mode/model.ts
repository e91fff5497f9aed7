/**
 * The state of an instrument in a page: channel positions, held params, examples, network and training. It learns
 * as soon as something is taught, in slices between frames, so the page stays responsive, and on its own instance, so
 * the sound never waits.
 * Listeners are called after every change.
 */
import { type TrainConfig, type TrainProgress, UNIT_ONE } from '../../../build/ts/contract.ts';
import type { Mode } from '../../../build/ts/mode.ts';
import { type Abi, InstrumentError } from '../../shared/instrument/abi.ts';
import type { AudioCommand } from '../../shared/instrument/audio-messages.ts';
import { modeSpec } from '../../shared/instrument/mode-spec.ts';
import { unitOfValue } from '../../shared/instrument/values.ts';
import { WasmInstrument } from '../../shared/instrument/wasm-instrument.ts';
import { addAll, type Example, learnAll, sharedAbi, warmUp } from './silent-instruments.ts';
import { SOUND_MODE_TEXT } from './text.ts';

const SLICE_MS = 6;
const SLICE_BUDGET = 256;
/** Forgettings that can be undone. */
const MAX_FORGOTTEN = 20;
const HALF = UNIT_ONE / 2;
/** Examples closer together than this count as taught at the same place. */
const SAME_PLACE = UNIT_ONE / 256;

/** What changed; `held` is the params that are held instead of the network's answer. */
export type Change =
  | 'inputs'
  | 'held'
  | 'examples'
  | 'network'
  | 'training'
  | 'voice-space'
  | 'settings';

export interface TrainingView extends TrainProgress {
  readonly errors: Float32Array;
  /** Passes from one of `errors` to the next. */
  readonly stride: number;
}

/** Whether a person moves this channel; the others follow notes, sound or the instrument itself. */
export function isManual(channel: string): boolean {
  return !/^(?:midi|audio|wander)_/.test(channel);
}

export class Model {
  readonly mode: Mode;
  /** Positions of the channels, unit values; those that are not manual follow the instrument's reports. */
  readonly inputs: number[];
  #abi: Abi;
  #instrument: WasmInstrument;
  #spread: number;
  #held: number[] | undefined;
  #voiceSpace = 0;
  #slice = 0;
  #training = false;
  /** What was learned before each forgetting, if nothing else changed since. */
  #forgotten: Uint8Array[] = [];
  readonly #listeners = new Set<(change: Change) => void>();
  /** Sends commands to the audio thread while it runs. */
  sound: ((command: AudioCommand) => void) | undefined;

  private constructor(mode: Mode, abi: Abi) {
    this.mode = mode;
    this.inputs = mode.channels.map(() => HALF);
    this.#abi = abi;
    this.#spread = mode.defaultSpread;
    this.#instrument = new WasmInstrument(abi, modeSpec(mode));
  }

  static async create(mode: Mode): Promise<Model> {
    const abi = await sharedAbi();
    warmUp(abi, mode);
    return new Model(mode, abi);
  }

  destroy(): void {
    clearTimeout(this.#slice);
    this.#listeners.clear();
    this.#instrument.destroy();
  }

  /** @returns a function that removes the listener */
  listen(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  // Channels

  /** Moves one channel, a unit value. */
  setInput(index: number, unit: number): void {
    if (this.inputs[index] === unit) return;
    this.inputs[index] = unit;
    this.sound?.({ do: 'input', index, unit });
    this.#tell('inputs');
  }

  /** Updates the channels that are not manual from a report of the instrument. */
  followInputs(reported: Uint16Array, manual: (index: number) => boolean): void {
    let moved = false;
    reported.forEach((unit, index) => {
      if (manual(index) || this.inputs[index] === unit) return;
      this.inputs[index] = unit;
      moved = true;
    });
    if (moved) this.#tell('inputs');
  }

  // The sound

  /** The current params, unit values: the held ones, or the network's answer. */
  get params(): readonly number[] {
    return this.#held ?? [...this.#instrument.map(this.inputs)];
  }

  get holding(): boolean {
    return this.#held !== undefined;
  }

  /** The network's answer at any position. */
  answerAt(inputs: readonly number[]): Uint16Array {
    return this.#instrument.map(inputs);
  }

  /** Holds these params until `release`, wherever the channels are. */
  hold(params: readonly number[]): void {
    this.#held = [...params];
    this.sound?.({ do: 'params', units: this.#held });
    this.#tell('held');
  }

  holdParam(index: number, unit: number): void {
    const params = [...this.params];
    params[index] = unit;
    this.hold(params);
  }

  /** Holds a random sound: each param anywhere in its range. */
  holdRandom(): void {
    this.hold(this.mode.params.map(() => Math.floor(Math.random() * (UNIT_ONE + 1))));
  }

  /** Holds the mode's default sound. */
  holdDefaults(): void {
    this.hold(
      this.mode.params.map((param, index) =>
        unitOfValue(this.mode, this.#voiceSpace, index, param.default),
      ),
    );
  }

  /** Lets the channels shape the sound again. */
  release(): void {
    if (this.#held === undefined) return;
    this.#held = undefined;
    this.sound?.({ do: 'release' });
    this.#tell('held');
  }

  get voiceSpace(): number {
    return this.#voiceSpace;
  }

  setVoiceSpace(ordinal: number): void {
    this.#instrument.setVoiceSpace(ordinal);
    this.#voiceSpace = ordinal;
    this.sound?.({ do: 'voice-space', ordinal });
    this.#tell('voice-space');
  }

  /** The commands that bring a newly started sound to the current state. */
  startCommands(): AudioCommand[] {
    const commands: AudioCommand[] = [
      { do: 'learned', taught: this.#instrument.save() },
      { do: 'voice-space', ordinal: this.#voiceSpace },
    ];
    if (this.#held !== undefined) commands.push({ do: 'params', units: this.#held });
    for (const [index, unit] of this.inputs.entries()) {
      if (isManual(this.mode.channels[index] ?? '')) commands.push({ do: 'input', index, unit });
    }
    return commands;
  }

  /** Takes over the state that `startCommands` of another model of the mode describes. */
  restore(commands: readonly AudioCommand[]): void {
    for (const command of commands) {
      if (command.do === 'learned') this.load(command.taught);
      else if (command.do === 'voice-space') this.setVoiceSpace(command.ordinal);
      else if (command.do === 'params') this.hold(command.units);
      else if (command.do === 'input') this.setInput(command.index, command.unit);
    }
  }

  // Teaching

  get examples(): Example[] {
    return Array.from({ length: this.#instrument.exampleCount }, (_, index) =>
      this.#instrument.readExample(index),
    );
  }

  get exampleCount(): number {
    return this.#instrument.exampleCount;
  }

  get full(): boolean {
    return this.#instrument.exampleCount >= this.#instrument.exampleCapacity;
  }

  /**
   * Adds the current sound at the current position as an example, in place of one already taught there, and releases
   * held params. @returns whether an example was replaced
   */
  teach(): boolean {
    this.#settle();
    const { params } = this;
    const taken = this.examples.some(({ inputs }) =>
      inputs.every((unit, index) => Math.abs(unit - (this.inputs[index] ?? 0)) <= SAME_PLACE),
    );
    if (taken) this.#instrument.removeNearest(this.inputs);
    this.#forgotten = [];
    this.#instrument.addExample(this.inputs, params);
    this.#learn();
    this.release();
    return taken;
  }

  removeNearest(): void {
    this.#forget(() => this.#instrument.removeNearest(this.inputs));
  }

  clearExamples(): void {
    this.#forget(() => this.#instrument.clearExamples());
  }

  get training(): TrainingView {
    return { ...this.#instrument.trainProgress(), ...this.#instrument.trainHistory() };
  }

  /** Whether a training that was asked for runs. */
  get isTraining(): boolean {
    return this.#training;
  }

  /**
   * Trains further from what was learned, to a quarter of its error where that is below the target; listeners are
   * called on its progress and at its end.
   */
  train(): void {
    this.#settle();
    this.#forgotten = [];
    this.#instrument.trainBegin();
    this.#training = true;
    this.#tell('training');
    this.#slice = window.setTimeout(this.#learnSlice);
  }

  cancelTraining(): void {
    clearTimeout(this.#slice);
    this.#instrument.trainCancel();
    this.#training = false;
    this.#tell('training');
    this.#learned();
  }

  get #learning(): boolean {
    return this.#instrument.trainProgress().state === 'running';
  }

  /** Learns the examples as they are now: a few are learned before this returns, more between frames. */
  #learn(): void {
    clearTimeout(this.#slice);
    this.#tell('examples');
    this.#learnSlice();
  }

  readonly #learnSlice = (): void => {
    const until = performance.now() + SLICE_MS;
    while (this.#learning && performance.now() < until) this.#instrument.trainStep(SLICE_BUDGET);
    const done = !this.#learning && !this.#trainFurther();
    const training = this.#training;
    if (done) this.#training = false;
    if (training) this.#tell('training');
    if (done) this.#learned();
    else this.#slice = window.setTimeout(this.#learnSlice);
  };

  /** Whether training goes on although its first pass was below the target error, so that Train always does something. */
  #trainFurther(): boolean {
    if (!this.#training) return false;
    const { state, iterations, error } = this.#instrument.trainProgress();
    if (state !== 'converged' || iterations > 1 || error === 0) return false;
    this.#instrument.trainBegin({ ...this.trainConfig, min_error: error / 4 });
    return true;
  }

  /** Brings what was taught to an end, so that the network answers with it. */
  #settle(): void {
    if (this.#training) return;
    clearTimeout(this.#slice);
    if (!this.#learning) return;
    while (this.#learning) this.#instrument.trainStep(SLICE_BUDGET);
    this.#learned();
  }

  /** The example with the largest error, after training that did not converge. */
  get worst(): number | undefined {
    return this.#instrument.worstExample();
  }

  get trainConfig(): TrainConfig {
    return this.#instrument.trainConfig();
  }

  /** @throws InstrumentError if a number is out of range; then nothing changes */
  setTrainConfig(change: Partial<TrainConfig>): void {
    this.#instrument.setTrainConfig(change);
    this.#tell('settings');
  }

  // The network

  get spread(): number {
    return this.#spread;
  }

  /** Replaces the network by a new random one, from wild (0) to calm (1); the examples stay. */
  redraw(spread = this.#spread): void {
    this.#stopTraining();
    this.#forgotten = [];
    if (spread === this.#spread) {
      this.#instrument.redraw();
    } else {
      this.#rebuild(spread);
      this.#tell('settings');
    }
    this.#learned();
  }

  /** Changes all weights a little, by up to `amount`, a unit value; `undo` reverts it. */
  jitter(amount: number): void {
    this.#stopTraining();
    this.#forgotten = [];
    this.#instrument.jitter(amount);
    this.#learned();
  }

  /** Undoes the last forgetting, or else the last training, jitter or redraw, and those again to redo them. */
  undo(): void {
    const forgotten = this.#forgotten.pop();
    this.#stopTraining();
    if (forgotten === undefined) {
      this.#instrument.undo();
    } else {
      this.#instrument.load(forgotten);
      this.#tell('examples');
    }
    this.#learned();
  }

  /** Forgets examples, so that `undo` brings them back. */
  #forget(change: () => void): void {
    this.#settle();
    const before = this.#instrument.save();
    change();
    this.#forgotten.push(before);
    if (this.#forgotten.length > MAX_FORGOTTEN) this.#forgotten.shift();
    this.#learn();
  }

  /** Whether a new instrument that learns the examples is this one to the bit: nothing was explored or trained further. */
  get followsFromExamples(): boolean {
    const other = new WasmInstrument(this.#abi, modeSpec(this.mode));
    try {
      learnAll(other, this.examples);
      const [own, theirs] = [this.save(), other.save()];
      return own.length === theirs.length && own.every((byte, at) => byte === theirs[at]);
    } finally {
      other.destroy();
    }
  }

  /** Everything learned, as a taught file. */
  save(): Uint8Array {
    return this.#instrument.save();
  }

  /** Loads a taught file. @throws InstrumentError if it is not one, or belongs to another mode */
  load(file: Uint8Array): void {
    this.#stopTraining();
    this.#instrument.load(file);
    this.#forgotten = [];
    this.#tell('examples');
    this.#learned();
  }

  /**
   * Becomes a new instrument that learns these examples, in this order: the same bits on every device that has them.
   * @throws InstrumentError if they do not fit
   */
  learnAfresh(examples: readonly Example[]): void {
    this.#stopTraining();
    this.#forgotten = [];
    this.#rebuild(this.mode.defaultSpread, examples);
    this.#settle();
    this.#held = undefined;
    this.sound?.({ do: 'release' });
    this.#tell('examples');
    this.#learned();
  }

  #rebuild(spread: number, examples: readonly Example[] = this.examples): void {
    const config = this.trainConfig;
    this.#instrument.destroy();
    this.#instrument = new WasmInstrument(this.#abi, modeSpec(this.mode, spread));
    this.#spread = spread;
    this.#instrument.setVoiceSpace(this.#voiceSpace);
    this.#instrument.setTrainConfig(config);
    addAll(this.#instrument, examples);
  }

  #stopTraining(): void {
    if (this.#training) this.cancelTraining();
    else this.#settle();
  }

  #learned(): void {
    this.sound?.({ do: 'learned', taught: this.#instrument.save() });
    this.#tell('network');
  }

  #tell(change: Change): void {
    for (const listener of this.#listeners) listener(change);
  }
}

/** An error as a sentence for people. */
export function errorSentence(error: unknown): string {
  if (error instanceof InstrumentError) return SOUND_MODE_TEXT.error(error.code);
  return error instanceof Error ? error.message : String(error);
}
