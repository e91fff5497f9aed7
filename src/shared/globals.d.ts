/** Timers, which every runtime of shared code but the audio thread has. */
declare function setTimeout(call: () => void, delay_ms: number): unknown;
declare function clearTimeout(timer: unknown): void;
