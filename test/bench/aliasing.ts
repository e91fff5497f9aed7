/** Aliasing of high notes, compared with Mutable Instruments' Plaits. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { type Bench, median, type Table } from '../../scripts/bench/bench.ts';
import { Native, type NativeProgram } from '../support/native.ts';

const sourcesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.cc'))
    .map((name) => path.join(folder, name));

/** Decibels of each setting, by sound. */
async function measure(program: NativeProgram): Promise<Map<string, number[]>> {
  const native = await Native.compile(program);
  try {
    const found = new Map<string, number[]>();
    for (const [sound = '', db] of await native.words()) {
      found.set(sound, [...(found.get(sound) ?? []), Number(db)]);
    }
    return found;
  } finally {
    native.remove();
  }
}

function ofPlaits(folder: string): Promise<Map<string, number[]>> {
  const dsp = path.join(folder, 'plaits/dsp');
  const missing = [dsp, path.join(folder, 'stmlib/dsp')].find((needed) => !existsSync(needed));
  if (missing !== undefined) {
    throw new Error(
      `PLAITS_DIR is ${folder}, but there is no ${missing}: set it to a checkout of github.com/pichenettes/eurorack with its submodule stmlib, or unset it to measure Ensemble alone`,
    );
  }
  return measure({
    sources: ['test/bench/aliasing/plaits.cc'],
    library: [
      ...['wavetable', 'string'].map((name) => path.join(dsp, `engine/${name}_engine.cc`)),
      ...sourcesIn(path.join(dsp, 'physical_modelling')),
      path.join(folder, 'plaits/resources.cc'),
      path.join(folder, 'stmlib/dsp/units.cc'),
      path.join(folder, 'stmlib/utils/random.cc'),
    ],
    // Its own code is compiled as it is, without our warnings.
    flags: ['-O2', '-w', '-Wno-pedantic', '-DTEST', '-isystem', folder],
  });
}

/** What is played, as a reader calls it, and the median that was promised, in dB. */
const SOUNDS = [
  ['wavetable', 'wavetable: every table, and half-way between two', 'below Plaits'],
  ['plucked', 'strings: Guitar and Harp', 'below Plaits'],
  ['bowed', 'strings: Fiddle, bowed', ''],
  ['paf_synth', 'paf_synth, at 880 Hz', '-79'],
  ['fm_voice', 'fm_voice', '-68'],
] as const;

async function table(): Promise<Table> {
  const ours = await measure({
    sources: ['test/bench/aliasing/ours.cc'],
    library: [...sourcesIn('firmware/dsp'), ...sourcesIn('firmware/engines')],
  });
  const { PLAITS_DIR } = process.env;
  const theirs = PLAITS_DIR === undefined ? undefined : await ofPlaits(PLAITS_DIR);
  const cells = (values: readonly number[] | undefined): string[] =>
    values === undefined
      ? ['', '']
      : [median(values), Math.max(...values)].map((value) => value.toFixed(1));
  return {
    columns: ['sound', 'median, dB', 'promised', 'worst, dB', 'Plaits, median, dB', 'worst, dB'],
    rows: SOUNDS.map(([sound, label, promised]) => {
      const [middle = '', worst = ''] = cells(ours.get(sound));
      return [label, middle, promised, worst, ...cells(theirs?.get(sound))];
    }),
    notes: [
      'The strongest part of the spectrum that is not a partial, relative to the strongest partial, over 1.4 s. The window cannot show less than −93 dB. Above 0 dB, every partial of a wave is above half the sample rate, and only aliases are left.',
      'Plaits is measured if PLAITS_DIR names a checkout of its repository (pichenettes/eurorack, with stmlib): all 192 waves of its wavetable model, and nine settings of its string model without dispersion, each relative to the pitch at which it sounds. Plaits has no bowed string.',
    ],
  };
}

export const bench: Bench = {
  title: 'Aliasing',
  about:
    'Key 96 (2,093 Hz) at 48 kHz with everything bright; the baseline is Mutable Instruments’ Plaits.',
  rivals: false,
  run: async () => [await table()],
};
