/** Identifiers and numbers as people write them. */

/** Words that are written in capitals. */
const ACRONYMS = new Set(['am', 'cv', 'eq', 'fm', 'lfo', 'midi', 'paf', 'vco']);

/** `fm_voice` → "FM voice", `pad_x` → "Pad x". */
export function humanize(identifier: string): string {
  const words = identifier.split('_');
  const text = words.map((word) => (ACRONYMS.has(word) ? word.toUpperCase() : word)).join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const COUNTS = new Intl.NumberFormat('en');

/** 12345 → "12,345". */
export function formatCount(count: number): string {
  return COUNTS.format(count);
}

/** A number with its noun in the singular or plural: "1 site", "1,200 sites", "2 passes". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
