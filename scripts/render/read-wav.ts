/** Reads WAV files of 16, 24 and 32 bits and of 32-bit floats. */
import type { Stereo } from '../../src/shared/wav.ts';

export interface Sound extends Stereo {
  readonly sampleRateHz: number;
}

const FLOAT_FORMAT = 3;
const PCM_FORMAT = 1;
const EXTENSIBLE_FORMAT = 0xfffe;

interface Format {
  readonly code: number;
  readonly channels: number;
  readonly sampleRateHz: number;
  readonly bits: number;
}

function chunks(file: Buffer): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.toString('latin1', 8, 12) !== 'WAVE') {
    throw new RangeError('not a WAV file');
  }
  for (let at = 12; at + 8 <= file.length; ) {
    const bytes = file.readUInt32LE(at + 4);
    const name = file.toString('latin1', at, at + 4);
    if (!found.has(name)) found.set(name, file.subarray(at + 8, at + 8 + bytes));
    at += 8 + bytes + (bytes % 2);
  }
  return found;
}

function formatOf(chunk: Buffer | undefined): Format {
  if (!chunk || chunk.length < 16) throw new RangeError('the WAV file has no format');
  const code = chunk.readUInt16LE(0);
  const inner = code === EXTENSIBLE_FORMAT && chunk.length >= 26 ? chunk.readUInt16LE(24) : code;
  return {
    code: inner,
    channels: chunk.readUInt16LE(2),
    sampleRateHz: chunk.readUInt32LE(4),
    bits: chunk.readUInt16LE(14),
  };
}

function reader({ code, bits }: Format): (data: Buffer, at: number) => number {
  if (code === FLOAT_FORMAT && bits === 32) return (data, at) => data.readFloatLE(at);
  if (code === PCM_FORMAT && bits === 16) return (data, at) => data.readInt16LE(at) / 2 ** 15;
  if (code === PCM_FORMAT && bits === 24) return (data, at) => data.readIntLE(at, 3) / 2 ** 23;
  if (code === PCM_FORMAT && bits === 32) return (data, at) => data.readInt32LE(at) / 2 ** 31;
  throw new RangeError(`WAV of format ${code} with ${bits} bits is not one we read`);
}

/** Reads a WAV file; one channel sounds on both sides. @throws RangeError saying what is wrong. */
export function readWav(file: Buffer): Sound {
  const found = chunks(file);
  const format = formatOf(found.get('fmt '));
  const data = found.get('data');
  if (!data) throw new RangeError('the WAV file has no sound');
  if (format.channels < 1) throw new RangeError('the WAV file has no channel');
  const sample = reader(format);
  const bytes = format.bits / 8;
  const frames = Math.floor(data.length / (bytes * format.channels));
  const left = new Float32Array(frames);
  const right = new Float32Array(frames);
  for (let i = 0; i < frames; i += 1) {
    const at = i * bytes * format.channels;
    left[i] = sample(data, at);
    right[i] = format.channels > 1 ? sample(data, at + bytes) : sample(data, at);
  }
  return { sampleRateHz: format.sampleRateHz, left, right };
}
