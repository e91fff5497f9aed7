/** Judges a value by the emitted JSON Schema with Ajv, and says what is wrong in sentences. */
import type { ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Diagnostic } from './diagnostics.ts';
import { type JsonSchema, modeJsonSchema } from './json-schema.ts';
import type { JsonText, Mark, Path } from './json-text.ts';
import type { Mode } from './schema/mode.ts';
import { didYouMean, instead, quote, received } from './wording.ts';

export interface SchemaProblem {
  readonly path: Path;
  readonly mark: Mark;
  readonly message: string;
}

/** Gives the value, which is an object, or every rule it breaks. */
export type Validator<T> = (value: unknown) => T | readonly SchemaProblem[];
export type ModeValidator = Validator<Mode>;

export const isRefused = <T extends object>(
  verdict: T | readonly SchemaProblem[],
): verdict is readonly SchemaProblem[] => Array.isArray(verdict);

/** What a schema refuses of a file, but where its text was not understood. */
export const schemaDiagnostics = (
  text: JsonText,
  problems: readonly SchemaProblem[],
): Diagnostic[] =>
  problems
    .map(({ path, message, mark }) => text.at('E_SCHEMA', path, message, mark))
    .filter(({ pointer }) => !text.unheld.has(pointer));

const TRAINING_WORDS = /^(default_)?(learning_rate|max_iterations|min_error)$/;

const A: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
};

function pathOf(instancePath: string, value: unknown): Path {
  const path: (string | number)[] = [];
  let here = value;
  for (const raw of instancePath.split('/').slice(1)) {
    const key = raw.replaceAll('~1', '/').replaceAll('~0', '~');
    path.push(Array.isArray(here) ? Number(key) : key);
    here = typeof here === 'object' && here !== null ? Reflect.get(here, key) : undefined;
  }
  return path;
}

const count = (limit: unknown, one: string, many: string): string =>
  `${String(limit)} ${limit === 1 ? one : many}`;

function extraField(extra: string, error: ErrorObject): string {
  if (TRAINING_WORDS.test(extra)) {
    return `${quote(extra)} does not belong in a mode: the training defaults are shared by all modes and can be changed at run time with set_train_config; remove it`;
  }
  const known = Object.keys(error.parentSchema?.['properties'] ?? {});
  return `${quote(extra)} is not a field here${instead(extra, known)}`;
}

function enumMessage(error: ErrorObject): string {
  const allowed: readonly string[] = error.params['allowedValues'];
  const meant = typeof error.data === 'string' ? didYouMean(error.data, allowed) : '';
  return `expected one of ${allowed.join(', ')}; received ${received(error.data)}${meant}`;
}

/** The sentence for one Ajv error; keywords we never emit fall to Ajv's own words. */
function sentence(error: ErrorObject): string {
  const got = received(error.data);
  const limit: unknown = error.params['limit'];
  switch (error.keyword) {
    case 'required':
      return `the field ${quote(String(error.params['missingProperty']))} is missing`;
    case 'type':
      return `expected ${A[String(error.params['type'])] ?? 'another type'}; received ${got}`;
    case 'enum':
      return enumMessage(error);
    case 'pattern':
      return `expected a name of lower-case letters, digits and "_" that begins with a letter; received ${got}`;
    case 'minimum':
      return `expected at least ${String(limit)}; received ${got}`;
    case 'maximum':
      return `expected at most ${String(limit)}; received ${got}`;
    case 'minItems':
      return `expected at least ${count(limit, 'item', 'items')}; received ${got}`;
    case 'minLength':
      return `expected at least ${count(limit, 'character', 'characters')}; received ${got}`;
    case 'maxLength':
      return `expected at most ${count(limit, 'character', 'characters')}; received ${got}`;
    case 'minProperties':
      return `expected at least ${count(limit, 'curve', 'curves')}; a voice space without deviations is written as its name alone`;
    case 'anyOf':
      return `expected the name of a voice space, or an object with "name" and "curve_overrides"; received ${got}`;
    default:
      return `${error.message ?? 'breaks the schema'}; received ${got}`;
  }
}

function problemOf(error: ErrorObject, value: unknown): SchemaProblem {
  const path = pathOf(error.instancePath, value);
  if (error.keyword !== 'additionalProperties')
    return { path, mark: 'value', message: sentence(error) };
  const extra = String(error.params['additionalProperty']);
  return { path: [...path, extra], mark: 'key', message: extraField(extra, error) };
}

/**
 * Where one of two forms is allowed Ajv reports the failures of both. Kept are those of the form that
 * was begun; where none was, the one sentence that names both.
 */
function ofTheFormBegun(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const begun = new Map<string, boolean>();
  for (const { keyword, instancePath } of errors) {
    if (keyword === 'anyOf') begun.set(instancePath, false);
  }
  const unionOf = (error: ErrorObject): string | undefined => {
    let path = error.instancePath;
    while (path !== '' && !begun.has(path)) path = path.slice(0, path.lastIndexOf('/'));
    return begun.has(path) ? path : undefined;
  };
  const ofTheUnion = (error: ErrorObject): boolean =>
    begun.has(error.instancePath) && (error.keyword === 'anyOf' || error.keyword === 'type');
  for (const error of errors) {
    const union = unionOf(error);
    if (union !== undefined && !ofTheUnion(error)) begun.set(union, true);
  }
  return errors.filter((error) => {
    const union = unionOf(error);
    if (union === undefined) return true;
    return begun.get(union) ? !ofTheUnion(error) : error.keyword === 'anyOf';
  });
}

/** A value that is not one of the allowed ones is not also reported for its type. */
function oncePerPlace(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const listed = new Set(
    errors.filter(({ keyword }) => keyword === 'enum').map(({ instancePath }) => instancePath),
  );
  return errors.filter(
    ({ keyword, instancePath }) => keyword !== 'type' || !listed.has(instancePath),
  );
}

/** Compiles a schema of objects once; the function it gives may be used for any number of values. */
export function validatorOf<T extends object>(schema: JsonSchema): Validator<T> {
  const ajv = new Ajv2020({
    strict: true,
    allErrors: true,
    verbose: true,
    // Ours is validated by a test; here the schema of schemas would cost more than all modes.
    validateSchema: false,
  });
  const validate = ajv.compile<T>(schema);
  return (value) => {
    if (validate(value)) return value;
    const errors = oncePerPlace(ofTheFormBegun(validate.errors ?? []));
    return errors.map((error) => problemOf(error, value));
  };
}

export const modeValidator = (): ModeValidator => validatorOf<Mode>(modeJsonSchema());
