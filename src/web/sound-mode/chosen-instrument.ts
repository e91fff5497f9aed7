/**
 * The instrument of a page that answers and learns, and what a player chose of it: voice space, locks and scale. Listeners
 * are called after every change.
 */
import type { WasmInstrument } from '../../shared/instrument/wasm-instrument.ts';
import type { Locks } from '../../shared/locks.ts';
import type { ScaleBits } from '../../shared/scale.ts';
import type { Change } from './learned.ts';

export abstract class ChosenInstrument {
  protected instrument: WasmInstrument;
  protected ordinal = 0;
  #locks: Locks = new Map();
  readonly #listeners = new Set<(change: Change) => void>();

  protected constructor(instrument: WasmInstrument) {
    this.instrument = instrument;
  }

  /** Makes a change that can be undone. What throws changes nothing. */
  protected abstract remembering(change: () => void): void;

  /** @returns a function that removes the listener */
  listen(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  protected tell(change: Change): void {
    for (const listener of this.#listeners) listener(change);
  }

  protected forgetListeners(): void {
    this.#listeners.clear();
  }

  /** Where the channels are until somebody moves them, unit values: the same on every target. */
  protected restingInputs(): number[] {
    return [...this.instrument.readInputs()];
  }

  /** The network's answer at any position. */
  answerAt(inputs: readonly number[]): Uint16Array {
    return this.instrument.map(inputs);
  }

  get voiceSpace(): number {
    return this.ordinal;
  }

  setVoiceSpace(ordinal: number): void {
    this.instrument.setVoiceSpace(ordinal);
    this.ordinal = ordinal;
    this.tell('voice-space');
  }

  /** Params kept out of learning, and their values. */
  get locks(): Locks {
    return this.#locks;
  }

  /** Makes the locks these; `lockParam` and `unlockParam` can be undone. */
  setLocks(locks: Locks): void {
    this.instrument.locks.set(locks);
    this.#locks = locks;
    this.tell('locks');
  }

  lockParam(index: number, unit: number): void {
    this.#relock(new Map([...this.#locks, [index, unit]]));
  }

  unlockParam(index: number): void {
    this.#relock(new Map([...this.#locks].filter(([other]) => other !== index)));
  }

  /** What pitches snap to. */
  get scale(): ScaleBits {
    return this.instrument.tuning.scale;
  }

  /** Chooses what pitches snap to; can be undone. */
  setScale(scale: ScaleBits): void {
    this.remembering(() => this.tune(scale));
    this.tell('scale');
  }

  protected tune(scale: ScaleBits): void {
    this.instrument.tuning.setScale(scale);
  }

  /** Unit values of params as they sound: on the nearest note or step of those that have such. */
  protected settled(params: ArrayLike<number>): Uint16Array {
    return this.instrument.tuning.settled(params);
  }

  #relock(locks: Locks): void {
    this.remembering(() => this.instrument.locks.set(locks));
    this.setLocks(locks);
  }
}
