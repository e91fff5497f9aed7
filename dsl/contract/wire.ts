/** The serial wire of a board: frame limits, what a host can request, what a board sends by itself. */
import type { Constant, Event, Field, WireRequest } from './schema.ts';

export const FRAME: readonly Constant[] = [
  { name: 'version', value: 1, doc: 'First byte of every frame.' },
  { name: 'head_bytes', value: 3, doc: 'Version, type and sequence number.' },
  { name: 'max_body_bytes', value: 512, doc: 'Longest body.' },
  { name: 'crc_bytes', value: 4, doc: 'CRC-32 after the body.' },
  { name: 'answer_bit', value: 0x80, doc: 'Set in the type of an answer.' },
  { name: 'progress_interval', value: 50, doc: 'Iterations from one progress event to the next.' },
];

const field = (name: string, type: Field['type']): Field => ({ name, type });

const TRAIN_CONFIG: Field[] = [
  field('learning_rate', 'f32'),
  field('max_iterations', 'u32'),
  field('min_error', 'f32'),
];

const SELF_TEST: Field[] = [
  { name: 'present', type: 'u16', of: 'part' },
  { name: 'working', type: 'u16', of: 'part' },
  field('codec_id', 'u16'),
  field('buttons', 'u8'),
  field('axes', 'units'),
];

const request = (
  code: number,
  name: string,
  doc: string,
  fields: Field[] = [],
  answer: Field[] = [],
): WireRequest => ({ code, name, doc, fields, answer });

