/** The structs of the C ABI. */
import type { Struct } from './schema.ts';

export const STRUCTS: readonly Struct[] = [
  {
    name: 'driver_config',
    c_name: 'EnsDriverConfig',
    doc: 'How to set up the hardware before the engine plays.',
    fields: [
      { name: 'input', type: 'u32', of: 'audio_input', doc: 'ENS_INPUT_…' },
      { name: 'line_level', type: 'u32', doc: '0…15' },
      { name: 'microphone_gain_db', type: 'u32', doc: '0…52' },
      { name: 'output_volume', type: 'f32', doc: '0…1' },
      { name: 'sample_rate_hz', type: 'u32', doc: '24000, 32000, 44100 or 48000' },
    ],
  },
  {
    name: 'instrument_config',
    c_name: 'EnsConfig',
    doc: 'What an instrument is made of. Pointers are read only during the call.',
    fields: [
      { name: 'engine_id', type: 'text', doc: 'id of the engine' },
      {
        name: 'mode_id',
        type: 'text',
        doc: 'stored in taught files: a-z, 0-9 and _, a letter first, at most 64 bytes',
      },
      { name: 'channels', type: 'texts', doc: 'names of input channels, layers[0] of them' },
      { name: 'params', type: 'texts', doc: 'names of engine slots, one for each output' },
      { name: 'layers', type: 'u32s', doc: 'sizes: inputs, hidden…, outputs' },
      { name: 'layer_count', type: 'u32', doc: '3…10' },
      { name: 'sample_rate_hz', type: 'f32', doc: 'goes through ens_select_sample_rate' },
      { name: 'seed', type: 'u32', doc: 'for the first weights, jitter and the wander_* channels' },
      { name: 'default_spread', type: 'u32', doc: 'unit value: how far the first weights spread' },
      { name: 'learning_rate', type: 'f32', doc: 'training default, see EnsTrainConfig' },
      { name: 'max_iterations', type: 'u32', doc: 'training default' },
      { name: 'min_error', type: 'f32', doc: 'training default' },
      { name: 'example_capacity', type: 'u32', doc: '1…65535' },
    ],
  },
  {
    name: 'train_config',
    c_name: 'EnsTrainConfig',
    doc: 'Settings of training.',
    fields: [
      { name: 'learning_rate', type: 'f32', doc: 'above 0, at most 100; useful values are 0.03…3' },
      { name: 'max_iterations', type: 'u32', doc: '1…1,000,000 passes over all examples' },
      { name: 'min_error', type: 'f32', doc: '0…1: mean squared error at which training stops' },
    ],
  },
  {
    name: 'train_progress',
    c_name: 'EnsTrainProgress',
    doc: 'How far training has got.',
    fields: [
      { name: 'state', type: 'u32', of: 'train_state', doc: 'ENS_TRAIN_IDLE…ENS_TRAIN_CANCELLED' },
      { name: 'iterations', type: 'u32', doc: 'whole passes done' },
      { name: 'error', type: 'f32', doc: 'mean squared error of the last whole pass' },
    ],
  },
  {
    name: 'explore_state',
    c_name: 'EnsExploreState',
    doc: 'How far exploring around a sound has got.',
    fields: [
      { name: 'active', type: 'u32', doc: '1 while a sound is being explored' },
      { name: 'x', type: 'u32', doc: 'unit value: the place in the plane, from left to right' },
      { name: 'y', type: 'u32', doc: 'unit value: the place in the plane, from bottom to top' },
      {
        name: 'reach',
        type: 'u32',
        doc: 'unit value: how far the plane reaches; each Like makes it smaller',
      },
      { name: 'presses', type: 'u32', doc: 'Likes and Dislikes that can be undone' },
    ],
  },
];
