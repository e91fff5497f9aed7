/**
 * MIDI controllers mapped to channels or params of an instrument, stored in this browser. Each controller has one
 * target, and each target one controller.
 */
import { UNIT_ONE } from '../../../build/ts/contract.ts';
import type { MidiMessage } from '../../shared/instrument/wasm-instrument.ts';
import { keep, recallJson } from '../browser-storage.ts';

const CONTROL_CHANGE = 0xb0;
const MAX_VALUE = 127;
/** MIDI 1.0: controllers 32 to 63 are the low seven bits of 0 to 31. */
const FINE = 32;
const MAX_FINE_VALUE = 16_383;
const STORED = 'ensemble.controllers.';

export interface ControllerMove {
  /** Name of the channel or param, as given to `map`. */
  readonly target: string;
  /** Its new unit value. */
  readonly unit: number;
}

/** The controller number of a control change message; undefined for all other messages. */
export function controllerOf([status, data1]: MidiMessage): number | undefined {
  return (status & 0xf0) === CONTROL_CHANGE && data1 < 120 ? data1 : undefined;
}

export class Controllers {
  readonly #key: string;
  readonly #targets = new Map<number, string>();
  /** The last values of mapped controllers, and which of them have low bits. */
  readonly #coarse = new Map<number, number>();
  readonly #isFine = new Set<number>();

  /** Loads the mappings stored for a mode, except those whose target is not among `targets`. */
  constructor(modeId: string, targets: readonly string[]) {
    this.#key = STORED + modeId;
    for (const [controller, target] of stored(this.#key)) {
      if (targets.includes(target)) this.#targets.set(controller, target);
    }
  }

  /** All mappings, lowest controller first. */
  get mappings(): readonly (readonly [controller: number, target: string])[] {
    return [...this.#targets].sort(([a], [b]) => a - b);
  }

  map(controller: number, target: string): void {
    for (const [other, taken] of this.#targets) if (taken === target) this.#targets.delete(other);
    this.#targets.set(controller, target);
    this.#store();
  }

  remove(controller: number): void {
    this.#targets.delete(controller);
    this.#store();
  }

  /** What a message moves, if its controller is mapped. */
  moveOf(message: MidiMessage): ControllerMove | undefined {
    const controller = controllerOf(message) ?? -1;
    const target = this.#targets.get(controller);
    if (target === undefined) return this.#fineMoveOf(controller, message[2]);
    this.#coarse.set(controller, message[2]);
    const share = this.#isFine.has(controller)
      ? (message[2] << 7) / MAX_FINE_VALUE
      : message[2] / MAX_VALUE;
    return { target, unit: Math.round(share * UNIT_ONE) };
  }

  /** What low bits move, which follow the high ones. */
  #fineMoveOf(controller: number, low: number): ControllerMove | undefined {
    const high = this.#coarse.get(controller - FINE);
    const target = this.#targets.get(controller - FINE);
    if (high === undefined || target === undefined || controller >= 2 * FINE) return undefined;
    this.#isFine.add(controller - FINE);
    return { target, unit: Math.round((((high << 7) | low) / MAX_FINE_VALUE) * UNIT_ONE) };
  }

  #store(): void {
    keep(this.#key, JSON.stringify(this.mappings));
  }
}

function isPair(value: unknown): value is [number, string] {
  return Array.isArray(value) && Number.isInteger(value[0]) && typeof value[1] === 'string';
}

function stored(key: string): readonly [number, string][] {
  const kept = recallJson(key);
  return Array.isArray(kept) ? kept.filter(isPair) : [];
}
