/** The command that chooses the scale a board plays on. */
import { parseScale, scaleText } from '../../src/shared/scale.ts';
import { UsageError } from '../command-line.ts';
import type { DeviceCommand } from './device-command.ts';

function scaleOf(root: string, name: string | undefined): number {
  try {
    return parseScale(root, name);
  } catch (error) {
    throw error instanceof RangeError ? new UsageError(error.message) : error;
  }
}

export const SCALE_COMMANDS: Readonly<Record<string, DeviceCommand>> = {
  scale: {
    usage: 'scale [<root>] [<scale>]',
    help: 'make pitches snap to a scale (c minor) or to none (off), or tell which it is',
    async run(device, [root, name], { print }) {
      if (root !== undefined) await device.request('set_scale', { scale: scaleOf(root, name) });
      else print(scaleText((await device.request('read_scale', {})).scale));
    },
  },
};
