/** Plots on canvases: training error, waveform and spectrum. */
import { h } from '../dom.ts';
import { SOUND_MODE_TEXT } from './text.ts';

const TEXT = SOUND_MODE_TEXT.sound;

const SIZE = { width: 300, height: 90 } as const;

function plot(name: string): HTMLCanvasElement {
  const canvas = h('canvas', { class: 'plot', attributes: { role: 'img', 'aria-label': name } });
  canvas.width = SIZE.width;
  canvas.height = SIZE.height;
  return canvas;
}

/** Sets the canvas size to the device's pixels, so that lines are sharp. */
function fit(canvas: HTMLCanvasElement): void {
  const width = Math.round(canvas.clientWidth * devicePixelRatio);
  const height = Math.round(canvas.clientHeight * devicePixelRatio);
  if (width === 0 || (canvas.width === width && canvas.height === height)) return;
  canvas.width = width;
  canvas.height = height;
}

/** Takes the next point of a line as fractions of width and height, from the bottom left. */
type LineTo = (x: number, y: number) => void;

/** Draws one line through the points that `trace` gives: one by one, as those of every frame would soon be garbage. */
function line(canvas: HTMLCanvasElement, trace: (lineTo: LineTo) => void): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  fit(canvas);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.strokeStyle = getComputedStyle(canvas).color;
  context.lineWidth = 2 * devicePixelRatio;
  context.lineJoin = 'round';
  context.beginPath();
  const { width, height } = canvas;
  trace((x, y) => context.lineTo(x * width, (1 - y) * (height - 4) + 2));
  context.stroke();
}

/** Decades of error below 1 in the plot. */
const DECADES = 5;

export class LossPlot {
  readonly canvas = plot(SOUND_MODE_TEXT.teach.plot);

  /** Draws `errors`, 0 to 1, oldest first, on a logarithmic scale down to 1e-5. */
  draw(errors: Float32Array): void {
    const last = Math.max(1, errors.length - 1);
    line(this.canvas, (lineTo) => {
      for (const [at, error] of errors.entries()) {
        lineTo(at / last, 1 + Math.log10(Math.max(error, 10 ** -DECADES)) / DECADES);
      }
    });
  }
}

/** Waveform and spectrum of an analyser. */
export class Scope {
  readonly element: HTMLDivElement;
  readonly #wave = plot(TEXT.waveformLabel);
  readonly #spectrum = plot(TEXT.spectrumLabel);
  #samples = new Float32Array(0);
  #bins = new Uint8Array(0);
  #frames = 0;

  constructor() {
    const named = (name: string, canvas: HTMLCanvasElement) =>
      h('figure', {}, canvas, h('figcaption', { text: name }));
    this.element = h(
      'div',
      { class: 'scope' },
      named(TEXT.waveform, this.#wave),
      named(TEXT.spectrum, this.#spectrum),
    );
  }

  /** Draws one of the two, by turns, so that a key never waits for both. */
  draw(analyser: AnalyserNode): void {
    if (this.#samples.length !== analyser.fftSize) {
      this.#samples = new Float32Array(analyser.fftSize);
      this.#bins = new Uint8Array(analyser.frequencyBinCount);
    }
    this.#frames += 1;
    if (this.#frames % 2 === 0) {
      analyser.getFloatTimeDomainData(this.#samples);
      line(this.#wave, this.#traceWave);
    } else {
      analyser.getByteFrequencyData(this.#bins);
      line(this.#spectrum, this.#traceSpectrum);
    }
  }

  /** Starts at the first rising zero crossing, so that a steady tone stands still. */
  readonly #traceWave = (lineTo: LineTo): void => {
    const shown = this.#samples.length / 2;
    let start = 0;
    while (
      start < shown &&
      !((this.#samples[start] ?? 0) < 0 && (this.#samples[start + 1] ?? 0) >= 0)
    ) {
      start += 1;
    }
    if (start === shown) start = 0;
    for (let at = 0; at < shown; at += 2) {
      lineTo(at / shown, 0.5 + 0.5 * (this.#samples[start + at] ?? 0));
    }
  };

  /** Frequencies on a logarithmic scale. */
  readonly #traceSpectrum = (lineTo: LineTo): void => {
    const bins = this.#bins.length;
    for (let at = 0; at <= SIZE.width; at += 2) {
      const bin = Math.min(bins - 1, Math.floor(bins ** (at / SIZE.width)));
      lineTo(at / SIZE.width, (this.#bins[bin] ?? 0) / 255);
    }
  };
}
