/**
 * A network that learns examples. It learns as soon as one is added, in slices between frames, so the page stays
 * responsive, and on an instrument of its own, so the sound never waits. Listeners are called after every change.
 */
import type { TrainConfig, TrainProgress } from '../../../build/ts/contract.ts';
import type { Mode } from '../../../build/ts/mode.ts';
import type { PresetExample } from '../../../build/ts/presets.ts';
import type { Abi } from '../../shared/instrument/abi.ts';
import { modeSpec } from '../../shared/instrument/mode-spec.ts';
import { WasmInstrument } from '../../shared/instrument/wasm-instrument.ts';

const SLICE_MS = 6;
const SLICE_BUDGET = 256;
/** Forgettings that can be undone. */
const MAX_FORGOTTEN = 20;

/** What changed; `held` is the params that are held instead of the network's answer. */
export type Change =
  | 'inputs'
  | 'held'
  | 'examples'
  | 'network'
  | 'training'
  | 'voice-space'
  | 'settings';

export interface Example {
  readonly inputs: Uint16Array;
  readonly params: Uint16Array;
}

/** What an instrument learned: whole, as a taught file, or as the examples that it follows from. */
export interface Learned {
  readonly voiceSpace: number;
  readonly taught: readonly PresetExample[] | Uint8Array;
}

export interface TrainingView extends TrainProgress {
  readonly errors: Float32Array;
  /** Passes from one of `errors` to the next. */
  readonly stride: number;
}

function addAll(instrument: WasmInstrument, examples: readonly Example[]): void {
  for (const { inputs, params } of examples) instrument.addExample([...inputs], [...params]);
}

function learnToTheEnd(instrument: WasmInstrument): void {
  while (instrument.trainProgress().state === 'running') instrument.trainStep(SLICE_BUDGET);
}

export class Learner {
  readonly mode: Mode;
  readonly #abi: Abi;
  #instrument: WasmInstrument;
  #spread: number;
  #voiceSpace = 0;
  #slice = 0;
  #training = false;
  /** What was learned before each forgetting or preset, if nothing else changed since. */
  #forgotten: { readonly taught: Uint8Array; readonly voiceSpace?: number }[] = [];
  readonly #listeners = new Set<(change: Change) => void>();

