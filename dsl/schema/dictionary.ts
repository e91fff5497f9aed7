/**
 * A JSON object whose keys are free and whose values follow one schema.
 *
 * Valibot's own `record` lets the keys `constructor`, `prototype` and `__proto__` pass unchecked, drops them,
 * and takes an array for an object; JSON Schema judges all three otherwise. A param may be named
 * `constructor`, so here every own key counts and an array is no object.
 */
import * as v from 'valibot';

export type Dictionary<T> = Readonly<Record<string, T>>;

/** Marks a schema made here, for the conversion to JSON Schema (json-schema.ts). */
export interface DictionarySchema<T> extends v.CustomSchema<Dictionary<T>, undefined> {
  readonly value: v.GenericSchema<T>;
}

/** Gives a schema of an object with any keys, each value of which passes `value`. */
export function dictionary<T>(value: v.GenericSchema<T>): DictionarySchema<T> {
  const schema = v.custom<Dictionary<T>>(
    (input) =>
      typeof input === 'object' &&
      input !== null &&
      !Array.isArray(input) &&
      Object.values(input).every((item) => v.is(value, item)),
  );
  return Object.assign(schema, { value });
}

export function isDictionary(schema: object): schema is DictionarySchema<unknown> {
  return 'type' in schema && schema.type === 'custom' && 'value' in schema;
}
