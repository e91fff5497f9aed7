/** Gestures as functions of time: where the channels of a mode are, for renders without a hand. */

/** Unit values 0…1 of each channel at a time in seconds. */
export type Gesture = (seconds: number, channels: number) => readonly number[];

const circle: Gesture = (seconds, channels) =>
  Array.from({ length: channels }, (_, index) => {
    // Each pair of channels is one circle, later pairs turn slower.
    const turns = seconds / (2 + 2 * Math.floor(index / 2));
    const phase = 2 * Math.PI * turns;
    return 0.5 + 0.5 * (index % 2 === 0 ? Math.cos(phase) : Math.sin(phase));
  });

const line: Gesture = (seconds, channels) =>
  Array.from({ length: channels }, () => {
    const way = (seconds / 4) % 2;
    return way < 1 ? way : 2 - way;
  });

const hold: Gesture = (_, channels) => Array.from({ length: channels }, () => 0.5);

/** From corner to corner, a new one every half second: jumps, to hear that nothing clicks. */
const corners: Gesture = (seconds, channels) =>
  Array.from({ length: channels }, (_, index) => {
    const corner = Math.floor(seconds * 2);
    return ((corner * 0x9e37 + index * 0x79b9) >> (index % 5)) & 1;
  });

export const GESTURES: ReadonlyMap<string, Gesture> = new Map(
  Object.entries({ circle, line, hold, corners }),
);
