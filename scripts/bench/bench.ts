/** What a benchmark module exports, and the table it gives. */

export interface Table {
  /** First column names the row; the others are figures with their unit in the heading. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Sentences under the table: what differs between the rivals, what the figure does not say. */
  readonly notes?: readonly string[];
}

/**
 * A file test/bench/<name>.ts exports one of these as `bench`.
 *
 * Everything compared is measured in the same run, in turns, so that ratios hold on a busy machine.
 */
export interface Bench {
  /** Heading of its section. */
  readonly title: string;
  /** What is measured, how, and what the ratios refer to. */
  readonly about: string;
  /** Whether it needs the packages of test/bench/package.json. */
  readonly rivals: boolean;
  /** `quick` asks for sizes small enough to see in seconds that it works; such figures are not kept. */
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

/** Gives the middle of an odd number of figures, or the mean of the two in the middle. */
export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? Number.NaN) + upper) / 2;
}

/** Gives a figure with three significant digits and thousands apart: 1,230; 4.56; 0.00789. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return 'n/a';
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US');
  return String(Number(value.toPrecision(3)));
}

/** Gives "1.25×", the ratio of a figure to that of the baseline in the same run. */
export const ratio = (value: number, baseline: number): string =>
  `${(value / baseline).toFixed(2)}×`;
