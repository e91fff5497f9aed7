/** Short-time spectra of a sound, for looking at it: magnitudes in dB over time and frequency. */

/** In place, radix 2 (Cooley and Tukey 1965); both arrays of the same power of two. */
export function fft(real: Float64Array, imaginary: Float64Array): void {
  const size = real.length;
  for (let i = 1, j = 0; i < size; i += 1) {
    let bit = size >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      [real[i], real[j]] = [real[j] ?? 0, real[i] ?? 0];
      [imaginary[i], imaginary[j]] = [imaginary[j] ?? 0, imaginary[i] ?? 0];
    }
  }
  for (let length = 2; length <= size; length *= 2) butterflies(real, imaginary, length);
}

function butterflies(real: Float64Array, imaginary: Float64Array, length: number): void {
  const half = length / 2;
  for (let k = 0; k < half; k += 1) {
    const angle = (-2 * Math.PI * k) / length;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    for (let at = k; at < real.length; at += length) {
      const [a, b] = [real[at] ?? 0, imaginary[at] ?? 0];
      const [c, d] = [real[at + half] ?? 0, imaginary[at + half] ?? 0];
      const [x, y] = [c * cos - d * sin, c * sin + d * cos];
      real[at] = a + x;
      imaginary[at] = b + y;
      real[at + half] = a - x;
      imaginary[at + half] = b - y;
    }
  }
}

export interface Spectrogram {
  readonly columns: number;
  /** Magnitudes of a column, bin 0 first: dB, 0 is a sine of full scale. */
  readonly column: (index: number) => Float64Array;
  /** Hz from one bin to the next. */
  readonly binHz: number;
}

const FLOOR_DB = -140;

/**
 * Spectra of `columns` places evenly over the sound, each of `size` samples (a power of two) under a
 * Blackman-Harris window, whose side lobes are below −92 dB (F. J. Harris, Proc. IEEE 66(1), 1978).
 */
export function spectrogram(
  samples: Float32Array,
  sampleRateHz: number,
  columns: number,
  size = 4096,
): Spectrogram {
  const window = Float64Array.from({ length: size }, (_, i) => {
    const x = (2 * Math.PI * i) / size;
    return 0.35875 - 0.48829 * Math.cos(x) + 0.14128 * Math.cos(2 * x) - 0.01168 * Math.cos(3 * x);
  });
  const full = window.reduce((sum, value) => sum + value, 0) / 2;
  const column = (index: number): Float64Array => {
    const middle = ((index + 0.5) / columns) * samples.length;
    // Windows stay inside the sound: a cut at its end would look like a click.
    const latest = Math.max(0, samples.length - size);
    const start = Math.min(Math.max(0, Math.round(middle - size / 2)), latest);
    const real = window.map((value, i) => value * (samples[start + i] ?? 0));
    const imaginary = new Float64Array(size);
    fft(real, imaginary);
    return Float64Array.from({ length: size / 2 }, (_, bin) => {
      const magnitude = Math.hypot(real[bin] ?? 0, imaginary[bin] ?? 0) / full;
      return Math.max(FLOOR_DB, 20 * Math.log10(magnitude + 1e-12));
    });
  };
  return { columns, column, binHz: sampleRateHz / size };
}
