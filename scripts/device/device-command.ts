/** What a command of `npm run device` is, and the numbers in its words. */
import { type EventFields, type RequestName, UNIT_ONE } from '../../build/ts/contract.ts';
import type { RemoteDevice } from '../../src/shared/link/remote-device.ts';
import { UsageError } from '../command-line.ts';

/** What else a command may do: print, and read or write a file. */
export interface Surroundings {
  print(line: string): void;
  readFile(path: string): Promise<Uint8Array>;
  writeFile(path: string, bytes: Uint8Array): Promise<void>;
  /** Waits for the player. */
  pause(time_ms: number): Promise<void>;
  /** Resolves when the running training ends. */
  trainingEnds(): Promise<EventFields['progress']>;
}

/** One command and its line of help. */
export interface DeviceCommand {
  readonly usage: string;
  readonly help: string;
  run(device: RemoteDevice, words: readonly string[], around: Surroundings): Promise<void>;
}

/** NaN for missing or blank text, which `Number` reads as zero. */
export const numberOf = (text: string | undefined): number =>
  text === undefined || text.trim() === '' ? Number.NaN : Number(text);

/** A number from 0 to 1 as a unit value 0…32768. */
export function unitOf(text: string | undefined, what: string): number {
  const ratio = numberOf(text);
  if (!(ratio >= 0 && ratio <= 1)) {
    throw new UsageError(
      text ? `${what} must be a number from 0 to 1, got ${text}` : `${what} is missing`,
    );
  }
  return Math.round(ratio * UNIT_ONE);
}

/** A command that is one request without fields. */
export const request =
  (name: RequestName) =>
  async (device: RemoteDevice): Promise<void> => {
    await device.request(name, {});
  };
