/** The calls of the ABI that keep params out of learning. */
import { NOT_LOCKED } from '../../../build/ts/contract.ts';
import type { Locks } from '../locks.ts';
import type { Abi } from './abi.ts';
import type { ParamUnits } from './param-units.ts';

/** The locks of one instrument. */
export class ParamLocks {
  readonly #abi: Abi;
  readonly #handle: number;
  readonly #units: ParamUnits;

  constructor(abi: Abi, handle: number, units: ParamUnits) {
    this.#abi = abi;
    this.#handle = handle;
    this.#units = units;
  }

  /** Locks a param where it is. */
  lock(index: number): void {
    this.#abi.run('ens_lock_param', this.#handle, index);
  }

  /** Gives a param back to the network. */
  unlock(index: number): void {
    this.#abi.run('ens_unlock_param', this.#handle, index);
  }

  /** All of them. */
  read(): Locks {
    this.#abi.run('ens_read_locks', this.#handle, this.#units.address);
    return new Map([...this.#units.values.entries()].filter(([, unit]) => unit !== NOT_LOCKED));
  }

  /** Makes the locks these, and no others. */
  set(locks: Locks): void {
    const units = this.#units.values.fill(NOT_LOCKED);
    for (const [index, unit] of locks) units[index] = unit;
    this.#abi.run('ens_set_locks', this.#handle, this.#units.address);
  }
}
