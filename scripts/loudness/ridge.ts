/** Weighted ridge regression: least squares that pull every coefficient but the first towards 0. */

export interface Regression {
  /** One row of features a sample, the first of them 1; all equally long. */
  readonly features: readonly (readonly number[])[];
  /** What each row should give. */
  readonly wanted: readonly number[];
  /** How much each row counts, above 0. */
  readonly weights: readonly number[];
  /** Above 0: what is added to the weighted square of each feature but the first. */
  readonly ridge: number;
}

/** Solves a symmetric positive system in place by Gaussian elimination. */
function solve(matrix: readonly Float64Array[], right: Float64Array): Float64Array {
  const size = right.length;
  const at = (row: number, column: number): number => matrix[row]?.[column] ?? 0;
  for (let k = 0; k < size; k += 1) {
    for (let row = k + 1; row < size; row += 1) {
      const factor = at(row, k) / at(k, k);
      const target = matrix[row];
      if (target === undefined || factor === 0) continue;
      for (let column = k; column < size; column += 1) {
        target[column] = (target[column] ?? 0) - factor * at(k, column);
      }
      right[row] = (right[row] ?? 0) - factor * (right[k] ?? 0);
    }
  }
  for (let k = size - 1; k >= 0; k -= 1) {
    let sum = right[k] ?? 0;
    for (let column = k + 1; column < size; column += 1)
      sum -= at(k, column) * (right[column] ?? 0);
    right[k] = sum / at(k, k);
  }
  return right;
}

/** Gives one coefficient a feature. */
export function ridgeRegression({ features, wanted, weights, ridge }: Regression): number[] {
  const size = features[0]?.length ?? 0;
  const matrix = Array.from({ length: size }, () => new Float64Array(size));
  const right = new Float64Array(size);
  for (const [sample, row] of features.entries()) {
    const weight = weights[sample] ?? 0;
    for (const [i, a] of row.entries()) {
      right[i] = (right[i] ?? 0) + weight * a * (wanted[sample] ?? 0);
      const line = matrix[i];
      if (line) for (const [k, b] of row.entries()) line[k] = (line[k] ?? 0) + weight * a * b;
    }
  }
  for (const [i, line] of matrix.entries()) if (i > 0) line[i] = (line[i] ?? 0) + ridge;
  return [...solve(matrix, right)];
}

/** The sum of the products of two rows that are equally long. */
export const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, x, index) => sum + x * (b[index] ?? 0), 0);
