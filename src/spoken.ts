/** Identifiers as a person would write them. */

/** Words that are written in capitals. */
const ACRONYMS = new Set(['am', 'cv', 'eq', 'fm', 'lfo', 'midi', 'paf', 'vco']);

/** `fm_voice` → "FM voice", `pad_x` → "Pad x". */
export function spoken(identifier: string): string {
  const words = identifier.split('_');
  const text = words.map((word) => (ACRONYMS.has(word) ? word.toUpperCase() : word)).join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
