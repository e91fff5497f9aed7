/**
 * The complete firmware on the emulated Cortex-M33, driven over its wire by the command a maker uses: it
 * is taught three sounds, plays between them, and its audio is the browser's to the last bit.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { modeNamed } from '../../build/ts/registry.ts';
import { openTcpWire } from '../../scripts/device/tcp-wire.ts';
import { Abi } from '../../src/shared/instrument/abi.ts';
import { modeSpec } from '../../src/shared/instrument/mode-spec.ts';
import { WasmInstrument } from '../../src/shared/instrument/wasm-instrument.ts';
import { LinkClient } from '../../src/shared/link/client.ts';
import { RemoteDevice } from '../../src/shared/link/remote-device.ts';
import { type Emulator, FIRMWARE_SOURCES, startEmulator } from '../support/emulator.ts';
import { Device } from '../support/qemu.ts';

const execute = promisify(execFile);
mkdirSync('out', { recursive: true });
const folder = mkdtempSync('out/emulator-');
const device = await Device.compile({
  sources: FIRMWARE_SOURCES,
  flags: ['-fno-threadsafe-statics'],
});
const MODE = 'paf_synth';
/** Nanoseconds of an instruction as a power of two: 128 MHz, a little slower than the board. */
const BOARD_SPEED = 3;

/** Runs `npm run device -- WORDS` and gives what it prints. */
async function command(emulator: Emulator, ...words: readonly string[]): Promise<string> {
  const args = ['--import', 'tsx', 'scripts/device.ts', '--port', emulator.port, ...words];
  const { stdout } = await execute(process.execPath, args, { timeout: 60_000 });
  return stdout;
}

/** What is done to the instrument, on the board by the command and in wasm by the same calls. */
const EXAMPLES = [
  { joy_x: 0.125, joy_y: 0.25, param: 0.25 },
  { joy_x: 0.75, joy_y: 0.25, param: 0.5 },
  { joy_x: 0.5, joy_y: 0.875, param: 0.875 },
] as const;
const MOVES = [0, 0.25, 0.5, 0.75, 1] as const;
const TICKS = 60;
const unit = (ratio: number): number => Math.round(ratio * 32768);

const emulator = await startEmulator(device, path.join(folder, 'audio.wav'), 0);

test('the host command says what is at the other end', async () => {
  assert.match(await command(emulator, 'info'), /^mps2, firmware \d+\.\d+\.\d+, 48000 Hz$/m);
  assert.match(await command(emulator, 'modes'), new RegExp(`^  ${MODE}  4 channels`, 'm'));
});

test('it is taught three sounds, trains, plays between them, and sounds as the browser does', async () => {
  const mode = modeNamed(MODE);
  assert.ok(mode);
  const module = new WebAssembly.Module(readFileSync('build/wasm/ensemble.wasm'));
  const twin = new WasmInstrument(new Abi(new WebAssembly.Instance(module)), modeSpec(mode));
  const [param] = mode.params;
  assert.ok(param);
  const left: number[] = [];
  const right: number[] = [];
  const play = (ticks: number) => {
    const [l, r] = [new Float32Array(64 * ticks), new Float32Array(64 * ticks)];
    twin.process(undefined, undefined, l, r, 64 * ticks);
    left.push(...l);
    right.push(...r);
  };

  await command(emulator, 'mode', MODE);
  for (const { joy_x, joy_y, param: value } of EXAMPLES) {
    await command(emulator, 'input', `joy_x=${joy_x}`, `joy_y=${joy_y}`);
    await command(emulator, 'set', param.name, String(value));
    await command(emulator, 'clock', String(TICKS));
    await command(emulator, 'example');
    twin.setInput(0, unit(joy_x));
    twin.setInput(1, unit(joy_y));
    twin.setParam(0, unit(value));
    play(TICKS);
    twin.recordExample();
  }
  await command(emulator, 'release');
  assert.match(await command(emulator, 'train'), /^converged after \d+ passes/);
  twin.releaseParams();
  twin.trainBegin();
  while (twin.trainProgress().state === 'running') twin.trainStep(1000);
  for (const x of MOVES) {
    await command(emulator, 'input', `joy_x=${x}`);
    await command(emulator, 'clock', String(TICKS));
    twin.setInput(0, unit(x));
    play(TICKS);
  }
  const taught = path.join(folder, 'board.taught');
  await command(emulator, 'dump', taught);
  assert.equal(new Uint8Array(readFileSync(taught)), twin.save());

  const audio = emulator.audio();
  assert.ok(
    audio.left.some((sample) => Math.abs(sample) > 0.01),
    'it is heard',
  );
  assert.equal([...audio.left], left);
  assert.equal([...audio.right], right);
});

test('what was taught elsewhere is loaded, kept, and a foreign file is refused in words', async () => {
  const taught = path.join(folder, 'board.taught');
  await command(emulator, 'clear');
  await command(emulator, 'load', taught);
  await command(emulator, 'keep');
  await command(emulator, 'mode', 'drone');
  const refused = await command(emulator, 'load', taught).then(
    (printed) => `taken: ${printed}`,
    (error: unknown) =>
      `exit ${Reflect.get(Object(error), 'code')}: ${Reflect.get(Object(error), 'stderr')}`,
  );
  assert.is(refused, 'exit 1: the file was taught for another mode: select that mode first\n');
  await command(emulator, 'mode', MODE);
  const again = path.join(folder, 'again.taught');
  await command(emulator, 'dump', again);
  assert.equal(readFileSync(again), readFileSync(taught));
  emulator.end();
});

test('at the speed of the board no tick of audio is late, in any mode, while it trains', async () => {
  const running = await startEmulator(device, path.join(folder, 'free.wav'), BOARD_SPEED);
  const [, host = '', port = ''] = running.port.split(':');
  await new Promise((resolve) => setTimeout(resolve, 500));
  const link = new LinkClient(await openTcpWire(host, Number(port)), {}, { timeout_ms: 30_000 });
  const remote = new RemoteDevice(link);
  const rows: string[] = [];
  for (const [index, mode] of (await remote.modes()).entries()) {
    await remote.request('select_mode', { index });
    await remote.request('clock', { ticks: 2 });
    await remote.request('add_example', {});
    await remote.request('set_inputs', { first: 0, values: [32768] });
    await remote.request('clock', { ticks: 2 });
    await remote.request('add_example', {});
    await remote.train({ learning_rate: 1, max_iterations: 1_000_000, min_error: 0 });
    const before = await remote.request('state', {});
    await remote.request('free_run', { on: true });
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const after = await remote.request('state', {});
    await remote.request('free_run', { on: false });
    await remote.request('cancel_training', {});
    assert.ok(
      after.ticks - before.ticks > 50,
      `${mode.mode_id}: ${after.ticks - before.ticks} ticks`,
    );
    assert.ok(after.longest_tick_us < 1333, `${mode.mode_id}: ${after.longest_tick_us} µs`);
    rows.push(`${mode.mode_id} ${after.longest_tick_us} µs`);
  }
  console.log(rows.join('\n'));
  await link.close();
  running.end();
});

test('closing', () => {
  emulator.end();
  device.remove();
  rmSync(folder, { recursive: true, force: true });
});

test.run();
