/** The compiled engines in a page: one instance for all that makes no sound there, and facts about them. */
import type { Mode } from '../../../build/ts/mode.ts';
import { Abi } from '../../shared/instrument/abi.ts';
import { type EngineEntry, readEngines } from '../../shared/instrument/catalogue.ts';
import { modeSpec } from '../../shared/instrument/mode-spec.ts';
import { WasmInstrument } from '../../shared/instrument/wasm-instrument.ts';
import { wasmModule } from './artefacts.ts';

const WARM_UP_FRAMES = 256;

let instance: Promise<Abi> | undefined;
let engines: readonly EngineEntry[] = [];

/** The instance that the page's instruments learn on. */
export function pageAbi(): Promise<Abi> {
  instance ??= wasmModule()
    .then((module) => WebAssembly.instantiate(module))
    .then((compiled) => new Abi(compiled));
  return instance;
}

/** Reads the facts once; must be awaited before the first view is created. */
export async function loadEngines(): Promise<void> {
  if (engines.length === 0) engines = readEngines(await pageAbi());
}

/** Whether an engine processes incoming sound. */
export function processesSound(engineId: string): boolean {
  const engine = engines.find(({ engine_id }) => engine_id === engineId);
  return engine !== undefined && engine.driver.input !== 'none';
}

/** Whether an engine sends MIDI. */
export function sendsMidi(engineId: string): boolean {
  return engines.find(({ engine_id }) => engine_id === engineId)?.sends === true;
}

/** Whether an engine plays notes. */
export function playsNotes(engineId: string): boolean {
  return engines.find(({ engine_id }) => engine_id === engineId)?.notes === true;
}

/** Whether an engine makes no sound and sends MIDI instead. */
export function isSilent(engineId: string): boolean {
  const engine = engines.find(({ engine_id }) => engine_id === engineId);
  return engine?.sends === true && engine.driver.output_volume === 0;
}

/**
 * Renders a moment of the mode and discards it. Browsers compile a WebAssembly function at its first call, for all
 * threads of the page, so that happens here instead of on the audio thread while another instrument plays.
 */
export function warmUp(abi: Abi, mode: Mode): void {
  const instrument = new WasmInstrument(abi, modeSpec(mode));
  const [left, right] = [new Float32Array(WARM_UP_FRAMES), new Float32Array(WARM_UP_FRAMES)];
  instrument.midiIn([0x90, 60, 100]);
  instrument.process(left, right, left, right);
  instrument.destroy();
}
