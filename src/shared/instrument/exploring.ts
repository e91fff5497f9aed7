/** Exploring by ear: the calls of the ABI that look for a sound in planes around another one. */
import {
  EXPLORE_STATE_BYTES,
  type ExploreState,
  readExploreState,
} from '../../../build/ts/contract.ts';
import type { Abi } from './abi.ts';

/** Exploring with one instrument. Every method is one call of the ABI. */
export class Exploring {
  readonly #abi: Abi;
  readonly #handle: number;
  readonly #params: number;

  /** @param params how many the instrument has */
  constructor(abi: Abi, handle: number, params: number) {
    this.#abi = abi;
    this.#handle = handle;
    this.#params = params;
  }

  /** Begins around the current sound, and releases held params; the same seed gives the same planes. */
  begin(seed: number): void {
    this.#abi.run('ens_explore_begin', this.#handle, seed);
  }

  /** Moves in the plane, unit values. */
  move(x: number, y: number): void {
    this.#abi.run('ens_explore_move', this.#handle, x, y);
  }

  /** Goes on from the sound at this place, in a smaller plane. */
  like(): void {
    this.#abi.run('ens_explore_like', this.#handle);
  }

  /** Another plane around the same sound. */
  dislike(): void {
    this.#abi.run('ens_explore_dislike', this.#handle);
  }

  /** Undoes the last like or dislike. */
  undo(): void {
    this.#abi.run('ens_explore_undo', this.#handle);
  }

  /** Ends, and holds the sound. */
  end(): void {
    this.#abi.run('ens_explore_end', this.#handle);
  }

  get state(): ExploreState {
    return this.#read(EXPLORE_STATE_BYTES, (at) => {
      this.#abi.run('ens_explore_state', this.#handle, at);
      return readExploreState(this.#abi.data, at);
    });
  }

  /** The params at this place, unit values. */
  get sound(): Uint16Array {
    return this.#read(2 * this.#params, (at) => {
      this.#abi.run('ens_explore_params', this.#handle, at);
      return new Uint16Array(this.#abi.buffer, at, this.#params).slice();
    });
  }

  #read<Value>(bytes: number, read: (at: number) => Value): Value {
    const at = this.#abi.allocate(bytes);
    try {
      return read(at);
    } finally {
      this.#abi.free(at);
    }
  }
}
