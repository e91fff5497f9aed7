/** The command line of `npm run loudness`: how loud modes rest, and the tables that even engines out. */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { MODES } from '../../build/ts/registry.ts';
import { UsageError } from '../command-line.ts';
import { openWorkshop, type Workshop } from '../instrument/modes.ts';
import { fitEngine } from './engine-fit.ts';
import { restingTake } from './measure.ts';
import { checkRandomSounds } from './random-check.ts';
import { tableFile, tableText } from './tables.ts';

/** With more, sounds that were not fitted to miss the reference by hardly less. */
const SOUNDS = 200;

export const USAGE = `usage: npm run loudness -- [--random <n>] [--fit <engine>] [--sounds <n>]

  prints how loud every mode rests in each voice space, in LUFS (ITU-R BS.1770-4)

  --random <n>    offers so many random sounds in each voice space as the player does, and prints the softest and the
                  loudest of them, the most from one to the next, the loudest 3 s and the highest peak; fails if one is
                  silent, if two differ by more than 6 LU, if one is over -14 LUFS for 3 s or over -1 dBFS
  --fit <engine>  measure random sounds of an engine and write its table of loudness;
                  npm run format, npm run wasm and npm run golden come next
  --sounds <n>    how many of each kind in each voice space, from 50 (default ${SOUNDS})`;

const whole = (option: string, text: string, least: number): number => {
  const count = Number(text);
  if (Number.isInteger(count) && count >= least) return count;
  throw new UsageError(`--${option} must be a whole number from ${least}, got ${text}`);
};

/** Prints how loud random sounds are. @returns whether all are within the limits */
function printRandom({ abi }: Workshop, count: number, print: (line: string) => void): boolean {
  let good = true;
  for (const mode of MODES) {
    if (mode.modeId === 'sound_analysis') continue;
    for (const [ordinal, { name }] of mode.voiceSpaces.entries()) {
      const found = checkRandomSounds(abi, mode, ordinal, count);
      const { softest, loudest, step, shortTerm, peak } = found;
      const figures = [softest, loudest, step, shortTerm, 20 * Math.log10(peak)];
      const verdict = found.good ? '' : ' over the limits';
      print(`${mode.modeId}, ${name}: ${figures.map((x) => x.toFixed(1)).join(' ')}${verdict}`);
      good &&= found.good;
    }
  }
  return good;
}

/** Runs `npm run loudness`. */
export async function runLoudness(
  args: readonly string[],
  print: (line: string) => void,
): Promise<0 | 1> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      random: { type: 'string' },
      fit: { type: 'string' },
      sounds: { type: 'string', default: String(SOUNDS) },
    },
  });
  const count = whole('sounds', values.sounds, 50);
  const workshop = await openWorkshop();
  if (values.fit !== undefined) {
    const file = tableFile(values.fit);
    writeFileSync(file, tableText(values.fit, count, fitEngine(workshop, values.fit, count)));
    print(`${file} written from ${count} sounds in each voice space`);
    return 0;
  }
  if (values.random !== undefined) {
    return printRandom(workshop, whole('random', values.random, 1), print) ? 0 : 1;
  }
  for (const mode of workshop.modes) {
    const levels = mode.voiceSpaces.map((_, voiceSpace) =>
      restingTake(workshop, mode, voiceSpace).integrated.toFixed(1),
    );
    print(`${mode.modeId} ${levels.join(' ')}`);
  }
  return 0;
}
