/** What a board found of its parts, in words. */
import { type EventFields, PART, type Part, UNIT_ONE } from '../../build/ts/contract.ts';

type SelfTest = EventFields['self_test'];

/** What to do about a part that does not work. */
const ADVICE: Readonly<Record<Part, string>> = {
  codec: 'no answer; check SDA, SCL, MCLK and power',
  clock: 'the PLL is not locked; check the wire from the board to MCLK',
  joystick: 'not near its middle; leave the stick alone, or check its wires',
  buttons: 'one is down that should not be, or at power-on one is not held',
  midi: 'nothing came back; connect MIDI out with MIDI in to test both',
  flash: 'a test entry could not be saved and read back',
};

const NAMES = ['codec', 'clock', 'joystick', 'buttons', 'midi', 'flash'] as const;

function detail(part: Part, { codec_id, axes, buttons }: SelfTest): string {
  switch (part) {
    case 'codec':
      return ` (id 0x${codec_id.toString(16).padStart(4, '0')})`;
    case 'joystick':
      return ` (at ${axes.map((axis) => (axis / UNIT_ONE).toFixed(2)).join(' ')})`;
    case 'buttons':
      return ` (down: ${buttons.toString(2).padStart(2, '0')})`;
    default:
      return '';
  }
}

/** A line for each part, then what should be heard. */
export function selfTestLines(found: SelfTest): string[] {
  const lines = NAMES.map((part) => {
    if ((found.present & PART[part]) === 0) return `${part}: not on this board`;
    const works = (found.working & PART[part]) !== 0;
    return `${part}: ${works ? 'OK' : ADVICE[part]}${detail(part, found)}`;
  });
  return [...lines, 'tone: half a second on the left, then half a second on the right'];
}
