/** Room in the memory of the instruments for a unit value of each param of one, to hand them over. */
import type { Abi } from './abi.ts';

export class ParamUnits {
  readonly #abi: Abi;
  readonly address: number;
  readonly #count: number;

  /** @param address of 2 bytes for each param */
  constructor(abi: Abi, address: number, count: number) {
    this.#abi = abi;
    this.address = address;
    this.#count = count;
  }

  /** What is there, until the memory grows. */
  get values(): Uint16Array {
    return new Uint16Array(this.#abi.buffer, this.address, this.#count);
  }
}
