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
    /^(malloc|calloc|realloc|free|operator (new|delete).*)$/,
    'a member: nothing is allocated while it sounds',
  ],
];

const UNDEFINED = /undefined symbol: (.+)$/;
const DUPLICATE = /duplicate symbol: (.+)$/;
/** An object file, which the compiler names after its source. */
const DEFINED_IN = /^>>> defined in .*\/(\w+)-\w+\.o/;
/** A function of ours as the linker prints it: its class, if it has one, and its name. */
const OURS = /^(?:\w+::)*?(?:(\w+)::)?(~?\w+)\(.*\)(?: const)?$/;
const VTABLE = /^vtable for (?:\w+::)*(\w+)$/;
const PLACED = /^(\S+?):(\d+):(\d+): (?:fatal )?(error|note): (.*)$/;
/** `must` with a row's name, as the compiler prints the evaluation of a table that it refuses. */
const REFUSED_ROW = /must\(false, &?"(\w[^"]*)"(?:\[0\])?, [^)]*?(\w+)\)/;
/** What a static_assert demands, and the type that does not meet it. */
const DEMANDED = /^static assertion failed(?: due to requirement '.*')?: "?(.*?)"?$/;
const UNMET = /'(?:\w+::)+(\w+)' does not satisfy/;
const FAULT = /non-constexpr function '(a_\w+|an_\w+|two_\w+)'/;

/** Gives where lines of the sources match: `file:line`, joined; `firmware` where none does. */
function places(pattern: RegExp, sources: Iterable<readonly [string, string]>): string {
  const found = [...sources].flatMap(([file, text]) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        pattern.test(line.replace(/\/\/.*/, '')) ? [`firmware/${file}:${index + 1}`] : [],
      ),
  );
  return found.length > 0 ? found.join(', ') : 'firmware';
}

function callOf(symbol: string): RegExp {
  const operator = /^operator (new|delete)/.exec(symbol)?.[1];
  // Not `new (place)`, which allocates nothing.
  if (operator !== undefined) return new RegExp(`\\b${operator}\\b(?!\\s*\\()`);
  const stem = symbol.replace(/f$/, '');
  return new RegExp(`\\b(?:std::${stem}f?|::${stem}f?|${stem}f)\\s*\\(`);
}

/** A function that was declared and never defined, at its declaration. */
function undefinedFunction(symbol: string, sources: Sources): string | undefined {
  const [, type, name] = OURS.exec(symbol) ?? [];
  if (name === undefined) return undefined;
  const owner = new RegExp(`\\b(?:class|struct) ${type}\\b`);
  const among = [...sources].filter(([, text]) => type === undefined || owner.test(text));
  const declared = places(new RegExp(`(?<![\\w~])${name}\\s*\\(`), among);
  return `${declared}: ${symbol} is declared but defined nowhere; define it`;
}

function linkError(symbol: string, sources: Sources): string {
  const type = VTABLE.exec(symbol)?.[1];
  if (type !== undefined) {
    const where = places(new RegExp(`\\b(?:class|struct) ${type}\\b[^;]*$`), sources);
    return `${where}: the first virtual function of ${type} is defined nowhere; define it`;
  }
  const advice = INSTEAD.find(([names]) => names.test(symbol))?.[1];
  const ours = advice === undefined ? undefinedFunction(symbol, sources) : undefined;
  if (ours !== undefined) return ours;
  const use = advice === undefined ? 'define it, or do without it' : `use ${advice}`;
  return `${places(callOf(symbol), sources)}: nothing here defines ${symbol}, since no target links the C library; ${use}`;
}

/** Two definitions of one function, which the linker names by their object files. */
function duplicateAt(
  lines: readonly string[],
  index: number,
  sources: Sources,
): string | undefined {
  const symbol = DUPLICATE.exec(lines[index] ?? '')?.[1];
  if (symbol === undefined) return undefined;
  const stems = [lines[index + 1], lines[index + 2]].map(
    (line) => DEFINED_IN.exec(line ?? '')?.[1],
  );
  const name = OURS.exec(symbol)?.[2] ?? symbol;
  const among = [...sources].filter(([file]) =>
    stems.some((stem) => stem !== undefined && file.endsWith(`/${stem}.cc`)),
  );
  const where = places(new RegExp(`(?<![\\w~])${name}\\b[^;]*$`), among);
  return `${where}: ${symbol} is defined twice; keep one, or declare it inline in a header`;
}

const words = (name: string): string => name.replaceAll('_', ' ');

interface PlacedError {
  readonly place: string;
  readonly sentence: string;
  /** The file in which a static_assert failed: what follows there follows from it. */
  readonly refusedIn?: string;
  readonly file: string;
}

/** What a static_assert says, at the type of ours that does not meet it. */
function refused(error: PlacedError, about: readonly string[], sources: Sources): PlacedError {
  const sentence = DEMANDED.exec(error.sentence)?.[1];
  if (sentence === undefined) return error;
  const told = { ...error, sentence, refusedIn: error.file };
  const type = about.map((line) => UNMET.exec(line)?.[1]).find((name) => name !== undefined);
  if (type === undefined) return told;
  const place = places(new RegExp(`\\b(?:class|struct) ${type}\\b[^;]*$`), sources);
  return { ...told, place, sentence: `${type}: ${sentence}` };
}

/** One error with the notes that follow it. A refused table is told by its row. */
function errorAt(
  lines: readonly string[],
  index: number,
  sources: Sources,
): PlacedError | undefined {
  const [, file = '', line, , kind, message = ''] = PLACED.exec(lines[index] ?? '') ?? [];
  if (kind !== 'error') return undefined;
  const rest = lines.slice(index + 1);
  const next = rest.findIndex((one) => PLACED.exec(one)?.[4] === 'error');
  const about = rest.slice(0, next < 0 ? rest.length : next);
  const row = about.map((one) => REFUSED_ROW.exec(one)).find((found) => found !== null);
  const fault = about.map((one) => FAULT.exec(one)).find((found) => found !== null);
  const named = fault?.[1] ?? row?.[2];
  const error = { file, place: `${file}:${line}`, sentence: message };
  if (row === undefined || named === undefined) return refused(error, about, sources);
  return { ...error, sentence: `${JSON.stringify(row[1])}: ${words(named)}` };
}

/** Every error but those that follow from one before. */
function compiling(lines: readonly string[], sources: Sources): string[] {
  const errors = lines
    .map((_, index) => errorAt(lines, index, sources))
    .filter((error) => error !== undefined);
  const refusals = new Set<string>();
  return errors.flatMap(({ place, sentence, file, refusedIn }) => {
    if (refusals.has(file) && refusedIn === undefined) return [];
    if (refusedIn !== undefined) refusals.add(refusedIn);
    return [`${place}: ${sentence}`];
  });
}

/** Gives all errors of a build, one a line, each once; the compiler's own words where none is found. */
export function compileErrors(said: string, sources: Sources): string {
  const lines = said.split('\n');
  const missing = lines
    .map((line) => UNDEFINED.exec(line)?.[1])
    .filter((name) => name !== undefined);
  const undefinedOnes = [...new Set(missing)].map((symbol) => linkError(symbol, sources));
  const twice = lines
    .map((_, index) => duplicateAt(lines, index, sources))
    .filter((told) => told !== undefined);
  const all = [...new Set([...compiling(lines, sources), ...undefinedOnes, ...twice])];
  return `the engines do not compile\n${all.length > 0 ? all.join('\n') : said.trim()}`;
}
