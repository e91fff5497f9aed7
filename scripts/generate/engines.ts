/** The compiled engines as the generator needs them: what they say of themselves, and measuring them. */
import type { Catalogue } from '../../dsl/catalogue.ts';
import type { Measure } from '../../dsl/measure.ts';

export interface Engines {
  readonly catalogue: Catalogue;
  readonly measure: Measure;
}

/** Gives the engines in build/wasm, or undefined while none is compiled. */
export async function loadEngines(): Promise<Engines | undefined> {
  return undefined;
}
