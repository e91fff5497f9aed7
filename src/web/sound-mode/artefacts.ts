/** The compiled engines (WebAssembly) and the audio thread's script, which the bundler inlines as text. */
import { bytesOfText } from '../../shared/instrument/byte-text.ts';

declare const WASM_TEXT: string;
declare const WORKLET_SCRIPT: string;

let compiled: Promise<WebAssembly.Module> | undefined;

/** The WebAssembly module, compiled once for the whole page. */
export function wasmModule(): Promise<WebAssembly.Module> {
  compiled ??= WebAssembly.compile(bytesOfText(WASM_TEXT));
  return compiled;
}

/**
 * Calls `load` with an address of the audio thread's script that needs no network: a blob, or a data URL if the
 * page was opened from disk and so has no origin for blobs.
 */
export async function loadWorklet(load: (address: string) => Promise<void>): Promise<void> {
  const blob = URL.createObjectURL(new Blob([WORKLET_SCRIPT], { type: 'text/javascript' }));
  try {
    await load(blob);
  } catch {
    await load(`data:text/javascript;charset=utf-8,${encodeURIComponent(WORKLET_SCRIPT)}`);
  } finally {
    URL.revokeObjectURL(blob);
  }
}
