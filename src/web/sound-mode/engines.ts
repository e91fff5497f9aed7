/** Facts about the engines that a page needs before it plays, read from the compiled engines. */
import { Abi } from '../../shared/instrument/abi.ts';
import { type EngineEntry, readEngines } from '../../shared/instrument/catalogue.ts';
import { wasmModule } from './artefacts.ts';

let engines: readonly EngineEntry[] = [];

/** Reads the facts once; must be awaited before the first view is created. */
export async function loadEngines(): Promise<void> {
  if (engines.length > 0) return;
  engines = readEngines(new Abi(await WebAssembly.instantiate(await wasmModule())));
}

/** Whether an engine processes incoming sound. */
export function processesSound(engineId: string): boolean {
  const engine = engines.find(({ engine_id }) => engine_id === engineId);
  return engine !== undefined && engine.driver.input !== 'none';
}
