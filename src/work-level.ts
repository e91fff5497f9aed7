/**
 * How much of its budget each address may use now: all of it while the server has time to spare; where visitors ask for
 * pages all the time, so much that everything done over sockets together takes its share and no more. The level is the
 * same for all, so whoever takes little never notices, and those who take much are held to equal parts.
 */
import { demand } from './http/demand.ts';

/**
 * The part of the main thread's time that sockets may take while requests want it, too. What they leave to be done, such
 * as garbage to collect and edits to store, takes about as much again.
 */
const SHARE = 0.12;
/** Requests want it when so many come in a second, */
const REQUESTS_S = 100;
/** and less of the time than this is idle. */
const IDLE = 0.2;
/** How often the level changes, */
const WINDOW_MS = 100;
/** at most by this factor up in a window, and to this part of it down, */
const UP = 1.1;
const DOWN = 0.5;
/** and the part of its budget that each address always has. */
const LEAST = 0.02;

/** What a process has done since it began. */
export interface Utilization {
  /** Milliseconds that its event loop was idle, */
  readonly idle: number;
  /** and that it was not. */
  readonly active: number;
  readonly requests: number;
}

const ofThisProcess = (): Utilization => ({
  ...performance.eventLoopUtilization(),
  requests: demand.requests,
});

export class WorkLevel {
  readonly #utilization: () => Utilization;
  #before: Utilization;
  #workMs = 0;
  #sinceMs: number;
  #level = 1;

  constructor(utilization = ofThisProcess, nowMs = performance.now()) {
    this.#utilization = utilization;
    this.#sinceMs = nowMs;
    this.#before = utilization();
  }

  /** The part of its budget that an address may use, from 0.02 to 1. */
  get now(): number {
    return this.#level;
  }

  /** Notes milliseconds of work for sockets, and changes the level when it is time to. */
  spend(ms: number, nowMs: number): void {
    this.#workMs += ms;
    const passed = nowMs - this.#sinceMs;
    if (passed >= WINDOW_MS) this.#adjust(passed, nowMs);
  }

  #adjust(passedMs: number, nowMs: number): void {
    const after = this.#utilization();
    const idle = after.idle - this.#before.idle;
    const all = Math.max(1, idle + after.active - this.#before.active);
    const requests = after.requests - this.#before.requests;
    const share = this.#workMs / all;
    const wanted = requests >= (REQUESTS_S * passedMs) / 1_000 && idle / all < IDLE;
    if (!wanted || share < SHARE) {
      this.#level *= UP ** (passedMs / WINDOW_MS);
    } else {
      this.#level *= Math.max(DOWN, SHARE / share);
    }
    this.#level = Math.min(1, Math.max(LEAST, this.#level));
    this.#before = after;
    this.#workMs = 0;
    this.#sinceMs = nowMs;
  }
}
