/** Every mode in every voice space on an emulated Cortex-M33: the same bits as wasm and host. */
import { readdirSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { differences, readGolden } from '../../scripts/golden/command.ts';
import { Device } from '../support/qemu.ts';

const sources = ['dsp', 'engines', 'instrument', 'abi'].flatMap((folder) =>
  readdirSync(`firmware/${folder}`)
    .filter((name) => name.endsWith('.cc'))
    .map((name) => `firmware/${folder}/${name}`),
);

test('two seconds of every mode and voice space hash as committed', async () => {
  const device = await Device.compile({ sources: ['test/device/golden_main.cc', ...sources] });
  try {
    const { code, output } = await device.run(900);
    assert.is(code, 0, output.slice(-500));
    assert.equal(differences(readGolden(), output.trimEnd().split('\n')), []);
  } finally {
    device.remove();
  }
});

test.run();
