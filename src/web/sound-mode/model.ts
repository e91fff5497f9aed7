/**
 * An instrument as its page holds it: where the gesture is, what is held by hand, the examples, the
 * network and its training. Trains in slices between frames, so the page never stands still, and on
 * an instrument of its own, so the sound never waits for it. Whoever listens is told of every change.
 */
import type { Mode } from '../../../build/ts/mode.ts';
import { Abi, InstrumentError, UNIT_ONE } from '../instrument/abi.ts';
import { Instrument, type TrainProgress } from '../instrument/instrument.ts';
import type { TrainConfig } from '../instrument/spec.ts';
import { wasmModule } from './artefacts.ts';
import type { Order } from './messages.ts';
import { specOf } from './spec.ts';
import { unitOfValue } from './values.ts';

const SLICE_MS = 6;
const SLICE_BUDGET = 256;
const WARM_UP_FRAMES = 256;
const HALF = UNIT_ONE / 2;
/** Nearer than a hand can tell. */
const SAME_PLACE = UNIT_ONE / 256;

/** What changed: where the gesture is, the sound by hand, the examples, the network, its training. */
export type Change = 'inputs' | 'held' | 'examples' | 'network' | 'training' | 'voice-space';

export interface Example {
  readonly inputs: Uint16Array;
  readonly params: Uint16Array;
}

export interface TrainingView extends TrainProgress {
  readonly errors: Float32Array;
  /** Passes from one of `errors` to the next. */
  readonly stride: number;
}

/** Whether a hand moves this channel; the others are moved by notes, by sound or by the instrument itself. */
export function movedByHand(channel: string): boolean {
  return !/^(?:midi|audio|wander)_/.test(channel);
}

let shared: Promise<Abi> | undefined;

function sharedAbi(): Promise<Abi> {
  shared ??= wasmModule()
    .then((module) => WebAssembly.instantiate(module))
    .then((instance) => new Abi(instance));
  return shared;
}

export class Model {
  readonly mode: Mode;
  /** Where the gesture is, unit values; channels the instrument moves itself follow its reports. */
  readonly inputs: number[];
  #abi: Abi;
  #instrument: Instrument;
  #spread: number;
  #held: number[] | undefined;
  #voiceSpace = 0;
  #slice = 0;
  readonly #listeners = new Set<(change: Change) => void>();
  /** Carries orders to the sound, where there is one. */
  sound: ((order: Order) => void) | undefined;

