/** The compiled engines as the generator needs them: what they say of themselves, and measuring them. */
import * as v from 'valibot';
import { type Catalogue, CatalogueSchema } from '../../dsl/catalogue.ts';
import type { Measure } from '../../dsl/measure.ts';
import { Abi } from '../../src/web/instrument/abi.ts';
import { readEngines } from '../../src/web/instrument/catalogue.ts';
import { freshWasm } from '../wasm/artefact.ts';

export interface Engines {
  readonly catalogue: Catalogue;
  readonly measure: Measure;
}

/** Gives the engines of build/wasm, compiled anew first if their sources changed. */
export async function loadEngines(): Promise<Engines | undefined> {
  const { instance } = await WebAssembly.instantiate(await freshWasm());
  const abi = new Abi(instance);
  return { catalogue: v.parse(CatalogueSchema, { engines: readEngines(abi) }), measure: () => [] };
}
