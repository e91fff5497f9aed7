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

/** An address the audio thread's script can be loaded from, without a network. */
export function workletAddress(): string {
  return URL.createObjectURL(new Blob([WORKLET_SCRIPT], { type: 'text/javascript' }));
}
