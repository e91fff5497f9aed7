/**
 * The messages of the instrument's wire (PROTOCOL.md): what can be asked, and what is answered.
 * firmware/link/messages.h holds the same numbers; the conversation test of the two would fail on any
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
} as const;

export const ANSWER_BIT = 0x80;

/** Types nobody asks for: the device says them by itself. */
export const TOLD = { progress: 0xf0, log: 0xf1 } as const;

/** First byte of every answer, in the order of the numbers on the wire. */
export const STATUSES = [
  'ok',
  'unknown_type',
  'bad_body',
  'out_of_range',
  'not_on_this_board',
  'refused',
] as const;
export type LinkStatus = (typeof STATUSES)[number];

/** Second byte of a `refused` answer: why the learning core said no, in its numbering. */
export const REFUSALS = [
  'ok',
  'no_examples',
  'examples_full',
  'bad_config',
  'bad_shape',
  'bad_value',
  'no_memory',
  'training',
  'not_training',
  'nothing_to_undo',
  'buffer_too_small',
  'file_foreign',
  'file_damaged',
  'file_newer',
  'file_mismatch',
] as const;
export type Refusal = (typeof REFUSALS)[number];

/** What `name` asks for. */
export const NAME_KINDS = { channel: 0, param: 1, voiceSpace: 2 } as const;
export type NameKind = keyof typeof NAME_KINDS;
