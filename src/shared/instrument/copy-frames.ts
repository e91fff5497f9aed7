/** Frames from one buffer to another; silence where there is none. Nothing is allocated. */
export function copyFrames(
  from: Float32Array | undefined,
  fromStart: number,
  to: Float32Array,
  toStart: number,
  frames: number,
): void {
  for (let i = 0; i < frames; i += 1) to[toStart + i] = from?.[fromStart + i] ?? 0;
}
