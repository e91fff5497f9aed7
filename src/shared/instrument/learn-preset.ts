/** How an instrument becomes a preset: the same bits on every target. */
import type { Preset } from './presets.ts';
import type { WasmInstrument } from './wasm-instrument.ts';

const SLICE_BUDGET = 256;

/** Gives a new instrument the sound of a preset: it learns the examples to the end. */
export function learnPreset(instrument: WasmInstrument, preset: Preset): void {
  instrument.setVoiceSpace(preset.voiceSpace);
  for (const { inputs, outputs } of preset.examples) instrument.addExample(inputs, outputs);
  while (instrument.trainProgress().state === 'running') instrument.trainStep(SLICE_BUDGET);
}
