/** Sounds as pages need them: one that is too large is compressed, as Opus, in the browser. */
import { OPUS_RATE_HZ, type OpusSound, oggOpus } from './ogg-opus.ts';

/** By ending: what may be a sound that this browser can read. */
const SOUND = /\.(?:mp3|wav|ogg|opus|flac|m4a)$/i;
/** Music is as good as the original above the first, and still good at the last, which is one channel. */
const BITS = { most: 128_000, mono: 56_000, least: 32_000 } as const;
/** What a file holds beside the bits that were asked for, and how much an encoder may exceed them. */
const OVERHEAD = 0.92;
/** The longest that reading how long a sound is may take. */
const LIMIT_MS = 10_000;
/** Encoded before the page draws again. */
const BLOCK = OPUS_RATE_HZ;
const MAX_QUEUED = 8;

export interface FittedSound {
  readonly name: string;
  readonly blob: Blob;
  /** Bits per second. */
  readonly rate: number;
}

/** Longer than this cannot become small enough. */
export const longestSeconds = (maxBytes: number): number =>
  Math.floor((maxBytes * 8 * OVERHEAD) / BITS.least);

/** How long a sound is, in seconds; undefined where this browser cannot tell. */
function secondsOf(file: File): Promise<number | undefined> {
  const address = URL.createObjectURL(file);
  const audio = new Audio();
  let timer = 0;
  const found = new Promise<number | undefined>((resolve) => {
    timer = window.setTimeout(() => resolve(undefined), LIMIT_MS);
    audio.addEventListener('loadedmetadata', () => resolve(audio.duration));
    audio.addEventListener('error', () => resolve(undefined));
    audio.preload = 'metadata';
    audio.src = address;
  });
  return found.finally(() => {
    clearTimeout(timer);
    audio.removeAttribute('src');
    URL.revokeObjectURL(address);
  });
}

/** The sound with so many channels, at the rate of Opus. */
async function decoded(file: File, mono: boolean): Promise<AudioBuffer> {
  const reader = new OfflineAudioContext(2, 1, OPUS_RATE_HZ);
  const sound = await reader.decodeAudioData(await file.arrayBuffer());
  const channels = mono ? 1 : Math.min(2, sound.numberOfChannels);
  if (channels === sound.numberOfChannels) return sound;
  const mixer = new OfflineAudioContext(channels, sound.length, OPUS_RATE_HZ);
  const source = new AudioBufferSourceNode(mixer, { buffer: sound });
  source.connect(mixer.destination);
  source.start();
  return mixer.startRendering();
}

function blockOf(sound: AudioBuffer, from: number): AudioData {
  const { numberOfChannels } = sound;
  const numberOfFrames = Math.min(BLOCK, sound.length - from);
  const data = new Float32Array(numberOfChannels * numberOfFrames);
  for (let channel = 0; channel < numberOfChannels; channel += 1) {
    const begin = channel * numberOfFrames;
    sound.copyFromChannel(data.subarray(begin, begin + numberOfFrames), channel, from);
  }
  return new AudioData({
    ...{ format: 'f32-planar', sampleRate: OPUS_RATE_HZ, numberOfChannels, numberOfFrames },
    timestamp: Math.round((from / OPUS_RATE_HZ) * 1e6),
    data,
  });
}

/** RFC 7845, 5.1: the pre-skip in an identification header. */
function preSkipIn(description: AllowSharedBufferSource | undefined): number | undefined {
  if (description === undefined) return undefined;
  const bytes = ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description);
  return bytes.length < 12 ? undefined : (bytes[10] ?? 0) + 256 * (bytes[11] ?? 0);
}

/** @throws DOMException where the encoder fails */
async function encoded(sound: AudioBuffer, bitrate: number): Promise<Blob> {
  const packets: OpusSound['packets'][number][] = [];
  // What libopus takes to look ahead, where the browser does not say.
  let preSkip = 312;
  let failure: DOMException | undefined;
  const encoder = new AudioEncoder({
    output: (chunk, metadata) => {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      const samples = Math.round(((chunk.duration ?? 20_000) * OPUS_RATE_HZ) / 1e6);
      packets.push({ bytes, samples });
      preSkip = preSkipIn(metadata?.decoderConfig?.description) ?? preSkip;
    },
    error: (error) => {
      failure = error;
    },
  });
  const { numberOfChannels, length } = sound;
  encoder.configure({ codec: 'opus', sampleRate: OPUS_RATE_HZ, numberOfChannels, bitrate });
  for (let from = 0; from < length && failure === undefined; from += BLOCK) {
    const block = blockOf(sound, from);
    encoder.encode(block);
    block.close();
    while (encoder.encodeQueueSize > MAX_QUEUED && failure === undefined) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
  if (failure === undefined) await encoder.flush();
  if (failure !== undefined) throw failure;
  encoder.close();
  const channels = numberOfChannels === 1 ? 1 : 2;
  return new Blob(oggOpus({ channels, preSkip, length, packets }), { type: 'audio/ogg' });
}

/**
 * Makes a sound fit.
 * @param maxBytes of the result
 * @returns undefined where the file is to stay as it is, or this browser cannot compress sounds; 'unreadable' where it
 *   cannot read this one; 'too long' where it would stay too large
 */
export async function fitSound(
  file: File,
  maxBytes: number,
): Promise<FittedSound | 'unreadable' | 'too long' | undefined> {
  if (file.size <= maxBytes || !SOUND.test(file.name)) return undefined;
  if (typeof AudioEncoder === 'undefined') return undefined;
  const seconds = await secondsOf(file);
  if (seconds === undefined || !(seconds > 0)) return 'unreadable';
  if (seconds > longestSeconds(maxBytes)) return 'too long';
  const rate = Math.min(BITS.most, Math.floor((maxBytes * 8 * OVERHEAD) / seconds / 1000) * 1000);
  try {
    const blob = await encoded(await decoded(file, rate < BITS.mono), rate);
    if (blob.size > maxBytes) return 'too long';
    return { name: file.name.replace(SOUND, '.opus'), blob, rate };
  } catch {
    return 'unreadable';
  }
}
