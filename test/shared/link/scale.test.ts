/** A scale on a board: chosen by a host, kept over presets and while the power is off. */
import { mkdirSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SCALE } from '../../../build/ts/contract.ts';
import { MODES } from '../../../build/ts/registry.ts';
import { makeInstrument } from '../../../scripts/instrument/make-instrument.ts';
import { modeNamed, openWorkshop } from '../../../scripts/instrument/modes.ts';
import { LinkError } from '../../../src/shared/link/client.ts';
import { decodeTaught } from '../../../src/shared/taught.ts';
import { closing } from '../../support/closing.ts';
import { compileDevice, type Device, startDevice, teach } from '../../support/device-host.ts';

mkdirSync('out', { recursive: true });
const folder = mkdtempSync('out/device-scale-');
const program = await compileDevice();
const audio = path.join(folder, 'audio.wav');
const start = (...args: string[]): Device => startDevice(program, audio, ...args);

const PAF = 'paf_synth';
const index = MODES.findIndex(({ modeId }) => modeId === PAF);
/** D dorian. */
const DORIAN = (2 << 12) | SCALE.dorian;

const scaleOf = async ({ remote }: Device): Promise<number> =>
  (await remote.request('read_scale', {})).scale;

test('pitches snap to the scale that a host chooses, the same bits as in wasm; it stays while presets change', async () => {
  const device = start();
  const { remote } = device;
  await remote.request('select_mode', { index });
  await remote.request('set_param', { index: 0, value: 10001 });
  const value = async (): Promise<number | undefined> => {
    await remote.request('clock', { ticks: 2 });
    return (await remote.request('read_params', {})).values[0];
  };
  assert.is(await scaleOf(device), 0);
  assert.is(await value(), 10001);
  await remote.request('set_scale', { scale: DORIAN });
  const { abi, modes } = await openWorkshop();
  const mode = modeNamed(modes, PAF);
  const instrument = makeInstrument(abi, mode);
  instrument.tuning.setScale(DORIAN);
  const settled = instrument.tuning.settled(mode.params.map(() => 10001))[0];
  assert.is.not(settled, 10001);
  assert.is(await value(), settled);
  await remote.request('select_preset', { number: 2 });
  assert.is(await scaleOf(device), DORIAN);
  try {
    await remote.request('set_scale', { scale: 2 });
    assert.unreachable('a scale without its root was accepted');
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    assert.is(error.code, 'bad_value');
  }
  assert.is(await scaleOf(device), DORIAN);
  assert.is(await device.end(), 0);
});

test('a scale is there after the power was off, and one chosen on a preset replaces nothing', async () => {
  const flash = path.join(folder, 'flash.bin');
  const first = start(flash);
  await first.remote.request('select_mode', { index });
  await teach(first);
  await first.remote.request('clock', { ticks: 1501 });
  await first.remote.request('clock', { ticks: 1501 });
  await first.remote.request('set_scale', { scale: DORIAN });
  await first.remote.request('clock', { ticks: 1501 });
  await first.remote.request('clock', { ticks: 1501 });
  const taught = await first.remote.dump();
  assert.is(decodeTaught(taught).scale, DORIAN);
  await first.end();

  const second = start(flash);
  assert.is(await scaleOf(second), DORIAN);
  assert.equal(await second.remote.dump(), taught);
  await second.remote.request('select_preset', { number: 1 });
  await second.remote.request('set_scale', { scale: SCALE.blues });
  await second.remote.request('clock', { ticks: 1501 });
  await second.remote.request('clock', { ticks: 1501 });
  await second.end();

  const third = start(flash);
  await third.remote.request('select_preset', { number: 0 });
  assert.is(await scaleOf(third), DORIAN);
  assert.equal(await third.remote.dump(), taught);
  await third.end();
});

closing(() => program.remove(), folder);

test.run();
