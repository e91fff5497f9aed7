/** Records its input on the audio thread and posts it to the page one second at a time. */

import { CHUNK_FRAMES, type RecorderOptions } from '../../shared/instrument/audio-messages.ts';

function isOptions(value: unknown): value is RecorderOptions {
  return (
    typeof value === 'object' &&
    value !== null &&
    'from_s' in value &&
    typeof value.from_s === 'number'
  );
}

export class RecorderProcessor extends AudioWorkletProcessor {
  #chunk = new Float32Array(2 * CHUNK_FRAMES);
  #frames = 0;
  #running = true;
  readonly #from_s: number;

  constructor({ processorOptions }: { readonly processorOptions?: unknown }) {
    super();
    if (!isOptions(processorOptions)) throw new TypeError('the recorder needs from_s, a number');
    this.#from_s = processorOptions.from_s;
    this.port.onmessage = () => {
      this.#handOver(true);
      this.#running = false;
    };
  }

  process(inputs: Float32Array[][]): boolean {
    const [left, right] = inputs[0] ?? [];
    if (left === undefined || !this.#running) return this.#running;
    if (currentTime < this.#from_s) return true;
    if (this.#frames + left.length > CHUNK_FRAMES) this.#handOver(false);
    this.#chunk.set(left, this.#frames);
    this.#chunk.set(right ?? left, CHUNK_FRAMES + this.#frames);
    this.#frames += left.length;
    return true;
  }

  #handOver(last: boolean): void {
    const { buffer } = this.#chunk;
    this.port.postMessage({ frames: this.#frames, buffer, last }, [buffer]);
    this.#chunk = new Float32Array(2 * CHUNK_FRAMES);
    this.#frames = 0;
  }
}
