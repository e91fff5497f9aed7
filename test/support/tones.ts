/** A file of two tones for a browser's pretended microphone, and how near the pitch channel of an instrument comes. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import type { SoundModeElement } from '../../src/web/sound-mode/element.ts';

const RATE_HZ = 48000;
/** What firmware/dsp/pitch_tracker.h follows: 0 and 1 of the channel. */
const [LOWEST_HZ, HIGHEST_HZ] = [41.2, 2093];
const TONES_HZ = [220, 660] as const;

/** A WAV file of 16-bit mono: a second and a half of each tone, three harmonics. */
function tones(): Buffer {
  const length = 1.5 * RATE_HZ;
  const wave = (hz: number, at: number): number =>
    [1, 2, 3].reduce((sum, n) => sum + Math.sin((2 * Math.PI * hz * n * at) / RATE_HZ) / n, 0);
  const samples = TONES_HZ.flatMap((hz) => Array.from({ length }, (_, at) => wave(hz, at)));
  const file = Buffer.alloc(44 + 2 * samples.length);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  for (const [value, at] of [
    [16, 16],
    [RATE_HZ, 24],
    [2 * RATE_HZ, 28],
    [2 * samples.length, 40],
  ] as const) {
    file.writeUInt32LE(value, at);
  }
  for (const [value, at] of [
    [1, 20],
    [1, 22],
    [2, 32],
    [16, 34],
  ] as const) {
    file.writeUInt16LE(value, at);
  }
  file.write('data', 36, 'latin1');
  for (const [at, sample] of samples.entries()) {
    file.writeInt16LE(Math.round(9000 * sample), 44 + 2 * at);
  }
  return file;
}

/** Writes the tones into a folder. @returns the file, for Chromium's `--use-file-for-fake-audio-capture` */
export function writeTones(folder: string): string {
  const wav = path.join(folder, 'tones.wav');
  writeFileSync(wav, tones());
  return wav;
}

/**
 * Looks at the pitch channel until it was within 15 cents of each tone eight times, or for long enough.
 *
 * @returns how often it was, and the highest energy, 0 to 1
 */
export async function hearTones(
  page: Page,
): Promise<{ readonly near: readonly number[]; readonly level: number }> {
  const near = TONES_HZ.map(() => 0);
  let level = 0;
  for (let looks = 0; looks < 200 && Math.min(...near) < 8; looks += 1) {
    await page.waitForTimeout(40);
    const [pitch = 0, energy = 0] = await page
      .locator('sound-mode')
      .evaluate(({ view }: SoundModeElement) => {
        const channels: readonly string[] = view?.model.mode.channels ?? [];
        return ['audio_pitch', 'audio_energy'].map(
          (name) => (view?.model.inputs[channels.indexOf(name)] ?? 0) / 32768,
        );
      });
    const hz = LOWEST_HZ * (HIGHEST_HZ / LOWEST_HZ) ** pitch;
    for (const [at, tone] of TONES_HZ.entries()) {
      if (Math.abs(1200 * Math.log2(hz / tone)) < 15) near[at] = (near[at] ?? 0) + 1;
    }
    level = Math.max(level, energy);
  }
  return { near, level };
}
