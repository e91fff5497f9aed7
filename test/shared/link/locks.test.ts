/** Params that a host locks on the whole device: what moves them, and what flash keeps. */
import { mkdirSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { NOT_LOCKED } from '../../../build/ts/contract.ts';
import { MODES } from '../../../build/ts/registry.ts';
import { closing } from '../../support/closing.ts';
import { compileDevice, type Device, startDevice, teach } from '../../support/device-host.ts';

mkdirSync('out', { recursive: true });
const folder = mkdtempSync('out/device-locks-');
const program = await compileDevice();
const audio = path.join(folder, 'audio.wav');
const start = (...args: string[]): Device => startDevice(program, audio, ...args);

const modeIndex = (modeId: string): number => MODES.findIndex((mode) => mode.modeId === modeId);

/** The value that each param is locked at, by index. */
async function locksOf({ remote }: Device): Promise<(readonly [number, number])[]> {
  const { values } = await remote.request('read_locks', {});
  return [...values.entries()].filter(([, unit]) => unit !== NOT_LOCKED);
}

test('a locked param stays while presets, the network and exploring change the others, and a host moves it', async () => {
  const device = start();
  const { remote } = device;
  await remote.request('select_mode', { index: modeIndex('paf_synth') });
  assert.equal(await locksOf(device), []);
  await remote.request('set_param', { index: 0, value: 4321 });
  await remote.request('lock_param', { index: 0, locked: true });
  assert.equal(await locksOf(device), [[0, 4321]]);
  const value = async (): Promise<number | undefined> => {
    await remote.request('clock', { ticks: 2 });
    return (await remote.request('read_params', {})).values[0];
  };
  await remote.request('release_params', {});
  assert.is(await value(), 4321);
  await remote.request('jitter', { amount: 32768 });
  assert.is(await value(), 4321);
  await remote.request('explore_begin', { seed: 3 });
  await remote.request('explore_move', { x: 0, y: 32768 });
  assert.is(await value(), 4321);
  await remote.request('explore_end', {});
  await remote.request('select_preset', { number: 2 });
  assert.is(await value(), 4321);
  await remote.request('set_param', { index: 0, value: 99 });
  assert.equal(await locksOf(device), [[0, 99]]);
  await remote.request('lock_param', { index: 0, locked: false });
  assert.equal(await locksOf(device), []);
  assert.is.not(await value(), 99);
  assert.is(await device.end(), 0);
});

test('locks and where they were moved are there after the power was off, and those on a preset replace nothing', async () => {
  const flash = path.join(folder, 'locks.bin');
  const first = start(flash);
  await first.remote.request('select_mode', { index: modeIndex('drone') });
  await teach(first);
  await first.remote.request('clock', { ticks: 1501 });
  await first.remote.request('clock', { ticks: 1501 });
  await first.remote.request('lock_param', { index: 0, locked: true });
  await first.remote.request('set_param', { index: 0, value: 4321 });
  await first.remote.request('clock', { ticks: 1501 });
  await first.remote.request('clock', { ticks: 1501 });
  const taught = await first.remote.dump();
  await first.end();

  const second = start(flash);
  assert.equal(await second.remote.dump(), taught);
  assert.equal(await locksOf(second), [[0, 4321]]);
  await second.remote.request('select_preset', { number: 1 });
  await second.remote.request('lock_param', { index: 2, locked: true });
  await second.remote.request('clock', { ticks: 1501 });
  await second.remote.request('clock', { ticks: 1501 });
  await second.end();

  const third = start(flash);
  await third.remote.request('select_preset', { number: 0 });
  assert.equal(await third.remote.dump(), taught);
  await third.end();
});

closing(() => program.remove(), folder);

test.run();
