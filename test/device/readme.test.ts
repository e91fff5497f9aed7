/** The guides' commands that need an instrument, run on the emulated one. */
import { test } from 'uvu';
import { Checkout } from '../support/checkout.ts';
import { FIRMWARE_SOURCES, startEmulator } from '../support/emulator.ts';
import { Device } from '../support/qemu.ts';
import { TRIALS } from '../support/readme-commands.ts';
import { tryIn } from '../support/trial.ts';

const checkout = new Checkout();
const device = await Device.compile({
  sources: FIRMWARE_SOURCES,
  flags: ['-fno-threadsafe-statics'],
});
const emulator = await startEmulator(device, checkout.file('audio.wav'), 0);

for (const trial of TRIALS.filter(({ by }) => by === 'device')) {
  test(trial.shown, async () => {
    const here = trial.shown.replace(
      /device --(?: --port \S+)?/,
      `device -- --port ${emulator.port}`,
    );
    await tryIn(checkout, trial, trial.run ?? here);
  });
}

test('emulator and checkout are cleared away', () => {
  emulator.end();
  device.remove();
  checkout.remove();
});

test.run();
