/** One watchdog and two guarded stacks, on two emulated Cortex-M33: whichever core stops, the board restarts and says so. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { FAULT } from '../../build/ts/contract.ts';
import { closing } from '../support/closing.ts';
import { FIRMWARE_SOURCES } from '../support/emulator.ts';
import { Device } from '../support/qemu.ts';

const MAIN = 'firmware/board/mps2/main.cc';
const device = await Device.compile({
  sources: ['test/device/two_cores_main.cc', ...FIRMWARE_SOURCES.filter((at) => at !== MAIN)],
  flags: ['-O1'],
});

const cases: readonly (readonly [word: string, what: string])[] = [
  ['control-hangs', 'the control core hangs'],
  ['audio-hangs', 'the interrupt that renders audio never returns'],
  ['audio-loop-hangs', 'the audio core hangs below its interrupts'],
  ['control-overflows', 'the stack of the control core overflows'],
  ['audio-overflows', 'the stack of the audio core overflows'],
];

for (const [word, what] of cases) {
  test(`${what}: the board restarts, tells it, and no memory below a stack has changed`, async () => {
    const { code, output } = await device.runOnTwoCores(word);
    assert.is(
      output,
      `restarted, faults ${FAULT.restarted}, memory below the stacks intact\n`,
      `exit code ${code}`,
    );
    assert.is(code, 0);
  });
}

test('while both cores live the watchdog restarts nothing, and nothing is told', async () => {
  const { code, output } = await device.runOnTwoCores('nothing');
  assert.is(output, 'calm, faults 0, memory below the stacks intact\n');
  assert.is(code, 0);
});

closing(() => device.remove());

test.run();
