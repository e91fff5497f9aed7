/**
 * Controllers of a MIDI device that learned to move something of an instrument: the places of a gesture or the
 * params of its sound. One controller moves one thing, one thing has one controller; this browser keeps them.
 */
import { UNIT_ONE } from '../instrument/abi.ts';
import type { MidiMessage } from '../instrument/instrument.ts';

const CONTROL_CHANGE = 0xb0;
const LARGEST = 127;
const STORED = 'ensemble.controllers.';

export interface ControllerMove {
  /** What it moves, by the name given to `learn`. */
  readonly target: string;
  /** Where to, a unit value. */
  readonly unit: number;
}

/** The number of the controller a message is of; undefined for notes, bends and whatever else. */
export function controllerOf([status, data1]: MidiMessage): number | undefined {
  return (status & 0xf0) === CONTROL_CHANGE && data1 < 120 ? data1 : undefined;
}

export class Controllers {
  readonly #key: string;
  readonly #targets = new Map<number, string>();

  /** Takes up what this browser kept for the mode; names that are not among `targets` are let go. */
  constructor(modeId: string, targets: readonly string[]) {
    this.#key = STORED + modeId;
    for (const [controller, target] of recall(this.#key)) {
      if (targets.includes(target)) this.#targets.set(controller, target);
    }
  }

  /** Controllers and what each moves, lowest first. */
  get learned(): readonly (readonly [controller: number, target: string])[] {
    return [...this.#targets].sort(([a], [b]) => a - b);
  }

  learn(controller: number, target: string): void {
    for (const [other, taken] of this.#targets) if (taken === target) this.#targets.delete(other);
    this.#targets.set(controller, target);
    this.#keep();
  }

  forget(controller: number): void {
    this.#targets.delete(controller);
    this.#keep();
  }

  /** What a message moves, if its controller learned to. */
  moveOf(message: MidiMessage): ControllerMove | undefined {
    const target = this.#targets.get(controllerOf(message) ?? -1);
    if (target === undefined) return undefined;
    return { target, unit: Math.round((message[2] / LARGEST) * UNIT_ONE) };
  }

  #keep(): void {
    try {
      localStorage.setItem(this.#key, JSON.stringify(this.learned));
    } catch {
      // A page without storage, or a full one: they last as long as the page.
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
