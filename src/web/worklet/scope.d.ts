/** The global scope of an AudioWorklet, which TypeScript's libraries do not declare. */
interface MessageEvent<Data> {
  readonly data: Data;
}

interface MessagePort {
  onmessage: ((event: MessageEvent<never>) => void) | null;
  postMessage(message: unknown, transfer?: readonly ArrayBuffer[]): void;
}

declare abstract class AudioWorkletProcessor {
  readonly port: MessagePort;
  abstract process(inputs: Float32Array[][], outputs: Float32Array[][]): boolean;
}

declare function registerProcessor(
  name: string,
  processor: new (options: { readonly processorOptions?: unknown }) => AudioWorkletProcessor,
): void;

/** Seconds since the context started, and the first frame of the current block. */
declare const currentTime: number;
declare const currentFrame: number;
declare const sampleRate: number;