export const REQUESTS: readonly WireRequest[] = [
  request(
    0x01,
    'hello',
    'what the board is and how many modes it has',
    [],
    [
      field('tick_frames', 'u16'),
      field('sample_rate_hz', 'u32'),
      field('modes', 'u8'),
      field('board', 'text'),
      field('firmware', 'text'),
    ],
  ),
  request(
    0x02,
    'mode',
    'describes one of its modes',
    [field('index', 'u8')],
    [
      field('channels', 'u8'),
      field('params', 'u8'),
      field('voice_spaces', 'u8'),
      field('mode_id', 'text'),
      field('engine_id', 'text'),
    ],
  ),
  request(
    0x03,
    'name',
    'the name of a channel, param, voice space or preset of the selected mode',
    [{ name: 'kind', type: 'u8', of: 'name_kind' }, field('index', 'u8')],
    [field('name', 'text')],
  ),
  request(
    0x10,
    'select_mode',
    'saves what was taught, selects a mode and loads what flash stores',
    [field('index', 'u8')],
  ),
  request(0x11, 'select_voice_space', 'selects a voice space', [field('ordinal', 'u8')]),
  request(
    0x12,
    'state',
    'what the board is doing, its counters, and what is wrong (flags of `fault`)',
    [],
    [
      field('mode', 'u8'),
      field('voice_space', 'u8'),
      field('training', 'flag'),
      field('examples', 'u16'),
      field('example_capacity', 'u16'),
      field('ticks', 'u32'),
      field('longest_tick_us', 'u32'),
      field('frames', 'u32'),
      field('broken', 'u32'),
      field('too_long', 'u32'),
      field('bad_crc', 'u32'),
      field('bad_version', 'u32'),
      field('late_ticks', 'u32'),
      { name: 'faults', type: 'u16', of: 'fault' },
      field('volume', 'unit'),
    ],
  ),
  request(
    0x13,
    'read_params',
    'reads all params as they sound now',
    [],
    [field('values', 'units')],
  ),
  request(0x14, 'set_param', 'holds a param at a value', [
    field('index', 'u8'),
    field('value', 'unit'),
  ]),
  request(0x15, 'release_params', 'lets the network control all params again'),
  request(0x16, 'set_inputs', 'sets input channels, from `first` on', [
    field('first', 'u8'),
    field('values', 'units'),
  ]),
  request(0x17, 'note_on', 'plays a note', [field('key', 'u8'), field('velocity', 'unit')]),
  request(0x18, 'note_off', 'ends a note', [field('key', 'u8')]),
  request(0x19, 'set_volume', 'sets the output volume, which is remembered', [
    field('volume', 'unit'),
  ]),
  request(
    0x1a,
    'self_test',
    'plays a tone for a second, left then right, and says which parts are there and which work',
    [],
    SELF_TEST,
  ),
  request(
    0x1b,
    'calibrate',
    'begins to learn the ends and the centre of the stick, or ends it with the stick at rest',
    [field('begin', 'flag')],
  ),
  request(
    0x1c,
    'preset',
    'how many presets the selected mode has, and which was chosen last, from 1; 0 if none',
    [],
    [field('presets', 'u8'), field('number', 'u8')],
  ),
  request(
    0x1d,
    'select_preset',
    'saves what was taught and plays a preset, counted from 1; 0 plays what flash stores',
    [field('number', 'u8')],
  ),
  request(
    0x1e,
    'lock_param',
    'keeps a param out of learning, where it is, or gives it back to the network',
    [field('index', 'u8'), field('locked', 'flag')],
  ),
  request(
    0x1f,
    'read_locks',
    'reads the value that each param is locked at; 0xffff for those that are not locked',
    [],
    [field('values', 'units')],
  ),
  request(0x20, 'add_example', 'saves the current sound at the current inputs'),
  request(0x21, 'remove_nearest', 'removes the example nearest to the current inputs'),
  request(0x22, 'clear_examples', 'removes all examples'),
  request(0x23, 'train', 'starts training with the configuration'),
  request(0x24, 'train_with', 'starts training with these settings, this time only', TRAIN_CONFIG),
  request(0x25, 'cancel_training', 'stops training and keeps what was learned so far'),
  request(0x26, 'set_train_config', 'replaces the given fields of the configuration', [
    { name: 'fields', type: 'u8', max: 7, of: 'train_field' },
    ...TRAIN_CONFIG,
  ]),
  request(0x27, 'train_config', 'reads the training configuration', [], TRAIN_CONFIG),
  request(0x28, 'jitter', 'changes all weights by a random amount', [field('amount', 'unit')]),
  request(0x29, 'undo', 'undoes the last training or jitter; sent again, redoes it'),
  request(
    0x2a,
    'set_scale',
    'chooses the scale that pitches snap to, as in taught files; 0: none',
    [field('scale', 'u16')],
  ),
  request(
    0x2b,
    'read_scale',
    'reads the scale that pitches snap to; 0 if there is none',
    [],
    [field('scale', 'u16')],
  ),
  request(0x30, 'taught_size', 'prepares the taught file for reading', [], [field('size', 'u32')]),
  request(
    0x31,
    'taught_read',
    'reads a piece of the taught file',
    [field('at', 'u32'), { name: 'count', type: 'u16', max: 511 }],
    [field('bytes', 'bytes')],
  ),
  request(0x32, 'taught_begin', 'announces a taught file of this size', [field('size', 'u32')]),
  request(0x33, 'taught_write', 'sends a piece of that file', [
    field('at', 'u32'),
    field('bytes', 'bytes'),
  ]),
  request(0x34, 'taught_end', 'loads that file, all of it or nothing'),
  request(0x38, 'keep', 'saves what was learned to flash'),
  request(0x39, 'forget', 'deletes what flash stores for this mode'),
  request(0x40, 'clock', 'emulator only: runs this many ticks', [field('ticks', 'u32')]),
  request(0x41, 'free_run', 'emulator only: runs in real time, or stops', [field('on', 'flag')]),
  request(
    0x42,
    'hold_controls',
    'emulator only: holds buttons and axes, turns the encoder by `turned` - 128; gives the light',
    [field('buttons', 'u8'), field('turned', 'u8'), field('axes', 'units')],
    [field('lit', 'flag'), field('flashes', 'u8')],
  ),
  request(
    0x50,
    'explore_begin',
    'lays a plane of sounds around the current one; the first two hand controls move in it',
    [field('seed', 'u32')],
  ),
  request(0x51, 'explore_move', 'moves to a place in the plane', [
    field('x', 'unit'),
    field('y', 'unit'),
  ]),
  request(0x52, 'explore_like', 'makes the sound at the place the middle of a smaller plane'),
  request(0x53, 'explore_dislike', 'lays another plane around the same sound'),
  request(0x54, 'explore_undo', 'undoes the last like or dislike'),
  request(0x55, 'explore_end', 'ends exploring and holds the sound at the place'),
  request(
    0x56,
    'explore_state',
    'where exploring is, and how many presses can be undone',
    [],
    [
      field('active', 'flag'),
      field('x', 'unit'),
      field('y', 'unit'),
      field('reach', 'unit'),
      field('presses', 'u16'),
    ],
  ),
];

export const EVENTS: readonly Event[] = [
  {
    code: 0xf0,
    name: 'progress',
    doc: 'how training is going: every 50 iterations, and at the end',
    fields: [
      { name: 'state', type: 'u8', of: 'train_state' },
      field('iterations', 'u32'),
      field('error', 'f32'),
    ],
  },
  { code: 0xf1, name: 'log', doc: 'a line of text for people', fields: [field('text', 'line')] },
  {
    code: 0xf2,
    name: 'self_test',
    doc: 'what a self-test at power-on found, before the first answer',
    fields: SELF_TEST,
  },
];
