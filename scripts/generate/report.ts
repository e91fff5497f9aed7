/** Reports the outcome of a generation, as text for a person or as JSON for a tool. */
import { codeFrame } from '../../dsl/code-frame.ts';
import { type Diagnostic, formatText, summary } from '../../dsl/diagnostics.ts';
import type { ModeSource } from '../../dsl/resolve.ts';
import type { Outcome } from './generate.ts';
import { commandFor, type Options } from './options.ts';

export interface Telling extends Pick<Options, 'check' | 'modes' | 'out'> {
  readonly colour: boolean;
}

const linesOf = (word: string, files: readonly string[]): string =>
  files.map((file) => `${word} ${file}\n`).join('');

/** What is said where a run wrote no more than it had to before the modes were judged; `advice` comes before. */
const stopped = ({ prepared }: Outcome, advice = ''): string =>
  `${linesOf('wrote', prepared)}${advice}${prepared.length === 0 ? 'nothing' : 'nothing else'} was written\n`;

function changes(outcome: Outcome, telling: Telling): string {
  const { difference, prepared, sources } = outcome;
  if (!difference) return telling.check ? linesOf('stale', prepared) : stopped(outcome);
  const named = (word: string, files: readonly string[]): string[] =>
    files.map((file) => `${word} ${telling.out}/${file}`);
  if (!telling.check && difference.foreign.length > 0) {
    const files = named('not generated, so not removed:', difference.foreign);
    return `${files.join('\n')}\n${stopped(outcome, `move your own files out of ${telling.out}; `)}`;
  }
  const lines = telling.check
    ? [
        ...named('stale', difference.stale),
        ...prepared.map((file) => `stale ${file}`),
        ...named('missing', difference.missing),
        ...named('orphan', difference.orphan),
      ]
    : [
        ...named('wrote', [...difference.stale, ...difference.missing].sort()),
        ...named('removed', difference.orphan),
        ...prepared.map((file) => `wrote ${file}`),
      ];
  const modes = `${sources.length} mode${sources.length === 1 ? '' : 's'}`;
  if (lines.length === 0) lines.push(`${telling.out} is up to date with ${modes}`);
  else if (telling.check) lines.push(`run \`${commandFor(telling)}\` and commit the result`);
  else lines.push(`${telling.out} now holds ${modes}`);
  return `${lines.join('\n')}\n`;
}

/** Looks the lines up; files are decoded once, in the order of the report. */
function framesOf(sources: readonly ModeSource[]): (diagnostic: Diagnostic) => string {
  const contents = new Map(sources.map(({ file, content }) => [file, content]));
  let last = { file: '', text: '' };
  return ({ file, line, column }) => {
    const content = contents.get(file);
    if (content === undefined) return '';
    if (last.file !== file) {
      last = {
        file,
        text: typeof content === 'string' ? content : new TextDecoder().decode(content),
      };
    }
    return codeFrame(last.text, line, column);
  };
}

/** Gives what a person reads: problems first, on a terminal with the lines they are in, then files. */
export function asText(outcome: Outcome, telling: Telling): string {
  const { diagnostics, sources, beside } = outcome;
  const problems = formatText(
    diagnostics,
    telling.colour,
    telling.colour ? framesOf([...sources, ...beside]) : undefined,
  );
  const total = diagnostics.length > 0 ? `${summary(diagnostics, sources.length)}\n` : '';
  return `${problems}${total}${changes(outcome, telling)}`;
}

/** Gives one JSON object: ok, diagnostics, and the files that differed. */
export function asJson(outcome: Outcome): string {
  const { ok, diagnostics, difference, prepared } = outcome;
  return `${JSON.stringify({ ok, diagnostics, ...(difference && { ...difference, prepared }) }, null, 2)}\n`;
}

/** Gives the same object where nothing could be judged: `error` says why. */
export const errorAsJson = (error: string): string =>
  `${JSON.stringify({ ok: false, error, diagnostics: [] }, null, 2)}\n`;
