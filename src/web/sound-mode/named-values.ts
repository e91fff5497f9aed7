/** Converts between numbers from 0 to 1 by name, which the module's API uses, and unit values. */
import { UNIT_ONE } from '../../../build/ts/contract.ts';
import { InstrumentError } from '../../shared/instrument/abi.ts';
import { errorSentence } from './model.ts';
import { MODULE_TEXT } from './text.ts';

type Named = Readonly<Record<string, number>>;

/** Unit values as numbers by name. */
export function named(names: readonly string[], from: ArrayLike<number>): Named {
  return Object.fromEntries(names.map((name, index) => [name, (from[index] ?? 0) / UNIT_ONE]));
}

/** Numbers by name as unit values; all are checked before the first is used. @throws RangeError */
export function units(names: readonly string[], values: Named, what: string): [string, number][] {
  return Object.entries(values).map(([name, value]) => {
    if (!names.includes(name)) throw new RangeError(MODULE_TEXT.unknown(what, name, names));
    if (!(value >= 0 && value <= 1)) throw new RangeError(MODULE_TEXT.outOfRange(name, value));
    return [name, Math.round(value * UNIT_ONE)];
  });
}

/** Runs `action`; errors of the instrument are thrown with a sentence as message and their `code`. */
export function withSentences<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof InstrumentError)) throw error;
    throw Object.assign(new Error(errorSentence(error), { cause: error }), { code: error.code });
  }
}
