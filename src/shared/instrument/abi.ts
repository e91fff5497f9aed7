/**
 * The calls of the compiled instrument (firmware/abi/abi.h), checked once and typed: works in Node, in a
 * page and in an AudioWorklet, which has neither TextDecoder nor timers.
 */

import { ABI_VERSION, STATUS, type StatusName, statusName } from '../../../build/ts/contract.ts';

/** A call failed; nothing changed. `code` is stable, `call` is the C name. */
export class InstrumentError extends Error {
  readonly code: StatusName | `status_${number}`;
  readonly call: CallName;

  constructor(status: number, call: CallName) {
    const code = statusName(status) ?? (`status_${status}` as const);
    super(`${call} answered ${code}`);
    this.name = 'InstrumentError';
    this.code = code;
    this.call = call;
  }
}

const CALLS = [
  'ens_abi_version',
  'ens_add_example',
  'ens_all_notes_off',
  'ens_allocate',
  'ens_channel_count',
  'ens_channel_name',
  'ens_clear_examples',
  'ens_create',
  'ens_destroy',
  'ens_driver',
  'ens_engine_count',
  'ens_engine_driver',
  'ens_engine_drones',
  'ens_engine_id',
  'ens_engine_plays_notes',
  'ens_engine_sends_midi',
  'ens_engine_slot_count',
  'ens_engine_slot_default',
  'ens_engine_slot_max',
  'ens_engine_slot_min',
  'ens_engine_slot_name',
  'ens_engine_slot_pitch',
  'ens_engine_slot_role',
  'ens_engine_slot_step',
  'ens_engine_slot_steps',
  'ens_engine_state_count',
  'ens_engine_state_name',
  'ens_engine_voice_space_count',
  'ens_engine_voice_space_name',
  'ens_example_capacity',
  'ens_example_count',
  'ens_example_error',
  'ens_explore_begin',
  'ens_explore_dislike',
  'ens_explore_end',
  'ens_explore_like',
  'ens_explore_move',
  'ens_explore_params',
  'ens_explore_state',
  'ens_explore_undo',
  'ens_free',
  'ens_instance_bytes',
  'ens_jitter',
  'ens_load',
  'ens_lock_param',
  'ens_map',
  'ens_midi_in',
  'ens_next_event',
  'ens_note_off',
  'ens_note_on',
  'ens_process',
  'ens_read_example',
  'ens_read_in_use',
  'ens_read_inputs',
  'ens_read_locks',
  'ens_read_outputs',
  'ens_read_params',
  'ens_read_state',
  'ens_record_example',
  'ens_redraw',
  'ens_release_input',
  'ens_release_param',
  'ens_release_params',
  'ens_remove_nearest',
  'ens_reset',
  'ens_sample_rate',
  'ens_save',
  'ens_save_bytes',
  'ens_scale',
  'ens_select_sample_rate',
  'ens_set_input',
  'ens_set_locks',
  'ens_set_param',
  'ens_set_scale',
  'ens_set_train_budget',
  'ens_set_train_config',
  'ens_set_voice_space',
  'ens_settle',
  'ens_train_begin',
  'ens_train_begin_with',
  'ens_train_cancel',
  'ens_train_config',
  'ens_train_history',
  'ens_train_progress',
  'ens_train_step',
  'ens_undo',
  'ens_unlock_param',
  'ens_voice_space',
  'ens_worst_example',
] as const;

/** The name of a call of the ABI. */
export type CallName = (typeof CALLS)[number];
type Call = (...args: number[]) => number;

function isCall(value: unknown): value is Call {
  return typeof value === 'function';
}

function callOf(exports: WebAssembly.Exports, name: CallName): Call {
  const found = exports[name];
  if (!isCall(found)) {
    throw new TypeError(`the wasm module has no function ${name}: not an Ensemble instrument`);
  }
  return found;
}

/** One instance of the wasm module: its calls, and views on its memory that survive its growth. */
export class Abi {
  readonly call: Readonly<Record<CallName, Call>>;
  readonly #memory: WebAssembly.Memory;
  #bytes: Uint8Array;
  #data: DataView;

  /** @throws TypeError if the module is not an Ensemble instrument of this ABI version. */
  constructor(instance: WebAssembly.Instance) {
    const memory = instance.exports['memory'];
    if (!(memory instanceof WebAssembly.Memory)) {
      throw new TypeError('the wasm module exports no memory: not an Ensemble instrument');
    }
    this.#memory = memory;
    this.#bytes = new Uint8Array(memory.buffer);
    this.#data = new DataView(memory.buffer);
    const bind = (name: CallName): [CallName, Call] => [name, callOf(instance.exports, name)];
    this.call = tableOf(CALLS.map(bind));
    const version = this.call.ens_abi_version();
    if (version !== ABI_VERSION) {
      throw new TypeError(`the wasm module has ABI version ${version}, expected ${ABI_VERSION}`);
    }
  }

  /** All of memory. Get it again after an allocation: growth detaches the old view. */
  get bytes(): Uint8Array {
    if (this.#bytes.buffer !== this.#memory.buffer) this.#bytes = new Uint8Array(this.buffer);
    return this.#bytes;
  }

  get data(): DataView {
    if (this.#data.buffer !== this.#memory.buffer) this.#data = new DataView(this.buffer);
    return this.#data;
  }

  get buffer(): ArrayBuffer {
    return this.#memory.buffer;
  }

  /** Runs a call that returns a status. @throws InstrumentError unless that is 0. */
  run(name: CallName, ...args: number[]): void {
    const status = this.call[name](...args);
    if (status !== STATUS.ok) throw new InstrumentError(status, name);
  }

  /** @throws InstrumentError (no_memory) when the module cannot grow. */
  allocate(bytes: number): number {
    const block = this.call.ens_allocate(bytes) >>> 0;
    if (block === 0) throw new InstrumentError(STATUS.no_memory, 'ens_allocate');
    return block;
  }

  free(block: number): void {
    this.call.ens_free(block);
  }

  /** Text at an address; undefined for null. Names are ASCII. */
  text(address: number): string | undefined {
    if (address === 0) return undefined;
    const { bytes } = this;
    let result = '';
    for (let at = address; bytes[at] !== 0; at += 1) {
      const code = bytes[at];
      if (code === undefined) throw new RangeError('a name exceeds the end of memory');
      result += String.fromCharCode(code);
    }
    return result;
  }
}

function tableOf(
  entries: readonly (readonly [CallName, Call])[],
): Readonly<Record<CallName, Call>> {
  const table: Partial<Record<CallName, Call>> = {};
  for (const [name, call] of entries) table[name] = call;
  if (!isWhole(table)) throw new TypeError('a call is missing');
  return table;
}

function isWhole(table: Partial<Record<CallName, Call>>): table is Record<CallName, Call> {
  return CALLS.every((name) => table[name] !== undefined);
}
