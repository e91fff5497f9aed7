/** Everything a call of the instrument or a request on the serial wire can answer. Numbers are final. */
import type { Status } from './schema.ts';

const status = (from: Status['from'], code: number, name: string, message: string): Status => ({
  code,
  name,
  message,
  from,
});

export const STATUSES: readonly Status[] = [
  status('core', 0, 'ok', 'done'),
  status('core', 1, 'no_examples', 'there are no examples yet: add one first'),
  status(
    'core',
    2,
    'examples_full',
    'the example memory is full: remove an example, or clear them',
  ),
  status(
    'core',
    3,
    'bad_config',
    'learning_rate must be above 0 up to 100, max_iterations 1 to 1000000, min_error 0 to 1',
  ),
  status(
    'core',
    4,
    'bad_shape',
    'layer sizes beyond the limits, or not those of channels and params',
  ),
  status('core', 5, 'bad_value', 'no such index, or a value above 1'),
  status('core', 6, 'no_memory', 'the memory is too small or not aligned to 16 bytes'),
  status('core', 7, 'training', 'training is running: wait until it ends, or cancel it'),
  status('core', 8, 'not_training', 'no training is running'),
  status('core', 9, 'nothing_to_undo', 'there is nothing to undo'),
  status('core', 10, 'buffer_too_small', 'the file does not fit into the memory there is for it'),
  status('core', 11, 'file_foreign', 'this is not a taught file'),
  status('core', 12, 'file_damaged', 'the file is damaged'),
  status(
    'core',
    13,
    'file_newer',
    'the file is from a newer version: update the software that reads it',
  ),
  status(
    'core',
    14,
    'file_mismatch',
    'the file was taught for another mode: select that mode first',
  ),
  status('core', 15, 'not_exploring', 'no sound is being explored: begin with one first'),
  status('abi', 32, 'bad_handle', 'the instrument is null or was destroyed'),
  status('abi', 33, 'unknown_engine', 'there is no engine with this id'),
  status('abi', 34, 'unknown_channel', 'there is no input channel with this name'),
  status('abi', 35, 'unknown_param', 'the engine has no slot for this param'),
  status('abi', 36, 'queue_full', 'too many notes at once: this one was dropped'),
  status(
    'wire',
    64,
    'unknown_type',
    'this firmware does not know the request: update the firmware',
  ),
  status(
    'wire',
    65,
    'bad_body',
    'the request is too short or too long, or a field is out of range',
  ),
  status('wire', 66, 'not_on_this_board', 'this board cannot do that'),
  status(
    'wire',
    67,
    'flash_full',
    'the flash memory is full: forget what is kept for another mode',
  ),
  status(
    'wire',
    68,
    'flash_failed',
    'the flash memory could not be written; what it kept is still there',
  ),
];
