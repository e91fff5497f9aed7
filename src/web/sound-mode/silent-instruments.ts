/** Instruments of a page that make no sound: they learn, or compile the code of those that sound. */
import type { Mode } from '../../../build/ts/mode.ts';
import { Abi } from '../../shared/instrument/abi.ts';
import { modeSpec } from '../../shared/instrument/mode-spec.ts';
import { WasmInstrument } from '../../shared/instrument/wasm-instrument.ts';
import { wasmModule } from './artefacts.ts';

const SLICE_BUDGET = 256;
const WARM_UP_FRAMES = 256;

export interface Example {
  readonly inputs: Uint16Array;
  readonly params: Uint16Array;
}

let shared: Promise<Abi> | undefined;

/** The compiled engines, one instance for all instruments of the page. */
export function sharedAbi(): Promise<Abi> {
  shared ??= wasmModule()
    .then((module) => WebAssembly.instantiate(module))
    .then((instance) => new Abi(instance));
  return shared;
}

/** Gives an instrument these examples, in order. */
export function addAll(instrument: WasmInstrument, examples: readonly Example[]): void {
  for (const { inputs, params } of examples) instrument.addExample([...inputs], [...params]);
}

/** Gives an instrument these examples and lets it learn them to the end. */
export function learnAll(instrument: WasmInstrument, examples: readonly Example[]): void {
  addAll(instrument, examples);
  while (instrument.trainProgress().state === 'running') instrument.trainStep(SLICE_BUDGET);
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
