/** How loud every mode and voice space is, at rest and at random sounds, and how loud without what evens them out. */
import type { ResolvedMode } from '../../dsl/resolved-mode.ts';
import { type Bench, median, type Table } from '../../scripts/bench/bench.ts';
import { openWorkshop, type Workshop } from '../../scripts/instrument/modes.ts';
import { restingTake, unevened } from '../../scripts/loudness/command.ts';
import { take } from '../../scripts/loudness/performance.ts';
import { randomSounds } from '../../scripts/loudness/random-sounds.ts';

const lufs = (value: number): string => value.toFixed(1).replace('-', '−');
const share = (values: readonly number[], good: (value: number) => boolean): string =>
  `${Math.round((100 * values.filter(good).length) / values.length)} %`;

/** So many of the random sounds may have been fitted to: others are measured. */
const FITTED = 110;

interface Row {
  readonly before: number;
  readonly after: number;
  readonly random: readonly { readonly before: number; readonly after: number }[];
  readonly loudest: number;
  readonly peak: number;
}

function measureSpace(
  workshop: Workshop,
  mode: ResolvedMode,
  voiceSpace: number,
  count: number,
): Row {
  const rest = restingTake(workshop, mode, voiceSpace);
  const random = randomSounds(mode, voiceSpace, FITTED + count)
    .slice(FITTED)
    .map((params) => {
      const heard = take(workshop.abi, { mode, voiceSpace, seconds: 4, params });
      const before = unevened(workshop, mode, voiceSpace, heard);
      return { before, after: heard.integrated, heard };
    });
  return {
    before: unevened(workshop, mode, voiceSpace, rest),
    after: rest.integrated,
    random,
    loudest: Math.max(...random.map(({ heard }) => heard.shortTerm)),
    peak: Math.max(rest.peak, ...random.map(({ heard }) => heard.peak)),
  };
}

const within = (value: number): boolean => value >= -30 && value <= -14;

function tableOf(workshop: Workshop, count: number): Table {
  const rows = workshop.modes
    .filter(({ engineId }) => engineId !== 'sound_analysis')
    .flatMap((mode) =>
      mode.voiceSpaces.map((space, voiceSpace) => {
        const row = measureSpace(workshop, mode, voiceSpace, count);
        const before = row.random.map((sound) => sound.before);
        const after = row.random.map((sound) => sound.after);
        return [
          `${mode.modeId}, ${space.name ?? 'only'}`,
          lufs(row.before),
          lufs(row.after),
          share(before, within),
          share(after, within),
          lufs(median(after)),
          lufs(row.loudest),
          lufs(20 * Math.log10(row.peak)),
        ];
      }),
    );
  return {
    columns: [
      'mode, voice space',
      'at rest without, LUFS',
      'at rest, LUFS',
      'random sounds in −30…−14 LUFS without',
      'random sounds in −30…−14 LUFS',
      'their median, LUFS',
      'their loudest 3 s, LUFS',
      'highest peak, dBFS',
    ],
    rows,
    notes: [
      `Loudness as ITU-R BS.1770-4 defines it. At rest: untaught, 6 s. Random sounds: ${count} in each voice space that the tables were not fitted to, 4 s each, every param anywhere in its range but those that set the level. Modes that process an input or play notes get the phrase of \`npm run render\`. “Without” is without the gain that the engines’ tables of loudness add; sound_analysis is silent.`,
    ],
  };
}

export const bench: Bench = {
  title: 'Loudness',
  about: 'How loud the modes are, in every voice space: the reference is −20 LUFS, ±2 at rest.',
  rivals: false,
  run: async (quick) => [tableOf(await openWorkshop(), quick ? 2 : 20)],
};
