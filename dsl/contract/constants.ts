/** Numbers that every target shares: the ABI's version, units, limits of the learning core, defaults. */
import type { Constant } from './schema.ts';

/** Limits of the learning core and of taught files. */
export const CORE_LIMITS = {
  inputs: 64,
  outputs: 128,
  hiddenLayers: 8,
  width: 256,
  modeIdBytes: 64,
} as const;

export const CONSTANTS: readonly Constant[] = [
  { name: 'abi_version', value: 1, doc: 'Raised when a call, a struct or a meaning changes.' },
  { name: 'tick_frames', value: 64, doc: 'Frames from one control tick to the next.' },
  {
    name: 'unit_one',
    value: 32768,
    doc: 'The unit value (Q0.15 in a uint16_t) that stands for 1.',
  },
  {
    name: 'sample_rate_hz',
    value: 48000,
    doc: 'The sample rate used where none, or an unsupported one, is requested.',
  },
  { name: 'history_length', value: 128, doc: 'Most points in the error history of a training.' },
  {
    name: 'first_seed',
    value: 1,
    doc: 'The default seed, so that an untaught mode sounds the same everywhere.',
  },
  {
    name: 'example_capacity',
    value: 64,
    doc: 'The default number of examples an instrument holds.',
  },
  { name: 'max_examples', value: 65535, doc: 'Most examples an instrument can be made to hold.' },
  {
    name: 'max_layers',
    value: CORE_LIMITS.hiddenLayers + 2,
    doc: 'Most layers, counting inputs and outputs.',
  },
  { name: 'max_layer_size', value: CORE_LIMITS.width, doc: 'Most neurons in a layer.' },
  { name: 'max_inputs', value: CORE_LIMITS.inputs, doc: 'Most input channels of a mode.' },
  { name: 'max_outputs', value: CORE_LIMITS.outputs, doc: 'Most params of a mode.' },
  {
    name: 'not_locked',
    value: 65535,
    doc: 'In place of the unit value of a locked param: it is not locked.',
  },
  { name: 'max_mode_id_bytes', value: CORE_LIMITS.modeIdBytes, doc: 'Longest mode id.' },
];
