/**
 * MIDI controllers mapped to channels or params of an instrument, stored in this browser. Each controller has one
 * target, and each target one controller.
 */
import { UNIT_ONE } from '../../../build/ts/contract.ts';
import type { MidiMessage } from '../../shared/instrument/wasm-instrument.ts';

const CONTROL_CHANGE = 0xb0;
const MAX_VALUE = 127;
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

  /** Loads the mappings stored for a mode, except those whose target is not among `targets`. */
  constructor(modeId: string, targets: readonly string[]) {
    this.#key = STORED + modeId;
    for (const [controller, target] of recall(this.#key)) {
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
    const target = this.#targets.get(controllerOf(message) ?? -1);
    if (target === undefined) return undefined;
    return { target, unit: Math.round((message[2] / MAX_VALUE) * UNIT_ONE) };
  }

  #store(): void {
    try {
      localStorage.setItem(this.#key, JSON.stringify(this.mappings));
    } catch {
      // Without storage the mappings last until the page is closed.
    }
  }
}

function isPair(value: unknown): value is [number, string] {
  return Array.isArray(value) && Number.isInteger(value[0]) && typeof value[1] === 'string';
}

function recall(key: string): readonly [number, string][] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isPair) : [];
  } catch {
    return [];
  }
}
