/** The steps that undo and redo go between: those of this page, or, where people teach together, those they share. */
import { STATUS } from '../../../build/ts/contract.ts';
import { InstrumentError } from '../../shared/instrument/abi.ts';

/** Changes that can be undone. */
const MAX_STEPS = 50;

/** What an instrument had learned at a step. */
export interface LearningState {
  readonly taught: Uint8Array;
  readonly voiceSpace: number;
}

/** Undo and redo of what people teach together. */
export interface SharedHistory {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  undo(): undefined;
  redo(): undefined;
}

export class LearningHistory {
  #before: LearningState[] = [];
  #after: LearningState[] = [];
  /** Set where people teach together; then undo and redo are theirs. */
  shared: SharedHistory | undefined;

  /** What was learned before each change. */
  get steps(): readonly LearningState[] {
    return this.#before;
  }

  get canUndo(): boolean {
    return this.shared?.canUndo ?? this.#before.length > 0;
  }

  get canRedo(): boolean {
    return this.shared?.canRedo ?? this.#after.length > 0;
  }

  /** Begins with these steps: none, and what is there now is what undo goes back to. */
  begin(steps: readonly LearningState[] = []): void {
    this.#before = steps.slice(-MAX_STEPS);
    this.#after = [];
  }

  /** Adds the state before a change. */
  add(before: LearningState): void {
    this.begin([...this.#before, before]);
  }

  /** Gives what to become; undefined where that is shared. @throws InstrumentError if there is nothing to undo */
  undo(now: LearningState): LearningState | undefined {
    return this.shared === undefined ? step(this.#before, this.#after, now) : this.shared.undo();
  }

  /** Gives what to become; undefined where that is shared. @throws InstrumentError if nothing was undone */
  redo(now: LearningState): LearningState | undefined {
    return this.shared === undefined ? step(this.#after, this.#before, now) : this.shared.redo();
  }
}

function step(from: LearningState[], to: LearningState[], now: LearningState): LearningState {
  const state = from.pop();
  if (state === undefined) throw new InstrumentError(STATUS.nothing_to_undo, 'ens_undo');
  to.push(now);
  return state;
}
