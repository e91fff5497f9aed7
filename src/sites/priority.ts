/** Lets others come first where processors are few. */
import { constants, getPriority, setPriority } from 'node:os';

/** So much less than the priority of what started it. */
const NICENESS = 10;

/** @param id of a process, or, on Linux, of a thread. Where that is not permitted, its priority stays */
export function lowerPriority(id: number): void {
  try {
    setPriority(id, Math.min(constants.priority.PRIORITY_LOW, getPriority(id) + NICENESS));
  } catch {
    // Not permitted, or it has ended.
  }
}
