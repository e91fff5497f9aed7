/** The compiled instrument and the audio thread's script, which the bundler puts in as text. */
import { decodeBase64 } from './base64.ts';

declare const WASM_BASE64: string;
declare const WORKLET_SCRIPT: string;

let compiled: Promise<WebAssembly.Module> | undefined;

/** The instrument, compiled once for the whole page. */
export function wasmModule(): Promise<WebAssembly.Module> {
  compiled ??= WebAssembly.compile(decodeBase64(WASM_BASE64));
  return compiled;
}

/**
 * Gives `load` an address of the audio thread's script that needs no network: a blob, or, where a page has no
 * origin to make blobs for (opened from disk), the text itself as an address.
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
