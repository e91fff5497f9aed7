/** Measures the compiled engines: every slot of every mode and voice space, swept in the wasm. */
import type { Engine } from '../../dsl/catalogue.ts';
import { measuredCurve, type Sweep, verdict } from '../../dsl/drift.ts';
import type { Drift } from '../../dsl/measure.ts';
import type { ResolvedMode } from '../../dsl/resolved-mode.ts';
import type { CurveName } from '../../dsl/schema/curve.ts';
import { type Abi, UNIT_ONE } from '../../src/web/instrument/abi.ts';
import type { Instrument } from '../../src/web/instrument/instrument.ts';
import { makeInstrument } from '../instrument/spec.ts';

/** Where a slot is put, of 0…16: every place once, dense enough to tell all pairs of curves apart. */
const STEPS = 16;
/** Where the others are meanwhile, as unit values by place: low, middle, high, scattered. */
const SETTINGS: readonly ((slot: number) => number)[] = [
  () => 0,
  () => UNIT_ONE / 2,
  () => UNIT_ONE,
  (slot) => (slot * 20252 + 7000) % (UNIT_ONE + 1),
];

/** One instrument that says where its engine's slots settle for any params. */
class Probe {
  readonly #instrument: Instrument;
  readonly #slots: number;
  readonly #left = new Float32Array(1);
  readonly #right = new Float32Array(1);

  constructor(abi: Abi, mode: ResolvedMode, engine: Engine) {
    this.#slots = engine.slots.length;
    this.#instrument = makeInstrument(abi, mode, { example_capacity: 1 });
  }

  end(): void {
    this.#instrument.destroy();
  }

  voiceSpace(ordinal: number): void {
    this.#instrument.setVoiceSpace(ordinal);
  }

  put(param: number, unit: number): void {
    this.#instrument.setParam(param, unit);
  }

  /**
   * The engine's value of every slot. The first frame of a tick takes the params over; at the silence that
   * follows every slot is at its target at once, so there is neither a tick to sound nor a glide to await.
   */
  values(): number[] {
    this.#instrument.process(undefined, undefined, this.#left, this.#right);
    this.#instrument.reset();
    return [...this.#instrument.readState(this.#slots)];
  }
}

function sweep(probe: Probe, param: number, steps: number): Sweep {
  const units: number[] = [];
  const values: number[][] = [];
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

/**
 * The curve of every param of a mode in one of its voice spaces, as measured; undefined where none fits.
 * Says nothing of what the mode declares.
 */
export function measuredCurves(
  abi: Abi,
  engine: Engine,
  mode: ResolvedMode,
  voiceSpace: number,
): (CurveName | undefined)[] {
  const probe = new Probe(abi, mode, engine);
  try {
    probe.voiceSpace(voiceSpace);
    return mode.params.map(({ name }, index) => {
      const slot = engine.slots.findIndex((candidate) => candidate.name === name);
      return measuredCurve(sweepsOf(probe, index, mode.params.length), slot);
    });
  } finally {
    probe.end();
  }
}

function measureSpace(
  probe: Probe,
  mode: ResolvedMode,
  engine: Engine,
  voiceSpace: number,
): Drift[] {
  const drifts: Drift[] = [];
  probe.voiceSpace(voiceSpace);
  for (const [index, { name }] of mode.params.entries()) {
    const declared = mode.voiceSpaces[voiceSpace]?.curves[index];
    if (declared === undefined) throw new Error(`${mode.modeId} has no curve for ${name}`);
    const message = verdict({
      slot: engine.slots.findIndex((slot) => slot.name === name),
      slots: engine.slots,
      declared,
      sweeps: sweepsOf(probe, index, mode.params.length),
    });
    if (message !== undefined)
      drifts.push({ modeId: mode.modeId, voiceSpace, param: name, message });
  }
  return drifts;
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
      return mode.voiceSpaces.flatMap((_, ordinal) => measureSpace(probe, mode, engine, ordinal));
    } finally {
      probe.end();
    }
  });
}
