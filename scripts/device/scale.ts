/** The command that chooses the scale a board plays on. */
import { SCALE, type Scale } from '../../build/ts/contract.ts';
import { UsageError } from '../command-line.ts';
import type { DeviceCommand } from './device-command.ts';

/** The roots as people type them, from C. */
const ROOTS: readonly (readonly string[])[] = [
  ['c'],
  ['c#', 'db'],
  ['d'],
  ['d#', 'eb'],
  ['e'],
  ['f'],
  ['f#', 'gb'],
  ['g'],
  ['g#', 'ab'],
  ['a'],
  ['a#', 'bb'],
  ['b'],
];

const isScaleName = (name: string): name is Scale => Object.hasOwn(SCALE, name);
const NAMES = Object.keys(SCALE).filter(isScaleName);

/** A scale as boards hold it: its semitones above the root in bits 0 to 11, then the root. */
function parsed(root: string, name = ''): number {
  if (root === 'off' && name === '') return 0;
  const place = ROOTS.findIndex((names) => names.includes(root.toLowerCase()));
  if (place < 0) {
    throw new UsageError(`expected off, or a root note from c to b with # or b; received ${root}`);
  }
  if (!isScaleName(name)) {
    throw new UsageError(`expected a scale, one of ${NAMES.join(', ')}; received ${name}`);
  }
  return (place << 12) | SCALE[name];
}

function textOf(scale: number): string {
  if (scale === 0) return 'off';
  const semitones = scale & 0xfff;
  const name = NAMES.find((each) => SCALE[each] === semitones);
  return `${ROOTS[scale >> 12]?.[0]} ${name ?? `with the semitones ${semitones.toString(2)}`}`;
}

export const SCALE_COMMANDS: Readonly<Record<string, DeviceCommand>> = {
  scale: {
    usage: 'scale [<root>] [<scale>]',
    help: 'make pitches snap to a scale (c minor) or to none (off), or tell which it is',
    async run(device, [root, name], { print }) {
      if (root !== undefined) await device.request('set_scale', { scale: parsed(root, name) });
      else print(textOf((await device.request('read_scale', {})).scale));
    },
  },
};
