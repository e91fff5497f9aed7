/**
 * The welcome site that a new server creates: its files, and an instrument taught four sounds at build time by the
 * same learning core that runs in pages.
 */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Mode } from '../build/ts/mode.ts';
import { Abi } from '../src/shared/instrument/abi.ts';
import { FOUR_DRUMMERS_MODE, fourDrummers } from '../src/shared/instrument/four-drummers.ts';
import { modeSpec } from '../src/shared/instrument/mode-spec.ts';
import { WasmInstrument } from '../src/shared/instrument/wasm-instrument.ts';
import { EMPTY_SITE, type SiteContent } from '../src/shared/site/document.ts';

const root = path.resolve(import.meta.dirname, '..');
const REGISTRY = path.join(root, 'build/ts/registry.ts');
const MODE = FOUR_DRUMMERS_MODE;
/** The name of the taught drum machine on sites. */
export const DRUMMERS_ID = 'four_drummers';

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
export async function teachDrummers(registry = REGISTRY): Promise<Uint8Array> {
  const { modeNamed }: Registry = await import(pathToFileURL(registry).href);
  const mode = modeNamed(MODE);
  if (mode === undefined) {
    throw new Error(`the welcome site needs the mode ${MODE}, which is not in ${registry}`);
  }
  const wasm = await readFile(path.join(root, 'build/wasm/ensemble.wasm'));
  const { instance } = await WebAssembly.instantiate(wasm);
  const instrument = new WasmInstrument(new Abi(instance), modeSpec(mode));
  for (const { inputs, outputs } of fourDrummers(mode)) instrument.addExample(inputs, outputs);
  instrument.trainBegin({ learning_rate: 1, max_iterations: 5000, min_error: 0.0001 });
  while (instrument.trainProgress().state === 'running') instrument.trainStep(10_000);
  return instrument.save();
}

/** The welcome site. @param drummers the taught file of its instrument */
export async function welcomeSite(drummers: Uint8Array): Promise<SiteContent> {
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
    instruments: [{ id: DRUMMERS_ID, mode: MODE, taught: drummers, voiceSpace: 0 }],
  };
}
