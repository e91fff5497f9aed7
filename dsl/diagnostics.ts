/** What can be wrong with a mode file, and how it is reported: to a person on a terminal, to a tool as JSON. */

export const CODES = {
  E_FILE: 'the file cannot be read',
  E_JSON: 'invalid JSON, or a duplicate key in an object',
  E_SCHEMA: 'violates the schema',
  E_FILE_NAME: 'the file is not named <mode_id>.json',
  E_MODE_ID_DUPLICATE: 'two files define the same mode',
  E_PARAM_DUPLICATE: 'a param is named twice',
  E_CHANNEL_DUPLICATE: 'an input channel is named twice',
  E_VOICE_SPACE_DUPLICATE: 'a voice space is named twice',
  E_ENGINE_UNKNOWN: 'no such engine',
  E_CHANNEL_UNKNOWN: 'no such input channel',
  E_PARAM_UNKNOWN: 'the engine has no such slot',
  E_INPUT_SIZE: 'input_size is not the number of input channels',
  E_OUTPUT_SIZE: 'output_size is not the number of params',
  E_PARAM_RANGE: 'min is not below max',
  E_PARAM_DEFAULT: 'default is not between min and max',
  E_NUMBER: 'not a finite number, or over a limit of the learning core',
  E_TEXT: 'text that is not well-formed Unicode',
  E_VOICE_SPACE_ENGINE: 'the voice spaces are not the first ones of the engine, in its order',
  E_OVERRIDE_UNKNOWN: 'a curve override for an unknown param',
  E_OVERRIDE_REDUNDANT: 'a curve override equals the default curve',
  E_PRESET: 'a preset does not fit its mode',
  E_TEMPLATE: 'a template of a synth contradicts itself or another',
  E_IDENTIFIER: 'two names become one identifier in C++ or TypeScript',
  E_DRIFT: 'the engine does not do what the mode declares',
  W_RANGE: "the engine's range differs from the declared one",
} as const;

export type Code = keyof typeof CODES;

export interface Diagnostic {
  readonly code: Code;
  readonly severity: 'error' | 'warning';
  readonly file: string;
  /** From 1; columns count UTF-16 code units, as editors do. */
  readonly line: number;
  readonly column: number;
  /** RFC 6901 pointer to what is wrong; empty for the whole file. */
  readonly pointer: string;
  /** One sentence: what was expected, what was received, what to do. */
  readonly message: string;
}

/** Gives the RFC 6901 spelling of a path: ['a/b', 0] → '/a~1b/0'. */
export function pointerOf(path: readonly (string | number)[]): string {
  return path
    .map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}

const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Orders by file, place and code, the same on every machine. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...diagnostics].sort(
    (a, b) =>
      inOrder(a.file, b.file) ||
      a.line - b.line ||
      a.column - b.column ||
      inOrder(a.code, b.code) ||
      inOrder(a.pointer, b.pointer) ||
      inOrder(a.message, b.message),
  );
}

/** Makes warnings errors, as `--strict` asks. */
export function strictly(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.map((diagnostic) => ({ ...diagnostic, severity: 'error' }));
}

export const hasErrors = (diagnostics: readonly Diagnostic[]): boolean =>
  diagnostics.some((diagnostic) => diagnostic.severity === 'error');

const ESC = '\u001b[';
const paint = (on: boolean, code: number, text: string): string =>
  on ? `${ESC}${code}m${text}${ESC}0m` : text;

// A file name or key may hold escape sequences; a terminal must show them, not obey them.
const printable = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/gu,
    (found) => `\\u{${(found.codePointAt(0) ?? 0).toString(16)}}`,
  );

/**
 * Gives two lines a diagnostic, `file:line:column CODE pointer` and the sentence.
 *
 * @param frameOf what a terminal shows below them, such as the line of the file.
 */
export function formatText(
  diagnostics: readonly Diagnostic[],
  colour: boolean,
  frameOf: (diagnostic: Diagnostic) => string = () => '',
): string {
  return diagnostics
    .map((diagnostic) => {
      const { file, line, column, code, severity, pointer, message } = diagnostic;
      const place = paint(colour, 1, `${printable(file)}:${line}:${column}`);
      const name = paint(colour, severity === 'error' ? 31 : 33, code);
      const at = pointer === '' ? '' : ` ${paint(colour, 36, printable(pointer))}`;
      const frame = frameOf(diagnostic).replace(/.+/g, (shown) => paint(colour, 2, shown));
      return `${place} ${name}${at}\n  ${printable(message)}\n${frame}`;
    })
    .join('');
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Gives "2 errors, 1 warning in 3 modes". */
export function summary(diagnostics: readonly Diagnostic[], modeCount: number): string {
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error').length;
  const warnings = diagnostics.length - errors;
  const parts = [plural(errors, 'error')];
  if (warnings > 0) parts.push(plural(warnings, 'warning'));
  return `${parts.join(', ')} in ${plural(modeCount, 'mode file')}`;
}
