/** Records its input on the audio thread and posts it to the page one second at a time. */

export const RECORDER_NAME = 'ensemble-recorder';
/** Frames of one message: stereo, left then right. */
export const CHUNK_FRAMES = 48000;

export class RecorderProcessor extends AudioWorkletProcessor {
  #chunk = new Float32Array(2 * CHUNK_FRAMES);
  #frames = 0;
  #running = true;

  constructor() {
    super();
    this.port.onmessage = () => {
      this.#handOver();
      this.#running = false;
    };
  }

  process(inputs: Float32Array[][]): boolean {
    const [left, right] = inputs[0] ?? [];
    if (left === undefined || !this.#running) return this.#running;
    if (this.#frames + left.length > CHUNK_FRAMES) this.#handOver();
    this.#chunk.set(left, this.#frames);
    this.#chunk.set(right ?? left, CHUNK_FRAMES + this.#frames);
    this.#frames += left.length;
    return true;
  }

  #handOver(): void {
    const { buffer } = this.#chunk;
    this.port.postMessage({ frames: this.#frames, buffer }, [buffer]);
    this.#chunk = new Float32Array(2 * CHUNK_FRAMES);
    this.#frames = 0;
  }
}