  private constructor(mode: Mode, abi: Abi) {
    this.mode = mode;
    this.inputs = mode.channels.map(() => HALF);
    this.#abi = abi;
    this.#spread = mode.defaultSpread;
    this.#instrument = new Instrument(abi, specOf(mode));
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

  /** @returns how to stop listening. */
  listen(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  // The gesture

  /** Moves one channel, a unit value. */
  setInput(index: number, unit: number): void {
    if (this.inputs[index] === unit) return;
    this.inputs[index] = unit;
    this.sound?.({ do: 'input', index, unit });
    this.#tell('inputs');
  }

  /** Takes what the instrument itself says of channels nobody's hand moves. */
  followInputs(reported: Uint16Array, byHand: (index: number) => boolean): void {
    let moved = false;
    reported.forEach((unit, index) => {
      if (byHand(index) || this.inputs[index] === unit) return;
      this.inputs[index] = unit;
      moved = true;
    });
    if (moved) this.#tell('inputs');
  }

  // The sound

  /** What sounds here and now, unit values: what is held by hand, or what the network answers. */
  get params(): readonly number[] {
    return this.#held ?? [...this.#instrument.map(this.inputs)];
  }

  get holding(): boolean {
    return this.#held !== undefined;
  }

  /** What the network answers at any place. */
  answerAt(inputs: readonly number[]): Uint16Array {
    return this.#instrument.map(inputs);
  }

  /** Holds a sound, whatever the gesture does, until `release`. */
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

  /** A sound nobody chose: each param anywhere in its range. */
  holdRandom(): void {
    this.hold(this.mode.params.map(() => Math.floor(Math.random() * (UNIT_ONE + 1))));
  }

  /** The sound the mode declares. */
  holdDefaults(): void {
    this.hold(
      this.mode.params.map((param, index) =>
        unitOfValue(this.mode, this.#voiceSpace, index, param.default),
      ),
    );
  }

  /** Gives the sound back to the gesture. */
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

  /** What a sound that starts now must be told to stand where this stands. */
  orders(): Order[] {
    const orders: Order[] = [
      { do: 'learned', taught: this.#instrument.save() },
      { do: 'voice-space', ordinal: this.#voiceSpace },
    ];
    if (this.#held !== undefined) orders.push({ do: 'params', units: this.#held });
    for (const [index, unit] of this.inputs.entries()) {
      if (movedByHand(this.mode.channels[index] ?? '')) orders.push({ do: 'input', index, unit });
    }
    return orders;
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
   * Here it shall sound as it sounds now. The gesture plays again. A place has one sound: what was taught here before
   * is forgotten. @returns whether something was.
   */
  teach(): boolean {
    const { params } = this;
    const taken = this.examples.some(({ inputs }) =>
      inputs.every((unit, index) => Math.abs(unit - (this.inputs[index] ?? 0)) <= SAME_PLACE),
    );
    if (taken) this.#instrument.removeNearest(this.inputs);
    this.#instrument.addExample(this.inputs, params);
    this.#tell('examples');
    this.release();
    return taken;
  }

  removeNearest(): void {
    this.#instrument.removeNearest(this.inputs);
    this.#tell('examples');
  }

  clearExamples(): void {
    this.#instrument.clearExamples();
    this.#tell('examples');
  }

  get training(): TrainingView {
    return { ...this.#instrument.trainProgress(), ...this.#instrument.trainHistory() };
  }

  get isTraining(): boolean {
    return this.#instrument.trainProgress().state === 'running';
  }

  /** Begins training with the configuration; the listeners hear of its way and of its end. */
  train(): void {
    this.#instrument.trainBegin();
    this.#tell('training');
    this.#slice = window.setTimeout(this.#trainSlice);
  }

  cancelTraining(): void {
    clearTimeout(this.#slice);
    this.#instrument.trainCancel();
    this.#tell('training');
    this.#learned();
  }

  readonly #trainSlice = (): void => {
    const until = performance.now() + SLICE_MS;
    while (this.isTraining && performance.now() < until) this.#instrument.trainStep(SLICE_BUDGET);
    this.#tell('training');
    if (this.isTraining) this.#slice = window.setTimeout(this.#trainSlice);
    else this.#learned();
  };

  /** The example learned worst, after a training that did not get there. */
  get worst(): number | undefined {
    return this.#instrument.worstExample();
  }

  get trainConfig(): TrainConfig {
    return this.#instrument.trainConfig();
  }

  /** @throws InstrumentError where a number is out of range; nothing changes then. */
  setTrainConfig(change: Partial<TrainConfig>): void {
    this.#instrument.setTrainConfig(change);
  }

  // The network

  get spread(): number {
    return this.#spread;
  }

  /** Draws a new network, wilder (0) or calmer (1); the examples stay. */
  redraw(spread = this.#spread): void {
    this.#stopTraining();
    if (spread === this.#spread) {
      this.#instrument.redraw();
    } else {
      this.#rebuild(spread);
    }
    this.#learned();
  }

  /** Moves the whole network a little, `amount` a unit value; `undo` takes it back. */
  jitter(amount: number): void {
    this.#stopTraining();
    this.#instrument.jitter(amount);
    this.#learned();
  }

  undo(): void {
    this.#stopTraining();
    this.#instrument.undo();
    this.#learned();
  }

  /** Everything learned, as a taught file. */
  save(): Uint8Array {
    return this.#instrument.save();
  }

  /** Takes up a taught file. @throws InstrumentError where it is none, or another mode's. */
  load(file: Uint8Array): void {
    this.#stopTraining();
    this.#instrument.load(file);
    this.#tell('examples');
    this.#learned();
  }

  #rebuild(spread: number): void {
    const examples = this.examples;
    const config = this.trainConfig;
    this.#instrument.destroy();
    this.#instrument = new Instrument(this.#abi, specOf(this.mode, spread));
    this.#spread = spread;
    this.#instrument.setVoiceSpace(this.#voiceSpace);
    this.#instrument.setTrainConfig(config);
    for (const { inputs, params } of examples)
      this.#instrument.addExample([...inputs], [...params]);
  }

  #stopTraining(): void {
    if (this.isTraining) this.cancelTraining();
  }

  #learned(): void {
    this.sound?.({ do: 'learned', taught: this.#instrument.save() });
    this.#tell('network');
  }

  #tell(change: Change): void {
    for (const listener of this.#listeners) listener(change);
  }
}

/**
 * Sounds a moment of the mode to nobody. Browsers compile a function of wasm when it is first called, for all threads
 * of the page: so that happens here, and not on the audio thread between two blocks of what already plays.
 */
function warmUp(abi: Abi, mode: Mode): void {
  const instrument = new Instrument(abi, specOf(mode));
  const [left, right] = [new Float32Array(WARM_UP_FRAMES), new Float32Array(WARM_UP_FRAMES)];
  instrument.midiIn([0x90, 60, 100]);
  instrument.process(left, right, left, right);
  instrument.destroy();
}

/** What an instrument's refusal means to a player. */
export function sentenceFor(error: unknown): string {
  if (!(error instanceof InstrumentError))
    return error instanceof Error ? error.message : String(error);
  return SENTENCES[error.code] ?? `The instrument refused (${error.code}).`;
}

const SENTENCES: Readonly<Record<string, string>> = {
  no_examples: 'Teach at least one sound first.',
  examples_full: 'All places for sounds are taken. Forget one first.',
  bad_config: 'Learning rate is over 0 to 100, iterations 1 to 1,000,000, error 0 to 1.',
  training: 'Wait for the training to end, or stop it.',
  nothing_to_undo: 'There is nothing to take back.',
  file_foreign: 'This is not a taught file.',
  file_damaged: 'This taught file is damaged.',
  file_newer: 'This file was written by a newer Ensemble.',
  file_mismatch: 'This file was taught for another instrument.',
};
