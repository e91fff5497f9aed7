/** Brings sound from one audio context to another of another rate: one audio thread sends it, the other plays it. */

import type { BridgeOptions } from '../../shared/instrument/audio-messages.ts';
import { AsyncResampler } from './async-resampler.ts';

/** One block of both sides. */
interface Block {
  readonly left: Float32Array<ArrayBuffer>;
  readonly right: Float32Array<ArrayBuffer>;
}

/** Sends its input to the port that it is given. */
export class CaptureProcessor extends AudioWorkletProcessor {
  #to: MessagePort | undefined;

  constructor() {
    super();
    this.port.onmessage = ({ data }: MessageEvent<MessagePort>) => {
      this.#to = data;
    };
  }

  process([input]: Float32Array[][]): boolean {
    const [left, right = left] = input ?? [];
    if (left === undefined || right === undefined) return true;
    const block: Block = { left: left.slice(), right: right.slice() };
    this.#to?.postMessage(block, [block.left.buffer, block.right.buffer]);
    return true;
  }
}

function isOptions(value: unknown): value is BridgeOptions {
  return (
    typeof value === 'object' &&
    value !== null &&
    'rate_hz' in value &&
    typeof value.rate_hz === 'number'
  );
}

/** Plays what comes from the port that it is given, until it is told to end. */
export class BridgeProcessor extends AudioWorkletProcessor {
  readonly #resampler: AsyncResampler;
  #running = true;

  constructor({ processorOptions }: { readonly processorOptions?: unknown }) {
    super();
    if (!isOptions(processorOptions)) throw new TypeError('the bridge needs rate_hz, a number');
    this.#resampler = new AsyncResampler(processorOptions.rate_hz, sampleRate);
    this.port.onmessage = ({ data }: MessageEvent<MessagePort | 'end'>) => {
      if (data === 'end') this.#running = false;
      else this.#hear(data);
    };
  }

  #hear(from: MessagePort): void {
    from.onmessage = ({ data }: MessageEvent<Block>) => {
      this.#resampler.push(data.left, data.right);
    };
  }

  process(_: Float32Array[][], [output]: Float32Array[][]): boolean {
    const [left, right] = output ?? [];
    if (left !== undefined && right !== undefined) this.#resampler.pull(left, right);
    return this.#running;
  }
}
