/** The calls of the ABI that keep pitches on a scale. */
import type { ScaleBits } from '../scale.ts';
import type { Abi } from './abi.ts';

/** The scale of one instrument. */
export class Tuning {
  readonly #abi: Abi;
  readonly #handle: number;
  readonly #scratch: number;
  readonly #params: number;

  /**
   * @param scratch address of room for a unit value of each param
   * @param params how many the instrument has
   */
  constructor(abi: Abi, handle: number, scratch: number, params: number) {
    this.#abi = abi;
    this.#handle = handle;
    this.#scratch = scratch;
    this.#params = params;
  }

  get scale(): ScaleBits {
    return this.#abi.call.ens_scale(this.#handle);
  }

  /** @throws InstrumentError if this is no scale */
  setScale(scale: ScaleBits): void {
    this.#abi.run('ens_set_scale', this.#handle, scale);
  }

  /** Unit values of all params as they would sound if they were held: on the nearest note or step of those that have such. */
  settled(params: ArrayLike<number>): Uint16Array {
    const units = new Uint16Array(this.#abi.buffer, this.#scratch, this.#params);
    units.set(params);
    this.#abi.run('ens_settle', this.#handle, this.#scratch);
    return units.slice();
  }
}
