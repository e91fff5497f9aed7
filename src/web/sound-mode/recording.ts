/** Records the sound of an instrument to a WAV file of 32-bit floats. */
import { type Stereo, writeWav } from '../../shared/wav.ts';
import type { Voice } from './audio.ts';

const RECORDER_NAME = 'ensemble-recorder';
const CHUNK_FRAMES = 48000;

interface Chunk {
  readonly frames: number;
  readonly buffer: ArrayBuffer;
}

/** A chunk holds the left side, then the right, each with room for a whole chunk. */
function stereoOf({ frames, buffer }: Chunk): Stereo {
  const samples = new Float32Array(buffer);
  return {
    left: samples.subarray(0, frames),
    right: samples.subarray(CHUNK_FRAMES, CHUNK_FRAMES + frames),
  };
}

export class Recording {
  readonly #node: AudioWorkletNode;
  readonly #voice: Voice;
  readonly #chunks: Chunk[] = [];
  #ended: () => void = () => undefined;

  constructor(voice: Voice) {
    this.#voice = voice;
    this.#node = new AudioWorkletNode(voice.context, RECORDER_NAME, {
      numberOfOutputs: 0,
      channelCount: 2,
      channelCountMode: 'explicit',
    });
    voice.output.connect(this.#node);
    this.#node.port.onmessage = ({ data }: MessageEvent<Chunk>) => {
      this.#chunks.push(data);
      if (data.frames < CHUNK_FRAMES - 128) this.#ended();
    };
  }

  /** Stops recording. @returns the WAV file */
  async finish(): Promise<Blob> {
    const last = new Promise<void>((resolve) => {
      this.#ended = resolve;
    });
    this.#node.port.postMessage('finish');
    await last;
    this.#voice.output.disconnect(this.#node);
    const file = writeWav(this.#voice.context.sampleRate, this.#chunks.map(stereoOf));
    return new Blob([file], { type: 'audio/wav' });
  }
}
