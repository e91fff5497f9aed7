/** Records what an instrument sounds to a WAV file of 32-bit floats, sample for sample. */
import type { Voice } from './audio.ts';

const RECORDER_NAME = 'ensemble-recorder';
const CHUNK_FRAMES = 48000;
const HEADER_BYTES = 44;
const FRAME_BYTES = 8;

interface Chunk {
  readonly frames: number;
  readonly buffer: ArrayBuffer;
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

  /** Ends it. @returns the WAV file. */
  async finish(): Promise<Blob> {
    const last = new Promise<void>((resolve) => {
      this.#ended = resolve;
    });
    this.#node.port.postMessage('finish');
    await last;
    this.#voice.output.disconnect(this.#node);
    return wavOf(this.#chunks, this.#voice.context.sampleRate);
  }
}

/** A WAV file (WAVE_FORMAT_IEEE_FLOAT, stereo) of chunks that hold left then right. */
function wavOf(chunks: readonly Chunk[], rate: number): Blob {
  const frames = chunks.reduce((sum, chunk) => sum + chunk.frames, 0);
  const file = new DataView(new ArrayBuffer(HEADER_BYTES + frames * FRAME_BYTES));
  const text = (at: number, letters: string) => {
    for (const [offset, letter] of [...letters].entries()) {
      file.setUint8(at + offset, letter.charCodeAt(0));
    }
  };
  text(0, 'RIFF');
  file.setUint32(4, file.byteLength - 8, true);
  text(8, 'WAVEfmt ');
  file.setUint32(16, 16, true);
  file.setUint16(20, 3, true);
  file.setUint16(22, 2, true);
  file.setUint32(24, rate, true);
  file.setUint32(28, rate * FRAME_BYTES, true);
  file.setUint16(32, FRAME_BYTES, true);
  file.setUint16(34, 32, true);
  text(36, 'data');
  file.setUint32(40, frames * FRAME_BYTES, true);
  let at = HEADER_BYTES;
  for (const { frames: count, buffer } of chunks) {
    const samples = new Float32Array(buffer);
    for (let frame = 0; frame < count; frame += 1, at += FRAME_BYTES) {
      file.setFloat32(at, samples[frame] ?? 0, true);
      file.setFloat32(at + 4, samples[CHUNK_FRAMES + frame] ?? 0, true);
    }
  }
  return new Blob([file], { type: 'audio/wav' });
}
