/** What the page must know of engines before their sound starts; the compiled engines say it. */
import { Abi } from '../instrument/abi.ts';
import { type EngineEntry, readEngines } from '../instrument/catalogue.ts';
import { wasmModule } from './artefacts.ts';

let engines: readonly EngineEntry[] = [];

/** Asks the compiled engines once; to be awaited before a view is made. */
export async function learnEngines(): Promise<void> {
  if (engines.length > 0) return;
  engines = readEngines(new Abi(await WebAssembly.instantiate(await wasmModule())));
}

/** Whether an engine works on sound that comes in, rather than making its own. */
export function processesSound(engineId: string): boolean {
  const engine = engines.find(({ engine_id }) => engine_id === engineId);
  return engine !== undefined && engine.driver.input !== 'none';
}
