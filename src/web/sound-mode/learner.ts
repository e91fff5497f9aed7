/**
 * A network that learns examples. It learns as soon as one is added, in slices between frames, so the page stays
 * responsive, and on an instrument of its own, so the sound never waits.
 */
import type { TrainConfig } from '../../../build/ts/contract.ts';
import type { Mode } from '../../../build/ts/mode.ts';
import type { Abi } from '../../shared/instrument/abi.ts';
import { modeSpec } from '../../shared/instrument/mode-spec.ts';
import { WasmInstrument } from '../../shared/instrument/wasm-instrument.ts';
import { NO_SCALE } from '../../shared/scale.ts';
import { ChosenInstrument } from './chosen-instrument.ts';
import type { Learned } from './learned.ts';
import { LearningHistory, type LearningState, type SharedHistory } from './learning-history.ts';
import {
  type Example,
  examplesOf,
  followsFrom,
  learnToTheEnd,
  SLICE_BUDGET,
  type TrainingView,
  taughtInstrument,
  trainsFurther,
} from './lessons.ts';
import { Slices } from './slices.ts';

export class Learner extends ChosenInstrument {
  readonly mode: Mode;
  readonly #abi: Abi;
  readonly #slices = new Slices((isOver) => this.#learnSlice(isOver));
  #training = false;
  /** Whether a training has ended that its listeners do not know of yet. */
  #ended = false;
  #destroyed = false;
  readonly #history = new LearningHistory();

  protected constructor(mode: Mode, abi: Abi) {
    super(new WasmInstrument(abi, modeSpec(mode)));
    this.mode = mode;
    this.#abi = abi;
  }

  get destroyed(): boolean {
    return this.#destroyed;
  }

  destroy(): void {
    this.#destroyed = true;
    this.#slices.stop();
    this.forgetListeners();
    this.instrument.destroy();
  }

  // Examples

  get examples(): Example[] {
    return Array.from({ length: this.exampleCount }, (_, index) =>
      this.instrument.readExample(index),
    );
  }

  get exampleCount(): number {
    return this.instrument.exampleCount;
  }

  get full(): boolean {
    return this.exampleCount >= this.instrument.exampleCapacity;
  }

