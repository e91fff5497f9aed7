/**
 * Measures the compiled engines: every slot of every mode and voice space, swept in the wasm, as the filters,
 * delays, oscillators and gains that make the sound are set after a tick (`in_use` of the engine).
 */
import { UNIT_ONE } from '../../build/ts/contract.ts';
import type { Engine } from '../../dsl/catalogue.ts';
import {
  asDeclared,
  measuredCurve,
  type Slots,
  type Sweep,
  type Trial,
  verdict,
} from '../../dsl/drift.ts';
import type { Drift } from '../../dsl/measure.ts';
import type { ResolvedMode } from '../../dsl/resolved-mode.ts';
import type { CurveName } from '../../dsl/schema/curve.ts';
import type { Abi } from '../../src/shared/instrument/abi.ts';
import type { WasmInstrument } from '../../src/shared/instrument/wasm-instrument.ts';
import { makeInstrument } from '../instrument/make-instrument.ts';
import { STEPS, trialPlaces } from './trials.ts';

/** Where the others are while one param is swept, by place: low, middle, high, scattered. */
const SETTINGS: readonly ((slot: number) => number)[] = [
  () => 0,
  () => UNIT_ONE / 2,
  () => UNIT_ONE,
  (slot) => (slot * 20252 + 7000) % (UNIT_ONE + 1),
];

/**
 * A key so low that no limit against aliasing holds a slot, struck at half force so that force can tell; none where the
 * slots set pitches until the first.
 */
const KEY = 36;

/** One instrument that says what its engine's signal processing uses for any params. */
class Probe {
  readonly #instrument: WasmInstrument;
  readonly #slots: number;
  readonly #drones: boolean;
  /** Where each param was put last: a call of the ABI costs more than a look. */
  readonly #units: number[] = [];
  readonly #left = new Float32Array(1);
  readonly #right = new Float32Array(1);

  constructor(abi: Abi, mode: ResolvedMode, engine: Engine) {
    this.#slots = engine.slots.length;
    this.#drones = engine.drones === true;
    this.#instrument = makeInstrument(abi, mode, { example_capacity: 1 });
  }

  end(): void {
    this.#instrument.destroy();
  }

  voiceSpace(ordinal: number): void {
    this.#instrument.setVoiceSpace(ordinal);
  }

