/**
 * Audio by a timer on the emulated Cortex-M33 at about the speed of a board, while the control
 * thread trains: no tick is late in any mode, and one that is late is counted and told.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { FAULT } from '../../build/ts/contract.ts';
import { closing } from '../support/closing.ts';
import { BOARD_BUILD, connect, FIRMWARE_SOURCES, startEmulator } from '../support/emulator.ts';
import { Device } from '../support/qemu.ts';
import { until } from '../support/until.ts';

const execute = promisify(execFile);
mkdirSync('out', { recursive: true });
const folder = mkdtempSync('out/ticks-');
const device = await Device.compile({
  sources: FIRMWARE_SOURCES,
  ...BOARD_BUILD,
});
/** Nanoseconds of an instruction as a power of two: 128 MHz, a little slower than the board. */
const BOARD_SPEED = 3;
const HALF_SPEED = 4;
/** A tick at 48 kHz. */
const TICK_US = 1333;

/** Runs every mode of `wanted`, or all, and gives what `state` says after each. */
async function free_run(shift: number, wanted?: string) {
  const running = await startEmulator(device, path.join(folder, `${shift}.wav`), shift);
  const { remote, close } = await connect(running);
  const rows = [];
  for (const [index, { mode_id, voice_spaces }] of (await remote.modes()).entries()) {
    if (wanted !== undefined && mode_id !== wanted) continue;
    await remote.request('select_mode', { index });
    await remote.request('clock', { ticks: 2 });
    await remote.request('add_example', {});
    await remote.request('set_inputs', { first: 0, values: [32768] });
    await remote.request('clock', { ticks: 2 });
    await remote.request('add_example', {});
    await remote.train({ learning_rate: 1, max_iterations: 1_000_000, min_error: 0 });
    const before = await remote.request('state', {});
    await remote.request('free_run', { on: true });
    let state = before;
    for (let ordinal = 0; ordinal <= voice_spaces; ordinal += 1) {
      await remote.request('select_voice_space', { ordinal: ordinal % voice_spaces });
      const from = state.ticks;
      while (state.ticks - from < 30) state = await remote.request('state', {});
    }
    await remote.request('free_run', { on: false });
    await remote.request('cancel_training', {});
    rows.push({ mode_id, ...state, ticks: state.ticks - before.ticks });
  }
  await close();
  running.end();
  return rows;
}

test('at the speed of the board no tick of audio is late, in any mode, while it trains', async () => {
  const rows = await free_run(BOARD_SPEED);
  for (const { mode_id, longest_tick_us, late_ticks, faults } of rows) {
    console.log(`${mode_id} ${longest_tick_us} µs so far`);
    assert.is(late_ticks, 0, mode_id);
    assert.is(faults & FAULT.late, 0, mode_id);
    assert.ok(longest_tick_us > 100 && longest_tick_us < TICK_US, `${mode_id}: ${longest_tick_us}`);
  }
});

test('a tick that is late is counted, told as a fault, and leaves the wire alive', async () => {
  const [slow] = await free_run(HALF_SPEED, 'paf_synth');
  assert.ok(slow !== undefined && slow.late_ticks > 100, `${slow?.late_ticks} late`);
  assert.ok(slow.longest_tick_us > TICK_US, `${slow.longest_tick_us} µs`);
  assert.is(slow.faults & FAULT.late, FAULT.late);
});

test('each late tick is counted in `state` and shown by the light, which is dark before', async () => {
  const running = await startEmulator(device, path.join(folder, 'light.wav'), HALF_SPEED);
  const { remote, close } = await connect(running);
  const axes = [16384, 16384, 16384, 16384];
  const light = () => remote.request('hold_controls', { buttons: 0, turned: 128, axes });
  const modes = await remote.modes();
  const index = modes.findIndex(({ mode_id }) => mode_id === 'paf_synth');
  await remote.request('select_mode', { index });
  await light();
  await remote.request('clock', { ticks: 200 });
  assert.equal(await light(), { lit: false, flashes: 0 });
  assert.is((await remote.request('state', {})).late_ticks, 0);
  await remote.request('free_run', { on: true });
  await until(async () => (await remote.request('state', {})).late_ticks > 20);
  await remote.request('free_run', { on: false });
  await remote.request('clock', { ticks: 2 });
  assert.equal(await light(), { lit: true, flashes: 1 });
  // 50 ms after the last one.
  await remote.request('clock', { ticks: 60 });
  assert.equal(await light(), { lit: false, flashes: 0 });
  const { late_ticks } = await remote.request('state', {});
  await remote.request('clock', { ticks: 200 });
  assert.equal(await light(), { lit: false, flashes: 0 });
  assert.is((await remote.request('state', {})).late_ticks, late_ticks);
  await close();
  // A host that opens the port later is told too.
  const args = ['--import', 'tsx', 'scripts/device.ts', '--port', running.port, 'info'];
  const { stdout } = await execute(process.execPath, args, { timeout: 60_000 });
  running.end();
  assert.match(stdout, new RegExp(` ${late_ticks} too late$`, 'm'));
  assert.match(stdout, /^fault: audio was late and clicked$/m);
});

closing(() => device.remove(), folder);

test.run();
