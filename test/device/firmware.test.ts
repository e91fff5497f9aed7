/**
 * The complete firmware on the emulated Cortex-M33, driven over its wire by the command a maker uses: it
 * is taught three sounds, plays between them, and its audio is the browser's to the last bit.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { modeNamed } from '../../build/ts/registry.ts';
import { Abi } from '../../src/shared/instrument/abi.ts';
import { modeSpec } from '../../src/shared/instrument/mode-spec.ts';
import { WasmInstrument } from '../../src/shared/instrument/wasm-instrument.ts';
import { closing } from '../support/closing.ts';
import {
  BOARD_BUILD,
  connect,
  type Emulator,
  FIRMWARE_SOURCES,
  startEmulator,
} from '../support/emulator.ts';
import { Device } from '../support/qemu.ts';

const execute = promisify(execFile);
mkdirSync('out', { recursive: true });
const folder = mkdtempSync('out/emulator-');
const device = await Device.compile({
  sources: FIRMWARE_SOURCES,
  ...BOARD_BUILD,
});
const MODE = 'paf_synth';

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
});

test('it is taught by its buttons, without a command', async () => {
  const { remote, close } = await connect(emulator);
  const middle = 16384;
  let flashes = 0;
  const hold = async (buttons: number, ticks: number, x = middle) => {
    const axes = [x, middle, middle, middle];
    flashes += (await remote.request('hold_controls', { buttons, turned: 128, axes })).flashes;
    await remote.request('clock', { ticks });
  };
  const state = () => remote.request('state', {});
  await remote.request('select_mode', { index: 0 });
  await remote.request('clear_examples', {});
  const [teach, mode] = [1, 2];
  for (const x of [0, 32768]) {
    await hold(0, 20, x);
    await hold(teach, 20, x);
    await hold(0, 400, x);
  }
  assert.is((await state()).examples, 2);
  await hold(mode, 20);
  await hold(0, 700);
  assert.is((await state()).mode, 1);
  const axes = [middle, middle, middle, middle];
  const seen = await remote.request('hold_controls', { buttons: 0, turned: 128 - 16, axes });
  assert.is(flashes + seen.flashes, 4, 'two for the examples, two for the second mode');
  await remote.request('clock', { ticks: 10 });
  assert.is((await state()).volume, 16384);
  await remote.request('set_volume', { volume: 32768 });
  assert.is(
    await remote.request('hold_controls', { buttons: 0, turned: 128, axes: [0] }).catch(codeOf),
    'bad_value',
  );
  await remote.request('calibrate', { begin: true });
  for (const x of [8192, 24576, 14000]) {
    await remote.request('hold_controls', { buttons: 0, turned: 128, axes: [x, x, x, x] });
    await remote.request('clock', { ticks: 2 });
  }
  await remote.request('calibrate', { begin: false });
  assert.is(await remote.request('calibrate', { begin: false }).catch(codeOf), 'bad_value');
  await close();
});

test('its self-test says what works and is heard on the left, then on the right', async () => {
  await command(emulator, 'mode', 'fm_voice');
  await command(emulator, 'clock', '100');
  const before = emulator.audio().left.length;
  const said = await command(emulator, 'self-test');
  assert.match(said, /^codec: not on this board$/m);
  assert.match(said, /^flash: OK$/m);
  await command(emulator, 'clock', '800');
  const { left, right } = emulator.audio();
  const loudest = (side: Float32Array, from: number, to: number) =>
    side.slice(before + 64 * from, before + 64 * to).reduce((a, b) => Math.max(a, Math.abs(b)), 0);
  const heard = [
    [0, 375],
    [375, 750],
    [751, 800],
  ].map(([from = 0, to = 0]) => [loudest(left, from, to) > 0.2, loudest(right, from, to) > 0.2]);
  assert.equal(heard, [
    [true, false],
    [false, true],
    [false, false],
  ]);
  emulator.end();
});

const codeOf = (error: unknown): unknown => Reflect.get(Object(error), 'code');

closing(
  () => emulator.end(),
  () => device.remove(),
  folder,
);

test.run();
