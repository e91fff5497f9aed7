/**
 * Objects as JSON knows them, where Valibot judges otherwise than JSON Schema does.
 *
 * Valibot takes an array for an object. Its `record` also lets the keys `constructor`, `prototype` and
 * `__proto__` pass unchecked and drops them; a param may well be named `constructor`. The schemas here
 * keep Valibot's description of themselves, which is what is exported, and check by functions of ours.
 */
import * as v from 'valibot';

export type Dictionary<T> = Readonly<Record<string, T>>;

const isPlain = (input: unknown): input is object =>
  typeof input === 'object' && input !== null && !Array.isArray(input);

/** Gives the schema of an object with any keys, each value of which passes `value`. */
export function dictionary<T>(value: v.GenericSchema<T>): v.GenericSchema<Dictionary<T>> {
  const checked = v.custom<Dictionary<T>>(
    (input) => isPlain(input) && Object.values(input).every((item) => v.is(value, item)),
  );
  return Object.assign(v.record(v.string(), value), { '~run': checked['~run'].bind(checked) });
}

/** Gives the schema of an object that may leave out every field, and so must say that it is no array. */
export function noArray<T>(object: v.GenericSchema<T>): v.GenericSchema<T> {
  const judge = object['~run'].bind(object);
  const checked = v.custom<T>((input) => isPlain(input) && !judge({ value: input }, {}).issues);
  return Object.assign(object, { '~run': checked['~run'].bind(checked) });
}
