/** BENCHMARKS.md: one section per benchmark between markers, replaced when that benchmark runs. */
import type { Bench, Table } from './bench.ts';

export const PREAMBLE = `# Benchmarks

Written by \`npm run bench\`; do not edit. Ratios compare figures measured in the same run on the same machine;
absolute figures are those of that machine. \`npm run bench -- NAME\` measures one section again.
`;

const begin = (name: string): string => `<!-- bench:${name} -->`;
const end = (name: string): string => `<!-- /bench:${name} -->`;

const row = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;

function table({ columns, rows, notes = [] }: Table): string {
  const rule = row(columns.map((_, index) => (index === 0 ? '---' : '--:')));
  const under = notes.map((note) => `\n${note}\n`).join('');
  return `${row(columns)}${rule}${rows.map(row).join('')}${under}`;
}

/** Returns the text of one section, markers included. */
export function section(
  name: string,
  bench: Bench,
  tables: readonly Table[],
  machine: string,
): string {
  const body = tables.map((one) => `\n${table(one)}`).join('');
  return `${begin(name)}\n\n## ${bench.title}\n\n${bench.about}\n${body}\n${machine}\n\n${end(name)}\n`;
}

/** Inserts or replaces sections in the document, ordered by name. */
export function withSections(document: string, fresh: ReadonlyMap<string, string>): string {
  const sections = new Map<string, string>();
  for (const found of document.matchAll(/<!-- bench:([\w-]+) -->[\s\S]*?<!-- \/bench:\1 -->\n/g)) {
    sections.set(found[1] ?? '', found[0]);
  }
  for (const [name, text] of fresh) sections.set(name, text);
  const ordered = [...sections].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
  return [PREAMBLE, ...ordered].join('\n');
}
