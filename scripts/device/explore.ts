/** The commands that look for a sound by ear, in planes of sounds around another one. */
import { UsageError } from '../command-line.ts';
import { type DeviceCommand, numberOf, request, unitOf } from './device-command.ts';

export const EXPLORE_COMMANDS: Readonly<Record<string, DeviceCommand>> = {
  explore: {
    usage: 'explore [<seed>]',
    help: 'explore a plane of sounds around this one with the first two controls',
    async run(device, [text]) {
      const seed = text === undefined ? Math.floor(Math.random() * 2 ** 32) : numberOf(text);
      if (!Number.isInteger(seed) || seed < 0 || seed >= 2 ** 32) {
        throw new UsageError('the seed must be a whole number from 0 to 4294967295');
      }
      await device.request('explore_begin', { seed });
    },
  },
  'explore-move': {
    usage: 'explore-move <0…1> <0…1>',
    help: 'move to a place in the plane',
    async run(device, [x, y]) {
      await device.request('explore_move', { x: unitOf(x, 'x'), y: unitOf(y, 'y') });
    },
  },
  like: {
    usage: 'like',
    help: 'continue from this sound in a smaller plane; use example to keep it',
    run: request('explore_like'),
  },
  dislike: {
    usage: 'dislike',
    help: 'try another plane around the same sound',
    run: request('explore_dislike'),
  },
  'explore-undo': {
    usage: 'explore-undo',
    help: 'undo the last like or dislike',
    run: request('explore_undo'),
  },
  'explore-end': {
    usage: 'explore-end',
    help: 'end exploring and hold the sound',
    run: request('explore_end'),
  },
};
