/** What the compiler and the linker say of the C++ sources, as file, line and one sentence each. */
import type { Sources } from './sources.ts';

/** What engines may not call, since it is in no target or not the same on all, and what there is instead. */
const INSTEAD: readonly (readonly [names: RegExp, advice: string])[] = [
  [/^(exp|exp2|expm1)f?$/, 'exp2 of core/approx.h'],
  [/^(log|log2|log10|log1p)f?$/, 'log2 of core/approx.h'],
  [/^powf?$/, 'exp2(y * log2(x)) of core/approx.h'],
  [/^(sqrt|hypot)f?$/, 'sqrt of core/approx.h'],
  [/^(sin|cos)f?$/, 'sine and cosine of dsp/sine.h, which take a phase'],
  [/^tanf?$/, 'tan_pi of dsp/svf_eq.h'],
  [/^(tanh|atan|atan2)f?$/, 'ceiling of dsp/ceiling.h or Saturator of dsp/saturator.h'],
  [/^(fmod|floor|ceil|round|trunc|lrint)f?$/, 'to_int of core/approx.h'],
  [
    /^(malloc|calloc|realloc|free|_Zn[wa]m?.*|_Zd[la].*)$/,
    'a member: nothing is allocated while it sounds',
  ],
];

const UNDEFINED = /undefined symbol: (\S+)/;
const PLACED = /^(\S+?):(\d+):(\d+): (?:fatal )?(error|note): (.*)$/;
/** `must` with a row's name, as the compiler prints the evaluation of a table that it refuses. */
const REFUSED_ROW = /must\(false, &?"(\w[^"]*)"(?:\[0\])?, [^)]*?(\w+)\)/;
const FAULT = /non-constexpr function '(a_\w+|an_\w+|two_\w+)'/;

/** Gives where the sources call a function: `file:line`. */
function callsOf(symbol: string, sources: Sources): string[] {
  const stem = symbol.replace(/f$/, '');
  const call = new RegExp(`\\b(?:std::${stem}f?|::${stem}f?|${stem}f)\\s*\\(`);
  return [...sources].flatMap(([file, text]) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        call.test(line.replace(/\/\/.*/, '')) ? [`firmware/${file}:${index + 1}`] : [],
      ),
  );
}

function linkError(symbol: string, sources: Sources): string {
  const advice = INSTEAD.find(([names]) => names.test(symbol))?.[1];
  const places = callsOf(symbol, sources);
  const where = places.length > 0 ? places.join(', ') : 'firmware';
  const use = advice === undefined ? 'define it, or do without it' : `use ${advice}`;
  return `${where}: nothing here defines ${symbol}, since no target links the C library; ${use}`;
}

const words = (name: string): string => name.replaceAll('_', ' ');

interface PlacedError {
  readonly place: string;
  readonly sentence: string;
}

/** One error with the notes that follow it. A refused table is told by its row. */
function errorAt(lines: readonly string[], index: number): PlacedError | undefined {
  const [, file, line, , kind, message = ''] = PLACED.exec(lines[index] ?? '') ?? [];
  if (kind !== 'error') return undefined;
  const rest = lines.slice(index + 1);
  const next = rest.findIndex((one) => PLACED.exec(one)?.[4] === 'error');
  const about = rest.slice(0, next < 0 ? rest.length : next);
  const row = about.map((one) => REFUSED_ROW.exec(one)).find((found) => found !== null);
  const fault = about.map((one) => FAULT.exec(one)).find((found) => found !== null);
  const place = `${file}:${line}`;
  const named = fault?.[1] ?? row?.[2];
  if (row === undefined || named === undefined) return { place, sentence: message };
  return { place, sentence: `${JSON.stringify(row[1])}: ${words(named)}` };
}

/** Gives all errors of a build, one a line, each once; the compiler's own words where none is found. */
export function compileErrors(said: string, sources: Sources): string {
  const lines = said.split('\n');
  const compiling = lines
    .map((_, index) => errorAt(lines, index))
    .filter((told) => told !== undefined)
    .map(({ place, sentence }) => `${place}: ${sentence}`);
  const missing = lines
    .map((line) => UNDEFINED.exec(line)?.[1])
    .filter((name) => name !== undefined);
  const linking = [...new Set(missing)].map((symbol) => linkError(symbol, sources));
  const all = [...new Set([...compiling, ...linking])];
  return `the engines do not compile\n${all.length > 0 ? all.join('\n') : said.trim()}`;
}
