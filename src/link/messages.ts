/**
 * The messages of the instrument's wire (PROTOCOL.md): what can be asked, and what is answered.
 * firmware/device/messages.h holds the same numbers; the conversation test of the two would fail on any
 * difference.
 */

/** Types of what a host asks; the answer has the same type with bit 7 set. */
export const ASK = {
  hello: 0x01,
  mode: 0x02,
  name: 0x03,
  selectMode: 0x10,
  selectVoiceSpace: 0x11,
  state: 0x12,
  readParams: 0x13,
  setParam: 0x14,
  releaseParams: 0x15,
  setInput: 0x16,
  noteOn: 0x17,
  noteOff: 0x18,
  addExample: 0x20,
  removeNearest: 0x21,
  clearExamples: 0x22,
  train: 0x23,
  trainWith: 0x24,
  cancelTraining: 0x25,
  setTrainConfig: 0x26,
  trainConfig: 0x27,
  jitter: 0x28,
  undo: 0x29,
  taughtSize: 0x30,
  taughtRead: 0x31,
  taughtBegin: 0x32,
  taughtWrite: 0x33,
  taughtEnd: 0x34,
  keep: 0x38,
  forget: 0x39,
  clock: 0x40,
  freeRun: 0x41,
} as const;

export const ANSWER_BIT = 0x80;

/** Types nobody asks for: the device says them by itself. */
export const TOLD = { progress: 0xf0, log: 0xf1 } as const;

/**
 * First byte of every answer that is not 0: 1…63 as the instrument's C ABI numbers them
 * (firmware/wasm/abi.h), from 64 on the wire's own.
 */
export const REFUSALS = {
  1: 'no_examples',
  2: 'examples_full',
  3: 'bad_config',
  4: 'bad_shape',
  5: 'bad_value',
  6: 'no_memory',
  7: 'training',
  8: 'not_training',
  9: 'nothing_to_undo',
  10: 'buffer_too_small',
  11: 'file_foreign',
  12: 'file_damaged',
  13: 'file_newer',
  14: 'file_mismatch',
  36: 'queue_full',
  64: 'unknown_type',
  65: 'bad_body',
  66: 'not_on_this_board',
  67: 'flash_full',
  68: 'flash_failed',
} as const;
export type Refusal = (typeof REFUSALS)[keyof typeof REFUSALS];

/** The refusal a status byte stands for; undefined where this version knows none. */
export function refusalOf(status: number): Refusal | undefined {
  const table: Readonly<Record<number, Refusal>> = REFUSALS;
  return table[status];
}

/** How a training stands, by its number on the wire. */
export const TRAINING_STATES = ['idle', 'running', 'converged', 'exhausted', 'cancelled'] as const;
export type TrainingState = (typeof TRAINING_STATES)[number];

/** What `name` asks for. */
export const NAME_KINDS = { channel: 0, param: 1, voiceSpace: 2 } as const;
export type NameKind = keyof typeof NAME_KINDS;
