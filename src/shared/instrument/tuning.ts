/** The calls of the ABI that keep pitches on a scale. */
import type { ScaleBits } from '../scale.ts';
import type { Abi } from './abi.ts';
import type { ParamUnits } from './param-units.ts';

/** The scale of one instrument. */
export class Tuning {
  readonly #abi: Abi;
  readonly #handle: number;
  readonly #units: ParamUnits;

  constructor(abi: Abi, handle: number, units: ParamUnits) {
    this.#abi = abi;
    this.#handle = handle;
    this.#units = units;
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
    this.#units.values.set(params);
    this.#abi.run('ens_settle', this.#handle, this.#units.address);
    return this.#units.values.slice();
  }
}