  protected constructor(mode: Mode, abi: Abi) {
    this.mode = mode;
    this.#abi = abi;
    this.#spread = mode.defaultSpread;
    this.#instrument = new WasmInstrument(abi, modeSpec(mode));
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

  protected tell(change: Change): void {
    for (const listener of this.#listeners) listener(change);
  }

  /** The network's answer at any position. */
  answerAt(inputs: readonly number[]): Uint16Array {
    return this.#instrument.map(inputs);
  }

  get voiceSpace(): number {
    return this.#voiceSpace;
  }

  setVoiceSpace(ordinal: number): void {
    this.#instrument.setVoiceSpace(ordinal);
    this.#voiceSpace = ordinal;
    this.tell('voice-space');
  }

  // Examples

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

  /** Adds an example; where `replace` is set, in place of the one nearest to it. */
  protected addExample(
    inputs: readonly number[],
    params: readonly number[],
    replace: boolean,
  ): void {
    this.#forgotten = [];
    if (replace) this.#instrument.removeNearest(inputs);
    this.#instrument.addExample(inputs, params);
    this.#learn();
  }

  protected forgetNearest(inputs: readonly number[]): void {
    this.#forget(() => this.#instrument.removeNearest(inputs));
  }

  clearExamples(): void {
    this.#forget(() => this.#instrument.clearExamples());
  }

  // Training

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
    this.settle();
    this.#forgotten = [];
    this.#instrument.trainBegin();
    this.#training = true;
    this.tell('training');
    this.#slice = window.setTimeout(this.#learnSlice);
  }

  cancelTraining(): void {
    clearTimeout(this.#slice);
    this.#instrument.trainCancel();
    this.#training = false;
    this.tell('training');
    this.tell('network');
  }

  get #learning(): boolean {
    return this.#instrument.trainProgress().state === 'running';
  }

  /** Learns the examples as they are now: a few are learned before this returns, more between frames. */
  #learn(): void {
    clearTimeout(this.#slice);
    this.tell('examples');
    this.#learnSlice();
  }

  readonly #learnSlice = (): void => {
    const until = performance.now() + SLICE_MS;
    while (this.#learning && performance.now() < until) this.#instrument.trainStep(SLICE_BUDGET);
    const done = !this.#learning && !this.#trainFurther();
    const training = this.#training;
    if (done) this.#training = false;
    if (training) this.tell('training');
    if (done) this.tell('network');
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
  protected settle(): void {
    if (this.#training) return;
    clearTimeout(this.#slice);
    if (!this.#learning) return;
    learnToTheEnd(this.#instrument);
    this.tell('network');
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
    this.tell('settings');
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
      this.tell('settings');
    }
    this.tell('network');
  }

  /** Changes all weights a little, by up to `amount`, a unit value; `undo` reverts it. */
  jitter(amount: number): void {
    this.#stopTraining();
    this.#forgotten = [];
    this.#instrument.jitter(amount);
    this.tell('network');
  }

  /** Undoes the last forgetting or preset, or else the last training, jitter or redraw, and those again to redo them. */
  undo(): void {
    const forgotten = this.#forgotten.pop();
    this.#stopTraining();
    if (forgotten === undefined) {
      this.#instrument.undo();
    } else {
      this.#instrument.load(forgotten.taught);
      if (forgotten.voiceSpace !== undefined) this.setVoiceSpace(forgotten.voiceSpace);
      this.tell('examples');
    }
    this.tell('network');
  }

  /** Forgets examples, so that `undo` brings them back. */
  #forget(change: () => void): void {
    this.settle();
    const before = this.#instrument.save();
    change();
    this.#forgotten.push({ taught: before });
    if (this.#forgotten.length > MAX_FORGOTTEN) this.#forgotten.shift();
    this.#learn();
  }

  /** Whether a new instrument that learns the examples is this one to the bit: nothing was explored or trained further. */
  get followsFromExamples(): boolean {
    const other = new WasmInstrument(this.#abi, modeSpec(this.mode));
    try {
      addAll(other, this.examples);
      learnToTheEnd(other);
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
    this.tell('examples');
    this.tell('network');
  }

  /**
   * Becomes a new instrument that learns these examples, in this order: the same bits on every device that has them.
   * @throws InstrumentError if they do not fit; then nothing is forgotten
   */
  learnAfresh(examples: readonly Example[]): void {
    this.#stopTraining();
    this.#rebuild(this.mode.defaultSpread, examples);
    this.#forgotten = [];
    this.settle();
    this.tell('examples');
    this.tell('network');
  }

  /**
   * Takes over what another instrument learned, a preset for instance; `undo` brings back what was learned before.
   * @throws InstrumentError if it does not fit; then nothing changes
   */
  learn({ voiceSpace, taught }: Learned): void {
    this.#stopTraining();
    const before = { taught: this.save(), voiceSpace: this.#voiceSpace };
    const forgotten = this.#forgotten;
    if (taught instanceof Uint8Array) {
      this.load(taught);
    } else {
      this.learnAfresh(
        taught.map(({ inputs, outputs }) => ({
          inputs: Uint16Array.from(inputs),
          params: Uint16Array.from(outputs),
        })),
      );
    }
    this.setVoiceSpace(voiceSpace);
    this.#forgotten = [...forgotten, before].slice(-MAX_FORGOTTEN);
  }

  #rebuild(spread: number, examples: readonly Example[] = this.examples): void {
    const next = new WasmInstrument(this.#abi, modeSpec(this.mode, spread));
    try {
      next.setVoiceSpace(this.#voiceSpace);
      next.setTrainConfig(this.trainConfig);
      addAll(next, examples);
    } catch (error) {
      next.destroy();
      throw error;
    }
    this.#instrument.destroy();
    this.#instrument = next;
    this.#spread = spread;
  }

  #stopTraining(): void {
    if (this.#training) this.cancelTraining();
    else this.settle();
  }
}
