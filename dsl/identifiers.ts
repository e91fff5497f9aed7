/**
 * The identifiers generated code gives to names: `paf_synth` → `PafSynth`, `cutoff_hz` → `kCutoffHz`,
 * "SSL 4K G-ist" → `kSsl4kGIst`.
 *
 * Every generated identifier has an upper-case letter in it and no underscore but between two digits, so none
 * is a word or a reserved name of C++ or TypeScript. Two names may meet in one identifier
 * (`a_b`, `a__b`); that is E_IDENTIFIER.
 */

const capital = (word: string): string =>
  word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();

/** Joins the words of a name, each with a capital; keeps digits apart: `eq_1_0` → `Eq1_0`. */
function camel(name: string): string {
  return (name.match(/[a-zA-Z0-9]+/g) ?? [])
    .map(capital)
    .reduce(
      (all, word) => (/\d$/.test(all) && /^\d/.test(word) ? `${all}_${word}` : all + word),
      '',
    );
}

/** Names of types inside a generated mode struct, which the struct itself must not bear. */
const INNER = new Set(['ParamId', 'VoiceSpaceId']);

/** Gives the name of the C++ struct of a mode. */
export function structName(modeId: string): string {
  const name = camel(modeId);
  return INNER.has(name) ? `${name}_` : name;
}

/** Gives the name of the TypeScript constant of a mode in the registry: `pafSynthMode`. */
export function constantName(modeId: string): string {
  const name = camel(modeId);
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}Mode`;
}

/** Gives the name of a type: `train_state` → `TrainState`. */
export const typeName = camel;

/** Gives the C++ enumerator of a param or channel. */
export const enumeratorName = (name: string): string => `k${camel(name)}`;

/** Gives the C++ enumerator of a voice space; one without a letter or digit of ASCII goes by its place. */
export function voiceSpaceEnumerator(name: string, ordinal: number): string {
  const words = camel(name);
  return words === '' ? `kSpace${ordinal}` : `k${words}`;
}
