/** What high notes hold beside their partials, and the same of Plaits, the module that many makers know. */
import { readdirSync } from 'node:fs';
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

const SOUNDS = [
  ['wavetable', 'wavetable: every table, and half-way between two'],
  ['plucked', 'strings: Guitar and Harp'],
  ['bowed', 'strings: Fiddle, bowed'],
  ['paf_synth', 'paf_synth, at 880 Hz'],
  ['fm_voice', 'fm_voice'],
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
    columns: ['sound', 'median', 'worst', 'Plaits, median', 'worst'],
    rows: SOUNDS.map(([sound, label]) => [
      label,
      ...cells(ours.get(sound)),
      ...cells(theirs?.get(sound)),
    ]),
    notes: [
      'dB of the strongest part of the spectrum that is no partial, to the strongest that is, over 1.4 s. −95 is the floor of the window; above 0, a wave has no partial left below half the rate but its aliases.',
      'Plaits is measured where PLAITS_DIR names a checkout of its repository (pichenettes/eurorack, with stmlib): all 192 waves of its wavetable model, and its string model without dispersion, at its own pitch, at 9 settings. It has nothing that is bowed.',
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
