/** The line of a file that a problem stands in, with a mark below its column. */

/** As much of a line as a narrow terminal shows. */
const WIDTH = 72;
/** How much of it stands before the column. */
const BEFORE = 48;

/** What has no width of its own or commands a terminal stands as one dot, a tab as one space. */
const drawn = (character: string): string =>
  character === '\t' ? ' ' : character.replace(/[\p{C}\p{Zl}\p{Zp}\p{M}]/u, '·');

/**
 * Gives two lines, the text with its number and the mark; nothing where the line is blank.
 *
 * @param line from 1, a column from 1 in UTF-16 code units.
 */
export function codeFrame(text: string, line: number, column: number): string {
  const source = text.split(/\r\n|\n|\r/, line)[line - 1] ?? '';
  if (source.trim() === '') return '';
  // Only what is near is taken apart: a line may be the whole of a large file.
  const from = Math.max(0, column - 1 - BEFORE);
  const before = [...source.slice(from, column - 1)].map(drawn).join('');
  const after = [...source.slice(column - 1, from + WIDTH)].map(drawn).join('');
  const left = from > 0 ? '…' : '';
  const right = source.length > from + WIDTH ? '…' : '';
  const number = String(line);
  const blank = ' '.repeat(left.length + [...before].length);
  return `  ${number} │ ${left}${before}${after}${right}\n  ${' '.repeat(number.length)} │ ${blank}^\n`;
}
