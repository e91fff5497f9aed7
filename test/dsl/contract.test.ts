/** The contract: what a declaration may be, that numbers never change, and what is generated from it. */
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as v from 'valibot';
import { CONTRACT } from '../../dsl/contract/contract.ts';
import {
  type Contract,
  ContractSchema,
  type Event,
  type Status,
  type WireRequest,
} from '../../dsl/contract/schema.ts';

/** `name code`, in the order of the codes. */
const numbers = (entries: readonly { readonly name: string; readonly code: number }[]): string =>
  entries.map(({ name, code }) => `${name} ${code}`).join(', ');

test('a number that was released keeps its meaning', () => {
  assert.is(
    numbers(CONTRACT.statuses),
    'ok 0, no_examples 1, examples_full 2, bad_config 3, bad_shape 4, bad_value 5, no_memory 6, ' +
      'training 7, not_training 8, nothing_to_undo 9, buffer_too_small 10, file_foreign 11, ' +
      'file_damaged 12, file_newer 13, file_mismatch 14, not_exploring 15, bad_handle 32, unknown_engine 33, ' +
      'unknown_channel 34, unknown_param 35, queue_full 36, unknown_type 64, bad_body 65, ' +
      'not_on_this_board 66, flash_full 67, flash_failed 68',
  );
  assert.is(
    numbers(CONTRACT.requests),
    'hello 1, mode 2, name 3, select_mode 16, select_voice_space 17, state 18, read_params 19, ' +
      'set_param 20, release_params 21, set_inputs 22, note_on 23, note_off 24, set_volume 25, self_test 26, calibrate 27, ' +
      'preset 28, select_preset 29, lock_param 30, read_locks 31, ' +
      'add_example 32, remove_nearest 33, clear_examples 34, train 35, train_with 36, cancel_training 37, ' +
      'set_train_config 38, train_config 39, jitter 40, undo 41, set_scale 42, read_scale 43, taught_size 48, taught_read 49, ' +
      'taught_begin 50, taught_write 51, taught_end 52, keep 56, forget 57, clock 64, free_run 65, hold_controls 66, ' +
      'explore_begin 80, explore_move 81, explore_like 82, explore_dislike 83, explore_undo 84, ' +
      'explore_end 85, explore_state 86',
  );
  assert.is(numbers(CONTRACT.events), 'progress 240, log 241, self_test 242');
  assert.is(
    CONTRACT.enums.map(({ name, values }) => `${name}: ${numbers(values)}`).join('; '),
    'train_state: idle 0, running 1, converged 2, exhausted 3, cancelled 4; ' +
      'train_field: learning_rate 1, max_iterations 2, min_error 4; ' +
      'audio_input: none 0, line 1, microphone 2; role: none 0, level 1, mix 2, cutoff 3; ' +
      'name_kind: channel 0, param 1, voice_space 2, preset 3; ' +
      'fault: codec 1, flash 2, unfit 4, late 8, midi_lost 16, restarted 32; ' +
      'part: codec 1, clock 2, joystick 4, buttons 8, midi 16, flash 32; ' +
      'scale: chromatic 4095, major 2741, minor 1453, harmonic_minor 2477, melodic_minor 2733, ' +
      'major_pentatonic 661, minor_pentatonic 1193, blues 1257, dorian 1709, phrygian 1451, lydian 2773, ' +
      'mixolydian 1717, locrian 1387, whole_tone 1365, diminished 2925',
  );
});

const status: Status = { code: 1, name: 'no_examples', message: 'none', from: 'core' };
const undo: WireRequest = { code: 0x29, name: 'undo', doc: 'undoes', fields: [], answer: [] };
const log: Event = {
  code: 0xf1,
  name: 'log',
  doc: 'a line',
  fields: [{ name: 'text', type: 'line' }],
};

/** [what is wrong, how the contract is changed] */
const WRONG: readonly (readonly [RegExp, (contract: Contract) => void])[] = [
  [/each code may occur once/, ({ statuses }) => void statuses.push({ ...status, name: 'other' })],
  [/each name may occur once/, ({ statuses }) => void statuses.push({ ...status, code: 99 })],
  [/each code may occur once/, ({ requests }) => void requests.push({ ...undo, name: 'other' })],
  [/Invalid value/, ({ requests }) => void requests.push({ ...undo, name: 'x', code: 0x80 })],
  [/Invalid value/, ({ events }) => void events.push({ ...log, name: 'x', code: 0x20 })],
  [/Invalid format/, ({ requests }) => void requests.push({ ...undo, name: 'Undo', code: 0x2f })],
  [
    /must be the last/,
    ({ events }) =>
      void events.push({
        ...log,
        name: 'x',
        code: 0xf2,
        fields: [...log.fields, { name: 'more', type: 'u8' }],
      }),
  ],
  [
    /a board reads no text/,
    ({ requests }) =>
      void requests.push({ ...undo, name: 'x', code: 0x2f, fields: [{ name: 'a', type: 'text' }] }),
  ],
];
test('a contract that contradicts itself is refused', () => {
  for (const [message, change] of WRONG) {
    const contract = structuredClone(CONTRACT);
    change(contract);
    assert.throws(() => v.parse(ContractSchema, contract), message);
  }
});

test('a message is a sentence of its own: no capital, no full stop', () => {
  for (const { message } of CONTRACT.statuses) assert.match(message, /^[a-z].*[^.]$/);
});

test('what is generated names every entry, for the compiler to compare', () => {
  const cpp = readFileSync('build/cpp/contract.h', 'utf8');
  const header = readFileSync('firmware/abi/abi.h', 'utf8');
  assert.match(cpp, '  kTaughtRead = 0x31,');
  assert.match(cpp, '  if (to.count > 511) return false;\n');
  assert.match(
    readFileSync('build/cpp/dispatch.h', 'utf8'),
    'case Request::kUndo:\n      return answer_to<request::Undo>(in, handler);',
  );
  assert.match(header, '  ENS_QUEUE_FULL = 36,');
  assert.not.match(header, 'ENS_UNKNOWN_TYPE');
});

test.run();