  /** Adds an example; where `replace` is set, in place of the one nearest to it. */
  protected addExample(
    inputs: readonly number[],
    params: readonly number[],
    replace: boolean,
  ): void {
    this.#change(() => {
      if (replace) this.instrument.removeNearest(inputs);
      this.instrument.addExample(inputs, params);
    });
  }

  protected forgetNearest(inputs: readonly number[]): void {
    this.#change(() => this.instrument.removeNearest(inputs));
  }

  clearExamples(): void {
    this.#change(() => this.instrument.clearExamples());
  }

  // Training

  get training(): TrainingView {
    return { ...this.instrument.trainProgress(), ...this.instrument.trainHistory() };
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
    this.remembering(() => this.instrument.trainBegin());
    this.#training = true;
    this.#ended = false;
    this.tell('training');
    this.#slices.start();
  }

  cancelTraining(): void {
    this.#slices.stop();
    this.instrument.trainCancel();
    this.#training = false;
    this.tell('training');
    this.tell('network');
  }

  get #learning(): boolean {
    return this.instrument.trainProgress().state === 'running';
  }

  #learnSlice(isOver: () => boolean): boolean {
    if (this.#ended && !this.#learning) {
      this.#ended = false;
      this.#training = false;
      this.tell('training');
      return false;
    }
    while (this.#learning && !isOver()) this.instrument.trainStep(SLICE_BUDGET);
    const done = !this.#learning && !(this.#training && trainsFurther(this.instrument));
    // What is heard comes first, and what is shown in a slice of its own, so that no key waits for both.
    if (done) this.tell('network');
    else if (this.#training) this.tell('training');
    this.#ended = done && this.#training;
    return !done || this.#ended;
  }

  /** Brings what was taught to an end, so that the network answers with it. */
  settle(): void {
    if (this.#training) return;
    this.#slices.stop();
    if (!this.#learning) return;
    learnToTheEnd(this.instrument);
    this.tell('network');
  }

  /** The example with the largest error, after training that did not converge. */
  get worst(): number | undefined {
    return this.instrument.worstExample();
  }

  /** What the network alone misses of each example, as mean squared error. */
  get errors(): number[] {
    return this.instrument.exampleErrors();
  }

  get trainConfig(): TrainConfig {
    return this.instrument.trainConfig();
  }

  /** @throws InstrumentError if a number is out of range; then nothing changes */
  setTrainConfig(change: Partial<TrainConfig>): void {
    this.instrument.setTrainConfig(change);
    this.tell('settings');
  }

  // The network

  /** Replaces the network by a new random one; the examples stay. */
  redraw(): void {
    this.#stopTraining();
    this.remembering(() => this.instrument.redraw());
    this.tell('network');
  }

  /** Changes all weights a little, by up to `amount`, a unit value. */
  jitter(amount: number): void {
    this.#stopTraining();
    this.remembering(() => this.instrument.jitter(amount));
    this.tell('network');
  }

  get canUndo(): boolean {
    return this.#history.canUndo;
  }

  get canRedo(): boolean {
    return this.#history.canRedo;
  }

  /** Where people teach together, undo and redo are theirs; to be called again when what can be undone changed. */
  shareHistory(history: SharedHistory): void {
    this.#history.shared = history;
    this.tell('examples');
  }

  /** Undoes the last change of what was learned, then the one before it. @throws InstrumentError if there is none */
  undo(): void {
    this.#stopTraining();
    this.#become(this.#history.undo(this.#state()));
  }

  /** Makes the change again that was undone last. @throws InstrumentError if there is none */
  redo(): void {
    this.#stopTraining();
    this.#become(this.#history.redo(this.#state()));
  }

  #tellOfLearning(): void {
    this.tell('examples');
    this.tell('network');
  }

  #become(state: LearningState | undefined): void {
    if (state === undefined) return;
    const own = this.locks;
    this.instrument.load(state.taught);
    // What was locked before and after stays where hands moved it.
    const locks = this.instrument.locks.read();
    this.setLocks(new Map([...locks].map(([index, unit]) => [index, own.get(index) ?? unit])));
    this.tell('scale');
    if (state.voiceSpace !== this.voiceSpace) this.setVoiceSpace(state.voiceSpace);
    this.#tellOfLearning();
  }

  #state(): LearningState {
    return { taught: this.save(), voiceSpace: this.voiceSpace };
  }

  /** Makes a change that `undo` reverts. What throws changes nothing. */
  protected override remembering(change: () => void): void {
    this.settle();
    const before = this.#state();
    change();
    this.#history.add(before);
  }

  /** Changes the examples and learns them: a few are learned before this returns, more between frames. */
  #change(change: () => void): void {
    this.remembering(change);
    this.tell('examples');
    this.#slices.run();
  }

  /** Whether a new instrument that learns the examples is this one to the bit: nothing was explored or trained further. */
  get followsFromExamples(): boolean {
    return followsFrom(this.#abi, this.mode, this.examples, this.save());
  }

  /** Everything learned, as a taught file. */
  save(): Uint8Array {
    return this.instrument.save();
  }

  /** Begins with a taught file; `learn` is the change that can be undone. @throws InstrumentError if it is not one, or belongs to another mode */
  load(file: Uint8Array): void {
    this.#stopTraining();
    this.instrument.load(file);
    this.#history.begin();
    this.setLocks(this.instrument.locks.read());
    this.tell('scale');
    this.#tellOfLearning();
  }

  /**
   * Becomes a new instrument that learns these examples, in this order: the same bits on every device that has them.
   * @throws InstrumentError if they do not fit; then nothing is forgotten
   */
  learnAfresh(examples: readonly Example[]): void {
    this.#stopTraining();
    this.#rebuild(examples);
    this.#history.begin();
    this.settle();
    this.#tellOfLearning();
  }

  /**
   * Takes over what another instrument learned, of a preset or a file, its locks beside those there are, and its scale
   * where there is none; `undo` brings back what was learned before.
   * @throws InstrumentError if it does not fit; then nothing changes
   */
  learn({ voiceSpace, taught, locks = new Map(), scale = NO_SCALE }: Learned): void {
    this.#stopTraining();
    const [before, steps, own] = [this.#state(), this.#history.steps, this.locks];
    const ownScale = this.scale;
    if (taught instanceof Uint8Array) this.load(taught);
    else this.learnAfresh(examplesOf(taught));
    this.setLocks(new Map([...this.locks, ...locks, ...own]));
    this.tune(ownScale || this.scale || scale);
    this.tell('scale');
    this.setVoiceSpace(voiceSpace);
    // One step, which takes the voice space with it.
    this.#history.begin([...steps, before]);
    this.tell('examples');
  }

  /**
   * Becomes what everyone taught it, with the locks and the scale that everyone has, and cannot be undone here. What is
   * held stays.
   * @throws InstrumentError if it does not fit; then nothing changes
   */
  follow({ voiceSpace, taught, locks = new Map(), scale = NO_SCALE }: Learned): void {
    this.#stopTraining();
    const whole = taught instanceof Uint8Array;
    if (whole) this.instrument.load(taught);
    else this.#rebuild(examplesOf(taught));
    this.#history.begin();
    this.settle();
    this.setLocks(whole ? this.instrument.locks.read() : locks);
    if (!whole) this.tune(scale);
    this.tell('scale');
    this.#tellOfLearning();
    if (voiceSpace !== this.voiceSpace) this.setVoiceSpace(voiceSpace);
  }

  #rebuild(examples: readonly Example[]): void {
    const next = taughtInstrument(this.#abi, modeSpec(this.mode), examples, (made) => {
      made.setVoiceSpace(this.voiceSpace);
      made.setTrainConfig(this.trainConfig);
      made.locks.set(this.locks);
      made.tuning.setScale(this.scale);
    });
    this.instrument.destroy();
    this.instrument = next;
  }

  #stopTraining(): void {
    if (this.#training) this.cancelTraining();
    else this.settle();
  }
}
