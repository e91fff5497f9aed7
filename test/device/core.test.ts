/** The learning core on a Cortex-M33: every golden line, by its DSP instructions and without them; and its size. */
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { coreSize, PROMISED_SIZE } from '../support/core-size.ts';
import { Device } from '../support/qemu.ts';

const golden = readFileSync('test/golden/core.txt', 'utf8');
const learned = readFileSync('test/golden/learner.txt', 'utf8');
const explored = readFileSync('test/golden/explore.txt', 'utf8');

for (const [name, flags] of [
  ['-O3 with SMLAD', []],
  ['-Os with SMLAD', ['-Os']],
  ['-O3 by the portable kernels', ['-DENS_PORTABLE']],
] as const) {
  test(`a Cortex-M33 computes the golden run: ${name}`, async () => {
    const device = await Device.compile({
      sources: ['test/firmware/core/golden_main.cc'],
      flags,
    });
    try {
      const { code, output } = await device.run();
      assert.is(code, 0, output.slice(0, 500));
      const [arena, fixed, learner, explore] = output.split('--\n');
      assert.fixture(arena ?? '', golden, 'shapes given at run time');
      assert.fixture(fixed ?? '', golden, 'shapes as constants');
      assert.fixture(learner ?? '', learned, 'the learner');
      assert.fixture(explore ?? '', explored, 'exploring');
    } finally {
      device.remove();
    }
  });
}

test('the learning core is as small as promised', async () => {
  const { code, tables } = await coreSize();
  assert.ok(code <= PROMISED_SIZE.code, `${code} bytes of code`);
  assert.ok(tables <= PROMISED_SIZE.tables, `${tables} bytes of tables`);
});

test('the emulator hands on a failing exit code', async () => {
  const device = await Device.compile({ sources: ['test/device/exit_code.cc'] });
  try {
    assert.equal(await device.run(), { code: 42, output: 'forty-two\n' });
  } finally {
    device.remove();
  }
});

test.run();
