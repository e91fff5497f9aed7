/** What a benchmark module exports, and the table it returns. */

export interface Table {
  /** The first column names the row; the others are figures, with units in the heading. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Notes under the table: how the rivals differ, and what the figures leave out. */
  readonly notes?: readonly string[];
}

/**
 * A file test/bench/<name>.ts exports one of these as `bench`.
 *
 * Everything compared is measured in the same run, alternating, so that ratios hold on a busy machine.
 */
export interface Bench {
  /** Heading of the section. */
  readonly title: string;
  /** What is measured and how, and the baseline of the ratios. */
  readonly about: string;
  /** Whether it needs the packages of test/bench/package.json. */
  readonly rivals: boolean;
  /** `quick`: sizes small enough to finish in seconds; such figures are not recorded. */
  readonly run: (quick: boolean) => Promise<readonly Table[]>;
}

export function isBench(value: unknown): value is Bench {
  return (
    typeof value === 'object' &&
    value !== null &&
    'title' in value &&
    'about' in value &&
    'rivals' in value &&
    'run' in value &&
    typeof value.run === 'function'
  );
}

/** The median. */
export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? Number.NaN) + upper) / 2;
}

/** Formats a figure with three significant digits and thousands separators: 1,230; 4.56; 0.00789. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return 'n/a';
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US');
  return String(Number(value.toPrecision(3)));
}

/** Formats the ratio of a figure to the baseline of the same run: "1.25×". */
export const ratio = (value: number, baseline: number): string =>
  `${(value / baseline).toFixed(2)}×`;
