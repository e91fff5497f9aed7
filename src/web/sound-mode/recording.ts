/** Records the sound of an instrument to a WAV file of 32-bit floats. */
import {
  CHUNK_FRAMES,
  RECORDER_NAME,
  type RecorderOptions,
} from '../../shared/instrument/audio-messages.ts';
import { type Stereo, writeWav } from '../../shared/wav.ts';
import type { Voice } from './audio.ts';

interface Chunk {
  readonly frames: number;
  readonly buffer: ArrayBuffer;
  /** Nothing comes after it. */
  readonly last: boolean;
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
  /** The browser asks before it leaves a page that records. */
  readonly #ask = (event: BeforeUnloadEvent): void => event.preventDefault();

  /** @param from_s when it starts, in seconds of the voice's context; at once without it */
  constructor(voice: Voice, from_s = 0) {
    this.#voice = voice;
    this.#node = new AudioWorkletNode(voice.context, RECORDER_NAME, {
      numberOfOutputs: 0,
      channelCount: 2,
      channelCountMode: 'explicit',
      processorOptions: { from_s } satisfies RecorderOptions,
    });
    voice.output.connect(this.#node);
    addEventListener('beforeunload', this.#ask);
    this.#node.port.onmessage = ({ data }: MessageEvent<Chunk>) => {
      this.#chunks.push(data);
      if (data.last) this.#ended();
    };
  }

  /** Stops recording. @returns the WAV file */
  async finish(): Promise<Blob> {
    const last = new Promise<void>((resolve) => {
      this.#ended = resolve;
    });
    this.discard();
    await last;
    const file = writeWav(this.#voice.context.sampleRate, this.#chunks.map(stereoOf));
    return new Blob([file], { type: 'audio/wav' });
  }

  /** Stops recording, and keeps nothing of it. */
  discard(): void {
    removeEventListener('beforeunload', this.#ask);
    this.#node.port.postMessage('finish');
    this.#voice.output.disconnect(this.#node);
  }
}
