/** What the compiled engines report about themselves: ids, slots, voice spaces, state fields, drivers. */
import {
  DRIVER_CONFIG_BYTES,
  type DriverConfig,
  type Role,
  readDriverConfig,
  roleOf,
  STATUS,
} from '../../../build/ts/contract.ts';
import { type Abi, InstrumentError } from './abi.ts';

/** A controllable parameter of an engine; `min` and `max` in the unit its name ends in. */
export interface EngineSlot {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  /** Unit value 0…32768 where it rests when a mode does not list it. */
  readonly default: number;
  /** How many steps each voice space has for it, 0 where it reads any value; absent where all of them read any. */
  readonly steps?: readonly number[];
  /** The values of its steps where they do not lie evenly in its range. */
  readonly step_values?: readonly number[];
  /** Set where it is a pitch, which settles on the player's scale. */
  readonly pitch?: true;
  /** Its purpose where it is meant to change the loudness. */
  readonly role?: Exclude<Role, 'none'>;
}

export interface EngineEntry {
  readonly engine_id: string;
  readonly slots: readonly EngineSlot[];
  /** In enumeration order; empty: one unnamed voice space. */
  readonly voice_spaces: readonly string[];
  /** Slots first, then the engine's live fields. */
  readonly state_fields: readonly string[];
  readonly notes: boolean;
  /** Whether it plays notes and sounds by itself until the first. */
  readonly drones: boolean;
  readonly sends: boolean;
  readonly driver: DriverConfig;
}

/** Fills a driver configuration by `call` (an address in, a status out) and reads it. */
export function readDriver(abi: Abi, call: (address: number) => number): DriverConfig {
  const address = abi.allocate(DRIVER_CONFIG_BYTES);
  try {
    const status = call(address);
    if (status !== STATUS.ok) throw new InstrumentError(status, 'ens_driver');
    return readDriverConfig(abi.data, address);
  } finally {
    abi.free(address);
  }
}

function names(abi: Abi, count: number, name: (index: number) => number): string[] {
  return Array.from({ length: count }, (_, index) => abi.text(name(index)) ?? '');
}

type SlotSteps = Pick<EngineSlot, 'steps' | 'step_values'>;

function stepsOf({ call }: Abi, engine: number, slot: number): SlotSteps {
  const spaces = Math.max(1, call.ens_engine_voice_space_count(engine));
  const steps = Array.from({ length: spaces }, (_, space) =>
    call.ens_engine_slot_steps(engine, space, slot),
  );
  const space = steps.findIndex((count) => count > 0);
  const count = steps[space] ?? 0;
  if (count === 0) return {};
  const values = Array.from({ length: count }, (_, step) =>
    call.ens_engine_slot_step(engine, space, slot, step),
  );
  const [first = 0, second = 0] = values;
  const apart = second - first;
  const even = values.every((value, step) => Math.abs(value - first - step * apart) < 0.01 * apart);
  return even ? { steps } : { steps, step_values: values };
}

function slotRole({ call }: Abi, engine: number, slot: number): Pick<EngineSlot, 'role'> {
  const role = roleOf(call.ens_engine_slot_role(engine, slot));
  return role === 'none' ? {} : { role };
}

function engineAt(abi: Abi, engine: number): EngineEntry {
  const { call } = abi;
  const slots = names(abi, call.ens_engine_slot_count(engine), (slot) =>
    call.ens_engine_slot_name(engine, slot),
  );
  return {
    engine_id: abi.text(call.ens_engine_id(engine)) ?? '',
    slots: slots.map((name, slot) => ({
      name,
      min: call.ens_engine_slot_min(engine, slot),
      max: call.ens_engine_slot_max(engine, slot),
      default: call.ens_engine_slot_default(engine, slot),
      ...stepsOf(abi, engine, slot),
      ...(call.ens_engine_slot_pitch(engine, slot) === 1 && { pitch: true as const }),
      ...slotRole(abi, engine, slot),
    })),
    voice_spaces: names(abi, call.ens_engine_voice_space_count(engine), (space) =>
      call.ens_engine_voice_space_name(engine, space),
    ),
    state_fields: names(abi, call.ens_engine_state_count(engine), (field) =>
      call.ens_engine_state_name(engine, field),
    ),
    notes: call.ens_engine_plays_notes(engine) === 1,
    drones: call.ens_engine_drones(engine) === 1,
    sends: call.ens_engine_sends_midi(engine) === 1,
    driver: readDriver(abi, (address) => call.ens_engine_driver(engine, address)),
  };
}

/** Whether an engine plays notes and sounds by itself until the first. */
export function drones(abi: Abi, engineId: string): boolean {
  const { call } = abi;
  const engines = Array.from({ length: call.ens_engine_count() }, (_, engine) => engine);
  const engine = engines.find((one) => abi.text(call.ens_engine_id(one)) === engineId);
  return engine !== undefined && call.ens_engine_drones(engine) === 1;
}

/** Every engine of the module, in its order. */
export function readEngines(abi: Abi): EngineEntry[] {
  return Array.from({ length: abi.call.ens_engine_count() }, (_, engine) => engineAt(abi, engine));
}

/** Every input channel the module knows, in its order. */
export function readChannels(abi: Abi): string[] {
  return names(abi, abi.call.ens_channel_count(), (channel) => abi.call.ens_channel_name(channel));
}
