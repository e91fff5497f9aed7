/**
 * The welcome site that a new server creates: its files, and an instrument taught four sounds at build time by the
 * same learning core that runs in pages.
 */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { UNIT_ONE } from '../build/ts/contract.ts';
import type { Mode } from '../build/ts/mode.ts';
import { Abi } from '../src/shared/instrument/abi.ts';
import { modeSpec } from '../src/shared/instrument/mode-spec.ts';
import { unitOfValue } from '../src/shared/instrument/values.ts';
import { WasmInstrument } from '../src/shared/instrument/wasm-instrument.ts';
import { EMPTY_SITE, type SiteContent } from '../src/shared/site/document.ts';

const root = path.resolve(import.meta.dirname, '..');
const REGISTRY = path.join(root, 'build/ts/registry.ts');
const MODE = 'drum_sequencer';
const ID = 'four_drummers';

/** Where each drummer is on the pad, and the params that differ from the mode's defaults, in their own units. */
const DRUMMERS: readonly {
  readonly at: readonly [number, number];
  readonly plays: Readonly<Record<string, number>>;
}[] = [
  { at: [0, 0], plays: { tempo_bpm: 112, swing_pct: 50, hat_density_pct: 60, variation_pct: 10 } },
  {
    at: [1, 0],
    plays: {
      tempo_bpm: 104,
      swing_pct: 66,
      hat_density_pct: 80,
      open_pct: 55,
      perc_density_pct: 45,
    },
  },
  {
    at: [0, 1],
    plays: {
      tempo_bpm: 76,
      kick_density_pct: 18,
      snare_density_pct: 15,
      hat_density_pct: 25,
      snare_decay_ms: 500,
      kick_decay_ms: 900,
    },
  },
  {
    at: [1, 1],
    plays: {
      tempo_bpm: 158,
      kick_density_pct: 75,
      snare_density_pct: 60,
      hat_density_pct: 95,
      perc_density_pct: 70,
      syncopation_pct: 60,
      fill_pct: 90,
      drive_db: 9,
    },
  },
];

/** What a generated registry exports. */
interface Registry {
  modeNamed(modeId: string): Mode | undefined;
}

/**
 * Teaches the four drummers.
 *
 * @param registry path of the generated module of all modes
 * @returns the taught file
 * @throws Error if the drum machine is not among the modes
 */
async function teachDrummers(registry = REGISTRY): Promise<Uint8Array> {
  const { modeNamed }: Registry = await import(pathToFileURL(registry).href);
  const mode = modeNamed(MODE);
  if (mode === undefined) {
    throw new Error(`the welcome site needs the mode ${MODE}, which is not in ${registry}`);
  }
  const wasm = await readFile(path.join(root, 'build/wasm/ensemble.wasm'));
  const { instance } = await WebAssembly.instantiate(wasm);
  const instrument = new WasmInstrument(new Abi(instance), modeSpec(mode));
  for (const { at, plays } of DRUMMERS) {
    const params = mode.params.map((param, index) =>
      unitOfValue(mode, 0, index, plays[param.name] ?? param.default),
    );
    instrument.addExample(
      at.map((place) => place * UNIT_ONE),
      params,
    );
  }
  instrument.trainBegin({ learning_rate: 1, max_iterations: 5000, min_error: 0.0001 });
  while (instrument.trainProgress().state === 'running') instrument.trainStep(10_000);
  return instrument.save();
}

/** @throws Error if the mode of its instrument is not in `registry` */
export async function welcomeSite(registry = REGISTRY): Promise<SiteContent> {
  const text = (name: string) => readFile(path.join(root, 'src/sites/welcome', name), 'utf8');
  return {
    ...EMPTY_SITE,
    files: {
      'index.html': await text('index.html'),
      'style.css': await text('style.css'),
      'script.js': '',
    },
    displayName: 'Welcome',
    lang: 'en',
    instruments: [{ id: ID, mode: MODE, taught: await teachDrummers(registry) }],
  };
}
