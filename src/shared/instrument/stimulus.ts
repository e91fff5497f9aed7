/** What engines that process or play are given when nobody plays: a line signal, and a phrase of notes. */

const PLUCK_S = 0.5;
const KEYS = [48, 55, 60, 63, 67, 70, 72, 67] as const;
const hertzOf = (key: number): number => 440 * 2 ** ((key - 69) / 12);

/** A pluck of a struck string every half second, with a soft breath of noise: attacks, tails, all octaves. */
export function lineSignal(frames: number, sampleRateHz: number): Float32Array {
  const samples = new Float32Array(frames);
  let seed = 1;
  const noise = (): number => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 31 - 1;
  };
  for (let i = 0; i < frames; i += 1) {
    const seconds = i / sampleRateHz;
    const pluck = Math.floor(seconds / PLUCK_S);
    const since = seconds - pluck * PLUCK_S;
    const hz = hertzOf(KEYS[pluck % KEYS.length] ?? 60);
    let x = 0;
    for (let partial = 1; partial <= 12; partial += 1) {
      const fall = Math.exp(-since * (4 + 2 * partial));
      x += (fall * Math.sin(2 * Math.PI * hz * partial * since)) / partial;
    }
    samples[i] = 0.35 * x * Math.min(1, since * 400) + 0.002 * noise();
  }
  return samples;
}

export interface Note {
  readonly frame: number;
  readonly key: number;
  /** Unit value; 0 ends the note. */
  readonly velocity: number;
}

/** A phrase: a note every half second, held for 0.4 s, softer and louder in turn. */
export function phrase(frames: number, sampleRateHz: number): Note[] {
  const notes: Note[] = [];
  for (let pluck = 0; pluck * PLUCK_S * sampleRateHz < frames; pluck += 1) {
    const start = Math.round(pluck * PLUCK_S * sampleRateHz);
    const key = KEYS[pluck % KEYS.length] ?? 60;
    notes.push({ frame: start, key, velocity: pluck % 2 === 0 ? 26000 : 16000 });
    notes.push({ frame: start + Math.round(0.4 * sampleRateHz), key, velocity: 0 });
  }
  return notes.sort((a, b) => a.frame - b.frame);
}