  put(param: number, unit: number): void {
    if (this.#units[param] === unit) return;
    this.#units[param] = unit;
    this.#instrument.setParam(param, unit);
  }

  /**
   * What is used of every slot. After a reset the first frame of a tick takes the params over at once, without
   * a glide to await, and sets all that makes the sound.
   */
  values(): Float32Array {
    this.#instrument.reset();
    if (!this.#drones) this.#instrument.noteOn(KEY, UNIT_ONE / 2);
    this.#instrument.process(undefined, undefined, this.#left, this.#right);
    return this.#instrument.readInUse(this.#slots);
  }
}

function sweep(probe: Probe, param: number, steps: number): Sweep {
  const units: number[] = [];
  const values: Float32Array[] = [];
  for (let step = 0; step <= steps; step += 1) {
    probe.put(param, (step * UNIT_ONE) / steps);
    units.push(step / steps);
    values.push(probe.values());
  }
  return { units, values };
}

function sweepsOf(probe: Probe, param: number, params: number): Sweep[] {
  return SETTINGS.map((setting, index) => {
    for (let other = 0; other < params; other += 1) probe.put(other, setting(other));
    // One setting tells the curve in full; at the others it only has to be the same.
    return sweep(probe, param, index === 1 ? STEPS : STEPS / 4);
  });
}

/** The slots of an engine with the steps that a voice space reads of each. */
const slotsIn = ({ slots }: Engine, voiceSpace: number): Slots =>
  slots.map(({ name, min, max, steps, step_values }) => ({
    name,
    min,
    max,
    steps: steps?.[voiceSpace] ?? 0,
    stepValues: step_values,
  }));

/**
 * The curve of every param of a mode in one of its voice spaces, as measured; undefined where none fits,
 * "unused" where the voice space has no use for it. Says nothing of what the mode declares.
 */
export function measuredCurves(
  abi: Abi,
  engine: Engine,
  mode: ResolvedMode,
  voiceSpace: number,
): (CurveName | 'unused' | undefined)[] {
  const probe = new Probe(abi, mode, engine);
  try {
    probe.voiceSpace(voiceSpace);
    const slots = slotsIn(engine, voiceSpace);
    return mode.params.map(({ name }, index) => {
      const slot = slots.findIndex((candidate) => candidate.name === name);
      const span = slots[slot];
      return span && measuredCurve(sweepsOf(probe, index, mode.params.length), slot, span);
    });
  } finally {
    probe.end();
  }
}

/** All params at once: their places, and the unit value of each slot of the engine. */
interface Settings {
  readonly places: readonly number[];
  readonly units: readonly number[];
}

/** A voice space of a mode on a probe that plays it. */
interface Space {
  readonly probe: Probe;
  readonly slots: Slots;
  readonly names: readonly string[];
  readonly curves: readonly CurveName[];
  /** The same for every voice space of a mode. */
  readonly settings: readonly Settings[];
}

function settingsOf({ slots }: Engine, names: readonly string[]): Settings[] {
  const params = slots.map(({ name }) => names.indexOf(name));
  return trialPlaces(names.length).map((places) => ({
    places,
    units: params.map((param) => (places[param] ?? Number.NaN) / STEPS),
  }));
}

/** Whether all params together do what is declared: a sixth of the work of sweeping each. */
function passesTrials({ probe, slots, names, curves, settings }: Space): boolean {
  const trials = settings.map(({ places, units }): Trial => {
    for (const [param, place] of places.entries()) probe.put(param, (place * UNIT_ONE) / STEPS);
    return { units, values: probe.values() };
  });
  return asDeclared(
    slots,
    slots.map(({ name }) => curves[names.indexOf(name)]),
    trials,
  );
}

type Found = Pick<Drift, 'param' | 'message' | 'measured'>;

/** Sweeps one param after the other, to say which drifts and how. */
function sweepEach({ probe, slots, names, curves }: Space): Found[] {
  const found = names.flatMap((param, index): Found[] => {
    const declared = curves[index];
    if (declared === undefined) throw new Error(`there is no curve for ${param}`);
    const slot = slots.findIndex(({ name }) => name === param);
    const sweeps = sweepsOf(probe, index, names.length);
    const message = verdict({ slot, slots, declared, sweeps });
    const span = slots[slot];
    if (message === undefined || span === undefined) return [];
    const curve = measuredCurve(sweeps, slot, span);
    const measured = curve === 'unused' || curve === declared ? undefined : curve;
    return [{ param, message, measured }];
  });
  if (found.length > 0) return found;
  const message = 'each param moves as declared, but not while the others move too';
  return [{ param: names[0] ?? '', message, measured: undefined }];
}

function measureSpace(space: Space, { modeId }: ResolvedMode, voiceSpace: number): Drift[] {
  space.probe.voiceSpace(voiceSpace);
  if (passesTrials(space)) return [];
  return sweepEach(space).map((found) => ({ modeId, voiceSpace, ...found }));
}

/** Sweeps every slot of every voice space of these modes and gives every drift. */
export function measureModes(
  abi: Abi,
  engines: readonly Engine[],
  modes: readonly ResolvedMode[],
): Drift[] {
  return modes.flatMap((mode) => {
    const engine = engines.find(({ engine_id }) => engine_id === mode.engineId);
    if (!engine)
      throw new Error(`no engine ${mode.engineId}: ${mode.modeId} should not have resolved`);
    const probe = new Probe(abi, mode, engine);
    try {
      const names = mode.params.map(({ name }) => name);
      const settings = settingsOf(engine, names);
      return mode.voiceSpaces.flatMap(({ curves }, ordinal) =>
        measureSpace(
          { probe, slots: slotsIn(engine, ordinal), names, curves, settings },
          mode,
          ordinal,
        ),
      );
    } finally {
      probe.end();
    }
  });
}
