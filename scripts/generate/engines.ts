/** The compiled engines as the generator needs them: what they say of themselves, and measuring them. */
import * as v from 'valibot';
import { type Catalogue, CatalogueSchema } from '../../dsl/catalogue.ts';
import type { Measure } from '../../dsl/measure.ts';
import { Abi } from '../../src/shared/instrument/abi.ts';
import { readEngines } from '../../src/shared/instrument/catalogue.ts';
import { freshWasm } from '../wasm/artefact.ts';
import { measureModes } from './sweep.ts';

export interface Engines {
  readonly catalogue: Catalogue;
  readonly measure: Measure;
}

/** The engines of a module that runs. */
export function enginesOf(instance: WebAssembly.Instance): Engines {
  const abi = new Abi(instance);
  const catalogue = v.parse(CatalogueSchema, { engines: readEngines(abi) });
  return { catalogue, measure: (modes) => measureModes(abi, catalogue.engines, modes) };
}

/**
 * Gives the engines of build/wasm, compiled anew first if their sources have changed: modes are never
 * checked against engines that are not those of the sources, nor left unmeasured.
 *
 * @throws Error when they do not compile.
 */
export async function loadEngines(): Promise<Engines> {
  const { instance } = await WebAssembly.instantiate(await freshWasm());
  return enginesOf(instance);
}
