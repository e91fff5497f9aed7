/** What an AudioWorklet's global scope offers; TypeScript's own libraries do not say. */
declare abstract class AudioWorkletProcessor {
  readonly port: MessagePort;
  abstract process(inputs: Float32Array[][], outputs: Float32Array[][]): boolean;
}

declare function registerProcessor(
  name: string,
  processor: new (options: { readonly processorOptions?: unknown }) => AudioWorkletProcessor,
): void;

/** Seconds since the context started, and its first frame of this block. */
declare const currentTime: number;
declare const currentFrame: number;
declare const sampleRate: number;
