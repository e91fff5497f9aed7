/** Taught files of the instrument of test/golden/taught, and files that were forged. */
import { readFileSync } from 'node:fs';
import { crc32 } from '../../src/shared/crc32.ts';
import { Abi, InstrumentError } from '../../src/shared/instrument/abi.ts';
import type { InstrumentSpec } from '../../src/shared/instrument/instrument-spec.ts';
import { WasmInstrument } from '../../src/shared/instrument/wasm-instrument.ts';
import { TaughtError } from '../../src/shared/taught.ts';
import { TAUGHT_SPEC } from './taught-spec.ts';

const module = new WebAssembly.Module(readFileSync('build/wasm/ensemble.wasm'));
export const instrument = (spec: Partial<InstrumentSpec> = {}): WasmInstrument =>
  new WasmInstrument(new Abi(new WebAssembly.Instance(module)), { ...TAUGHT_SPEC, ...spec });

export function taught(): WasmInstrument {
  const made = instrument();
  made.addExample([0, 32768], [100, 20000, 32768]);
  made.addExample([32768, 16384], [30000, 5, 1234]);
  made.trainBegin();
  while (made.trainProgress().state === 'running') made.trainStep(1000);
  return made;
}

export const taughtFile = taught().save();

export const code = (action: () => unknown): string => {
  try {
    action();
    return 'accepted';
  } catch (error) {
    if (error instanceof InstrumentError || error instanceof TaughtError) return error.code;
    throw error;
  }
};

/** A file with some bytes changed and the CRC that fits them. */
export function resealed(file: Uint8Array, change: (bytes: Uint8Array) => void): Uint8Array {
  const bytes = file.slice();
  change(bytes);
  const counted = new Uint8Array([...bytes.subarray(0, 8), ...bytes.subarray(12)]);
  new DataView(bytes.buffer).setUint32(8, crc32(counted), true);
  return bytes;
}
