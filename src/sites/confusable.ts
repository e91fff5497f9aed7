/**
 * What a name looks like: two names with the same skeleton can be taken for each other. After NFKC and case folding,
 * letters of other scripts that look like Latin ones stand for those: from confusables.txt of Unicode Technical
 * Standard 39, version 16, its Cyrillic, Greek, Armenian and Latin letters with a single Latin target.
 */

/** A Latin letter, and what looks like it. */
const ALIKE: readonly (readonly [string, string])[] = [
  ['a', 'аɑα'],
  ['b', 'ЬƄᏏвβ'],
  ['c', 'сϲᴄⲥ'],
  ['d', 'ԁɗᏧ'],
  ['e', 'еҽє'],
  ['f', 'ſẝք'],
  ['g', 'ɡցƍ'],
  ['h', 'һհᏂн'],
  ['i', 'іıɩιɪӏl1|ⅼǀ'],
  ['j', 'јϳ'],
  ['k', 'κкⲕ'],
  ['m', 'мⅿ'],
  ['n', 'ոռη'],
  ['o', 'оοσօ०๐໐ơ0ᴏ'],
  ['p', 'рρϱⲣ'],
  ['q', 'ԛգզ'],
  ['r', 'гᴦⲅ'],
  ['s', 'ѕꜱƽ'],
  ['t', 'тτ'],
  ['u', 'υսᴜʋц'],
  ['v', 'ѵνᴠ'],
  ['w', 'ԝաѡω'],
  ['x', 'хχ×'],
  ['y', 'уүγყ'],
  ['z', 'ᴢζ'],
];

/** Greek capitals that look like another Latin letter than their small ones do. */
const CAPITALS: ReadonlyMap<string, string> = new Map([
  ['Η', 'h'],
  ['Ν', 'n'],
  ['Ρ', 'p'],
  ['Υ', 'y'],
]);

const FOLDED: ReadonlyMap<string, string> = new Map(
  ALIKE.flatMap(([letter, others]) => [...others].map((other) => [other, letter] as const)),
);

/** All that is taken for another letter. */
export const lookalikes = (): string =>
  [...FOLDED.keys(), ...CAPITALS.keys(), 'rn', 'vv'].join(' ');

/** Marks above and below letters, spaces, punctuation and what is invisible count for nothing. */
const IGNORED = /[\p{M}\p{C}\p{Z}\p{P}\p{S}]/gu;

/** The skeleton of a name; empty where it has no letter or digit. */
export function skeletonOf(name: string): string {
  const folded = name.normalize('NFKC').toLowerCase().normalize('NFKD');
  const letters = [...folded].map((letter) => FOLDED.get(letter) ?? letter).join('');
  return letters.replace(IGNORED, '').replaceAll('rn', 'm').replaceAll('vv', 'w');
}

/** What a name looks like, also where its Greek capitals are taken for Latin ones; the same twice for most names. */
export function skeletonsOf(name: string): readonly [string, string] {
  const capitals = [...name.normalize('NFKC')].map((letter) => CAPITALS.get(letter) ?? letter);
  return [skeletonOf(name), skeletonOf(capitals.join(''))];
}

/** Signs that say that something was checked. */
const CHECK_MARKS = /[\u2611\u2705\u2713\u2714\u221a\u{1f5f8}\u{1f5f9}]/u;

/** Whether a name pretends to be a member's: with a check mark, or the word. */
export const looksVerified = (name: string): boolean =>
  CHECK_MARKS.test(name) || skeletonOf(name).endsWith('member');
