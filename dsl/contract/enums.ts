/** Named numbers in structs and messages. A number, once given, never changes its meaning. */
import { SCALE } from './scales.ts';
import type { Enum } from './schema.ts';

export const ENUMS: readonly Enum[] = [
  {
    name: 'train_state',
    c_prefix: 'ENS_TRAIN_',
    doc: 'The state of training.',
    flags: false,
    values: [
      {
        name: 'idle',
        code: 0,
        doc: 'not trained since the network was made or loaded, or the examples changed',
      },
      { name: 'running', code: 1, doc: 'needs more steps' },
      { name: 'converged', code: 2, doc: 'the error of a whole pass fell below min_error' },
      { name: 'exhausted', code: 3, doc: 'max_iterations passes did not reach min_error' },
      { name: 'cancelled', code: 4, doc: 'stopped on request' },
    ],
  },
  {
    name: 'train_field',
    c_prefix: 'ENS_TRAIN_',
    doc: 'Which fields of a training configuration to replace.',
    flags: true,
    values: [
      { name: 'learning_rate', code: 1, doc: 'the learning rate' },
      { name: 'max_iterations', code: 2, doc: 'the number of passes' },
      { name: 'min_error', code: 4, doc: 'the error to reach' },
    ],
  },
  {
    name: 'audio_input',
    c_prefix: 'ENS_INPUT_',
    doc: 'What an engine listens to.',
    flags: false,
    values: [
      { name: 'none', code: 0, doc: 'nothing' },
      { name: 'line', code: 1, doc: 'the line input' },
      { name: 'microphone', code: 2, doc: 'the microphone' },
    ],
  },
  {
    name: 'role',
    c_prefix: 'ENS_ROLE_',
    doc: 'The purpose of a slot that is meant to change the loudness.',
    flags: false,
    values: [
      { name: 'none', code: 0, doc: 'none: it changes the sound' },
      { name: 'level', code: 1, doc: 'sets how loud the whole instrument is' },
      {
        name: 'mix',
        code: 2,
        doc: 'sets the level or the share of a part, a stage or an effect',
      },
      {
        name: 'cutoff',
        code: 3,
        doc: 'sets the corner of a filter that can take away most of the sound',
      },
    ],
  },
  {
    name: 'name_kind',
    doc: 'What the request `name` asks the name of.',
    flags: false,
    values: [
      { name: 'channel', code: 0, doc: 'an input channel' },
      { name: 'param', code: 1, doc: 'a param' },
      { name: 'voice_space', code: 2, doc: 'a voice space' },
      { name: 'preset', code: 3, doc: 'a preset, counted from 0' },
    ],
  },
  {
    name: 'fault',
    doc: 'What is wrong with a board; several can be at once.',
    flags: true,
    values: [
      { name: 'codec', code: 1, doc: 'the codec does not answer: check its wires and power' },
      { name: 'flash', code: 2, doc: 'something taught could not be saved' },
      { name: 'unfit', code: 4, doc: 'what flash stores for this mode does not fit this firmware' },
      { name: 'late', code: 8, doc: 'a tick of audio took too long and was heard as a click' },
      { name: 'midi_lost', code: 16, doc: 'MIDI arrived faster than it could be taken' },
      { name: 'restarted', code: 32, doc: 'the watchdog restarted the board' },
    ],
  },
  {
    name: 'part',
    doc: 'Parts of a board that its self-test tests.',
    flags: true,
    values: [
      { name: 'codec', code: 1, doc: 'the codec answers with the id of an SGTL5000' },
      { name: 'clock', code: 2, doc: 'the PLL that makes the sample clock is locked' },
      { name: 'joystick', code: 4, doc: 'every axis is near its middle: leave the stick alone' },
      { name: 'buttons', code: 8, doc: 'no button is stuck, or all are held at power-on' },
      { name: 'midi', code: 16, doc: 'what is sent comes back: connect MIDI out with MIDI in' },
      { name: 'flash', code: 32, doc: 'a few bytes were saved, read back and deleted' },
    ],
  },
  SCALE,
];
