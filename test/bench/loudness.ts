/** How loud every mode and voice space is, at rest and at random sounds, and how loud without what evens them out. */

import { MODES } from '../../build/ts/registry.ts';
import type { ResolvedMode } from '../../dsl/resolved-mode.ts';
import { type Bench, median, type Table } from '../../scripts/bench/bench.ts';
import { openWorkshop, type Workshop } from '../../scripts/instrument/modes.ts';
import { restingTake, SOUND_SECONDS, unevened } from '../../scripts/loudness/measure.ts';
import { take } from '../../scripts/loudness/performance.ts';
import { checkRandomSounds } from '../../scripts/loudness/random-check.ts';
import { randomSounds, UNHEARD_SEED } from '../../scripts/loudness/random-sounds.ts';

const lufs = (value: number): string => value.toFixed(1).replace('-', '−');
const share = (values: readonly number[], good: (value: number) => boolean): string =>
  `${Math.round((100 * values.filter(good).length) / values.length)} %`;

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
  const random = randomSounds(mode, voiceSpace, count, UNHEARD_SEED).map((params) => {
    const heard = take(workshop.abi, { mode, voiceSpace, seconds: SOUND_SECONDS, params });
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
      `Loudness as ITU-R BS.1770-4 defines it. At rest: untaught, 6 s. Random sounds: ${count} in each voice space that the tables were not fitted to, ${SOUND_SECONDS} s each, every param anywhere in its range but those to which the engine gives a role (firmware/engines/slots.h): the level of the whole sound, levels and shares of parts and effects, and cutoffs. Modes that process an input or play notes get the phrase of \`npm run render\`. “Without” is without the gain that the engines’ tables of loudness add; sound_analysis is silent.`,
    ],
  };
}

/** What **Surprise me** offers, in the order of its seeds. */
function offeredTable({ abi }: Workshop, count: number): Table {
  const rows = MODES.filter(({ modeId }) => modeId !== 'sound_analysis').flatMap((mode) =>
    mode.voiceSpaces.map(({ name }, voiceSpace) => {
      const found = checkRandomSounds(abi, mode, voiceSpace, count);
      return [
        `${mode.modeId}, ${name}`,
        lufs(found.softest),
        lufs(found.loudest),
        lufs(found.step),
        lufs(found.shortTerm),
        lufs(20 * Math.log10(found.peak)),
        found.good ? 'yes' : 'NO',
      ];
    }),
  );
  return {
    columns: [
      'mode, voice space',
      'softest, LUFS',
      'loudest, LUFS',
      'most from one to the next, LU',
      'loudest 3 s, LUFS',
      'highest peak, dBFS',
      'within the limits',
    ],
    rows,
    notes: [
      `Random sounds as the player offers them: ${count} in each voice space, from seeds 0, 1, 2…, 8 s each, chosen by three auditions. The limits: none silent, any two within 6 LU, none over −14 LUFS for 3 s or over −1 dBFS. Modes that process an input or play notes get the phrase of \`npm run render\`. \`npm run loudness -- --random ${count}\` prints the same and fails if one is over.`,
    ],
  };
}

export const bench: Bench = {
  title: 'Loudness',
  about: 'How loud the modes are, in every voice space: the reference is −20 LUFS, ±2 at rest.',
  rivals: false,
  run: async (quick) => {
    const workshop = await openWorkshop();
    return [tableOf(workshop, quick ? 2 : 100), offeredTable(workshop, quick ? 1 : 20)];
  },
};
