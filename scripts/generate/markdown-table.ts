/** Markdown tables as documents have them: cells padded so that columns line up in the source. */

export interface Column {
  readonly heading: string;
  /** Numbers are aligned right; left is the default. */
  readonly align?: 'left' | 'right';
}

const escaped = (cell: string): string => cell.replaceAll('|', '\\|').replaceAll('\n', ' ');

/**
 * Gives a Markdown table, without a line break at its end. Pipes are escaped.
 *
 * @throws RangeError when a row has more or fewer cells than there are columns.
 */
export function markdownTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): string {
  for (const row of rows) {
    if (row.length !== columns.length) {
      throw new RangeError(
        `expected ${columns.length} cells, got ${row.length}: ${row.join(', ')}`,
      );
    }
  }
  const cells = [columns.map(({ heading }) => heading), ...rows].map((row) => row.map(escaped));
  const widths = columns.map((_, at) => Math.max(3, ...cells.map((row) => row[at]?.length ?? 0)));
  const pad = (cell: string, at: number): string =>
    columns[at]?.align === 'right' ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0);
  const rule = columns.map(({ align }, at) => {
    const dashes = '-'.repeat(widths[at] ?? 3);
    return align === 'right' ? `${dashes.slice(1)}:` : dashes;
  });
  const line = (row: readonly string[]): string => `| ${row.join(' | ')} |`;
  const [head = [], ...body] = cells.map((row) => row.map(pad));
  return [head, rule, ...body].map(line).join('\n');
}
