/** WAV files of stereo sound in 32-bit floats, which keep every bit an instrument made. */
import { ByteWriter } from './bytes.ts';

/** A stretch of sound: both sides are equally long. */
export interface Stereo {
  readonly left: Float32Array;
  readonly right: Float32Array;
}

const FLOAT_FORMAT = 3;
const CHANNELS = 2;
const FRAME_BYTES = 4 * CHANNELS;
/** What precedes the samples, without the first chunk's name and size. */
const REST_OF_HEADER = 50;

/** Any format but PCM wants the size of its extension (none) and a fact chunk with the number of frames. */
function header(sampleRateHz: number, frames: number): Uint8Array {
  const format = new ByteWriter()
    .u16(FLOAT_FORMAT)
    .u16(CHANNELS)
    .u32(sampleRateHz)
    .u32(sampleRateHz * FRAME_BYTES)
    .u16(FRAME_BYTES)
    .u16(8 * Float32Array.BYTES_PER_ELEMENT)
    .u16(0)
    .done();
  return new ByteWriter()
    .string('RIFF')
    .u32(REST_OF_HEADER + frames * FRAME_BYTES)
    .string('WAVEfmt ')
    .u32(format.length)
    .bytes(format)
    .string('fact')
    .u32(4)
    .u32(frames)
    .string('data')
    .u32(frames * FRAME_BYTES)
    .done();
}

/** Gives the WAV file of these stretches, one after the other. */
export function writeWav(
  sampleRateHz: number,
  stretches: readonly Stereo[],
): Uint8Array<ArrayBuffer> {
  const frames = stretches.reduce((sum, { left }) => sum + left.length, 0);
  const head = header(sampleRateHz, frames);
  const file = new Uint8Array(head.length + frames * FRAME_BYTES);
  file.set(head);
  const samples = new DataView(file.buffer, head.length);
  let at = 0;
  for (const { left, right } of stretches) {
    for (const [frame, sample] of left.entries()) {
      samples.setFloat32(at, sample, true);
      samples.setFloat32(at + 4, right[frame] ?? 0, true);
      at += FRAME_BYTES;
    }
  }
  return file;
}
