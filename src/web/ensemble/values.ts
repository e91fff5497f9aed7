/** Numbers from 0 to 1 by name, as pages elsewhere hold them, and the unit values they stand for. */
import { InstrumentError, UNIT_ONE } from '../instrument/abi.ts';
import { sentenceFor } from '../sound-mode/model.ts';

type Named = Readonly<Record<string, number>>;

/** Unit values as numbers by name. */
export function named(names: readonly string[], from: ArrayLike<number>): Named {
  return Object.fromEntries(names.map((name, index) => [name, (from[index] ?? 0) / UNIT_ONE]));
}

/** Numbers by name as units, all of them checked before the first is used. @throws RangeError */
export function units(names: readonly string[], values: Named, what: string): [string, number][] {
  return Object.entries(values).map(([name, value]) => {
    if (!names.includes(name)) {
      throw new RangeError(`There is no ${what} “${name}” to set; there are ${names.join(', ')}.`);
    }
    if (!(value >= 0 && value <= 1)) {
      throw new RangeError(`A ${what} is from 0 to 1; “${name}” was to be ${value}.`);
    }
    return [name, Math.round(value * UNIT_ONE)];
  });
}

/** Runs `action`; what the instrument refuses is thrown as a sentence that bears the refusal's code. */
export function inWords<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof InstrumentError)) throw error;
    throw Object.assign(new Error(sentenceFor(error), { cause: error }), { code: error.code });
  }
}
