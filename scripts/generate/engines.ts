/** The compiled engines as the generator needs them: what they say of themselves, and measuring them. */
import * as v from 'valibot';
import { type Catalogue, CatalogueSchema } from '../../dsl/catalogue.ts';
import type { Measure } from '../../dsl/measure.ts';
import { Abi } from '../../src/shared/instrument/abi.ts';
import { readEngines } from '../../src/shared/instrument/catalogue.ts';
import { type FreshOptions, freshArtefact } from '../wasm/artefact.ts';
import { measureModes } from './sweep.ts';

export interface Engines {
  readonly catalogue: Catalogue;
  readonly measure: Measure;
  /** Files of the committed artefact that were not those of the sources; written unless checking. */
  readonly stale?: readonly string[];
}

/** The engines of a module that runs. */
export function enginesOf(instance: WebAssembly.Instance): Engines {
  const abi = new Abi(instance);
  const catalogue = v.parse(CatalogueSchema, { engines: readEngines(abi) });
  return { catalogue, measure: (modes) => measureModes(abi, catalogue.engines, modes) };
}

/**
 * Gives the engines of build/wasm, compiled anew first if their sources have changed (in memory only when checking):
 * modes are never checked against engines that are not those of the sources, nor left unmeasured.
 *
 * @throws Error when they do not compile.
 */
export async function loadEngines(options?: FreshOptions): Promise<Engines> {
  const { wasm, stale } = await freshArtefact(options);
  const { instance } = await WebAssembly.instantiate(wasm);
  return { ...enginesOf(instance), stale };
}
