/** Pieces of sentences: what was received, what there is, what may have been meant. */

const SHOWN = 60;
/** More names than this are not listed whole. */
const LISTED = 8;
/** More names than this are not compared: a file may name thousands of params and as many overrides. */
const COMPARED = 128;

/** Gives a text in quotes, shortened, with control characters spelled out. */
export function quote(text: string): string {
  const short = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
  return JSON.stringify(short);
}

/** Says what a JSON value is: `"abc"`, `4.5`, `null`, `an array of 3`, `an object`. */
export function received(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value))
    return value.length === 0 ? 'an empty array' : `an array of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return Object.is(value, -0) ? '-0' : String(value);
}

/** Optimal string alignment distance: insertions, deletions, changes and swaps of neighbours. */
export function distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let best = Math.min(change, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, (before[j - 2] ?? 0) + 1);
      }
      row.push(best);
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
}

interface Near {
  readonly candidate: string;
  readonly far: number;
}

/** Gives the candidates nearest first; equal distances keep their order. */
function byDistance(name: string, candidates: readonly string[]): Near[] {
  const typed = name.slice(0, SHOWN).toLowerCase();
  return candidates
    .slice(0, COMPARED)
    .map((candidate) => ({ candidate, far: distance(typed, candidate.toLowerCase()) }))
    .sort((a, b) => a.far - b.far);
}

/** One begins or ends with the other, as `pitch` and `hz` do `pitch_hz`: what was meant, only cut or spun out. */
function isCut(typed: string, candidate: string): boolean {
  const [short, long] = typed.length < candidate.length ? [typed, candidate] : [candidate, typed];
  return short.length >= 3 && (long.startsWith(short) || long.endsWith(short));
}

function meant(name: string, sorted: readonly Near[]): string {
  const most = Math.max(1, Math.floor(name.length / 3));
  const typed = name.slice(0, SHOWN).toLowerCase();
  const best =
    sorted.find(({ far }) => far <= most) ??
    sorted.find(({ candidate }) => isCut(typed, candidate.toLowerCase()));
  return best === undefined ? '' : `; did you mean ${quote(best.candidate)}?`;
}

/** Gives `; did you mean "x"?` when one candidate is near enough to be what was meant, else nothing. */
export const didYouMean = (name: string, candidates: readonly string[]): string =>
  meant(name, byDistance(name, candidates));

/** Gives what to write instead of a name that is none: the one that was meant, or those there are. */
export function instead(name: string, candidates: readonly string[]): string {
  const sorted = byDistance(name, candidates);
  const suggestion = meant(name, sorted);
  if (suggestion !== '') return suggestion;
  const named = (near: readonly Near[]): string =>
    near
      .slice(0, LISTED)
      .map(({ candidate }) => candidate)
      .join(', ');
  if (candidates.length <= LISTED) return `; there are ${named(sorted)}`;
  const near = sorted.filter(({ far }) => far <= name.length / 2);
  return near.length > 0
    ? `; nearest are ${named(near)} of ${candidates.length}`
    : `; there are ${candidates.length}, none like it`;
}
