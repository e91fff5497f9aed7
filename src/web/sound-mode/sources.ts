/** Sound sources for instruments that process sound: a loop of plucked strings, an audio file. */

/** What an instrument hears. */
export interface SoundSource {
  readonly node: AudioNode;
  /** Ends it for good. */
  end(): void;
}

const LOOP_S = 4;
/** Semitones above A2 of each eighth note; −1 is a rest. */
const TUNE = [0, 7, 12, -1, 15, 12, 7, 3, -2, 5, 10, -1, 14, 10, 5, 2];
const A2_HZ = 110;

/**
 * A loop to try an effect with: plucked strings (K. Karplus and A. Strong, "Digital Synthesis of
 * Plucked-String and Drum Timbres", Computer Music Journal 7(2), 1983), rendered once.
 */
export function pluckedLoop(context: BaseAudioContext): SoundSource {
  const rate = context.sampleRate;
  const buffer = context.createBuffer(2, LOOP_S * rate, rate);
  const step = Math.floor(buffer.length / TUNE.length);
  for (const [at, note] of TUNE.entries()) {
    if (note === -1) continue;
    const string = pluck(A2_HZ * 2 ** (note / 12), rate, step * 3, at + 1);
    for (const side of [0, 1]) {
      const samples = buffer.getChannelData(side);
      const level = side === at % 2 ? 0.35 : 0.22;
      for (const [offset, sample] of string.entries()) {
        const place = (at * step + offset) % samples.length;
        samples[place] = (samples[place] ?? 0) + level * sample;
      }
    }
  }
  return looped(context, buffer);
}

function pluck(pitch_hz: number, rate: number, length: number, seed: number): Float32Array {
  const period = Math.round(rate / pitch_hz);
  const string = new Float32Array(length);
  let noise = seed * 2654435761;
  for (let at = 0; at < length; at += 1) {
    if (at < period) {
      noise = (Math.imul(noise, 1664525) + 1013904223) >>> 0;
      string[at] = noise / 2 ** 31 - 1;
    } else {
      string[at] = 0.4975 * ((string[at - period] ?? 0) + (string[at - period - 1] ?? 0));
    }
  }
  return string;
}

/** An audio file as a loop. Rejects if the browser cannot decode it. */
export async function fileLoop(context: BaseAudioContext, file: File): Promise<SoundSource> {
  return looped(context, await context.decodeAudioData(await file.arrayBuffer()));
}

function looped(context: BaseAudioContext, buffer: AudioBuffer): SoundSource {
  const node = new AudioBufferSourceNode(context, { buffer, loop: true });
  node.start();
  return { node, end: () => node.stop() };
}
