/** Reports the outcome of a generation, as text for a person or as JSON for a tool. */
import { codeFrame } from '../../dsl/code-frame.ts';
import { type Diagnostic, formatText, summary } from '../../dsl/diagnostics.ts';
import type { ModeSource } from '../../dsl/resolve.ts';
import type { Outcome } from './generate.ts';

export interface Telling {
  readonly check: boolean;
  readonly out: string;
  readonly colour: boolean;
}

function changes(outcome: Outcome, telling: Telling): string {
  const { difference, documents, sources } = outcome;
  if (!difference) return '';
  const named = (word: string, files: readonly string[]): string[] =>
    files.map((file) => `${word} ${telling.out}/${file}`);
  if (!telling.check && difference.foreign.length > 0) {
    const files = named('not generated, so not removed:', difference.foreign);
    return `${files.join('\n')}\nmove your own files out of ${telling.out}; nothing was written\n`;
  }
  const lines = telling.check
    ? [
        ...named('stale', difference.stale),
        ...documents.map((file) => `stale ${file}`),
        ...named('missing', difference.missing),
        ...named('orphan', difference.orphan),
      ]
    : [
        ...named('wrote', [...difference.stale, ...difference.missing].sort()),
        ...named('removed', difference.orphan),
        ...documents.map((file) => `wrote ${file}`),
      ];
  const modes = `${sources.length} mode${sources.length === 1 ? '' : 's'}`;
  if (lines.length === 0) lines.push(`${telling.out} is up to date with ${modes}`);
  else if (telling.check) lines.push('run `npm run gen` and commit the result');
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
  const nothing = outcome.difference ? '' : 'nothing was written\n';
  return `${problems}${total}${telling.check ? '' : nothing}${changes(outcome, telling)}`;
}

/** Gives one JSON object: ok, diagnostics, and the files that differed. */
export function asJson(outcome: Outcome): string {
  const { ok, diagnostics, difference, documents } = outcome;
  return `${JSON.stringify({ ok, diagnostics, ...(difference && { ...difference, documents }) }, null, 2)}\n`;
}

/** Gives the same object where nothing could be judged: `error` says why. */
export const errorAsJson = (error: string): string =>
  `${JSON.stringify({ ok: false, error, diagnostics: [] }, null, 2)}\n`;
