/** A host and the whole device, talking: every request, good and bad. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { REQUESTS } from '../../../build/ts/contract.ts';
import { MODES } from '../../../build/ts/registry.ts';
import manifest from '../../../package.json' with { type: 'json' };
import { makeInstrument } from '../../../scripts/instrument/make-instrument.ts';
import { modeNamed, openWorkshop } from '../../../scripts/instrument/modes.ts';
import { LinkError } from '../../../src/shared/link/client.ts';
import { encodeFrame } from '../../../src/shared/link/frame.ts';
import { decodeTaught } from '../../../src/shared/taught.ts';
import { compileDevice, type Device, startDevice, teach } from '../../support/device-host.ts';

mkdirSync('out', { recursive: true });
const folder = mkdtempSync('out/device-');
const program = await compileDevice();
const audio = path.join(folder, 'audio.wav');
const start = (...args: string[]): Device => startDevice(program, audio, ...args);

const { abi, modes } = await openWorkshop();

const codeOf = async (action: Promise<unknown>): Promise<string> => {
  try {
    await action;
    return 'ok';
  } catch (error) {
    if (error instanceof LinkError) return error.code;
    throw error;
  }
};

const modeIndex = (modeId: string): number => MODES.findIndex((mode) => mode.modeId === modeId);

test('the device says what it is and which modes it has, as the mode files do', async () => {
  const device = start();
  const { remote } = device;
  const hello = await remote.request('hello', {});
  assert.is(hello.board, 'host');
  assert.is(hello.firmware, manifest.version);
  assert.is(hello.sample_rate_hz, 48000);
  assert.is(hello.tick_frames, 64);
  const modes = await remote.modes();
  assert.equal(
    modes.map(({ mode_id, engine_id, channels, params }) => ({
      mode_id,
      engine_id,
      channels,
      params,
    })),
    MODES.map((mode) => ({
      mode_id: mode.modeId,
      engine_id: mode.engineId,
      channels: mode.channels.length,
      params: mode.params.length,
    })),
  );
  assert.is(await device.end(), 0);
});

test('every mode can be selected, named to the last param, heard and left again', async () => {
  const device = start();
  const { remote } = device;
  for (const [index, mode] of MODES.entries()) {
    await remote.request('select_mode', { index });
    assert.is((await remote.request('state', {})).mode, index);
    for (const [param, { name }] of mode.params.entries()) {
      assert.is(await remote.nameOf('param', param), name);
    }
    for (const [channel, name] of mode.channels.entries()) {
      assert.is(await remote.nameOf('channel', channel), name);
    }
    for (const [ordinal, { name }] of mode.voiceSpaces.entries()) {
      assert.is(await remote.nameOf('voice_space', ordinal), name);
      await remote.request('select_voice_space', { ordinal });
      assert.is((await remote.request('state', {})).voice_space, ordinal);
    }
    assert.is(await codeOf(remote.request('select_voice_space', { ordinal: 200 })), 'bad_value');
    assert.is((await remote.request('read_params', {})).values.length, mode.params.length);
    await remote.request('clock', { ticks: 4 });
  }
  assert.is((await remote.request('state', {})).ticks, 4 * MODES.length);
  assert.is(await device.end(), 0);
});

test('what is taught comes back: as sound, as a file, in another device', async () => {
  const device = start();
  await device.remote.request('select_mode', { index: modeIndex('space_reverb') });
  await teach(device);
  await device.remote.request('set_inputs', { first: 0, values: [32768, 32768] });
  await device.remote.request('clock', { ticks: 2 });
  const params = (await device.remote.request('read_params', {})).values;
  for (const [index, unit] of params.entries()) {
    assert.ok(
      Math.abs(unit - (24000 + index * 100)) < 0.03 * 32768,
      `param ${index} is at ${unit}`,
    );
  }
  const file = await device.remote.dump();
  assert.is(decodeTaught(file).examples.length, 2);
  assert.is(decodeTaught(file).mode_id, 'space_reverb');

  const other = start();
  await other.remote.request('select_mode', { index: modeIndex('space_reverb') });
  await other.remote.load(file);
  await other.remote.request('set_inputs', { first: 0, values: [32768, 32768] });
  await other.remote.request('clock', { ticks: 2 });
  assert.equal((await other.remote.request('read_params', {})).values, params);
  assert.equal(await other.remote.dump(), file);

  await other.remote.request('select_mode', { index: modeIndex('paf_synth') });
  assert.is(await codeOf(other.remote.load(file)), 'file_mismatch');
  assert.is(await codeOf(other.remote.load(file.subarray(0, 100))), 'file_damaged');
  assert.is(await codeOf(other.remote.load(new Uint8Array(50))), 'file_foreign');
  assert.is(await codeOf(other.remote.load(new Uint8Array(100_000))), 'buffer_too_small');
  await device.end();
  await other.end();
});

test('what is kept in flash is there after the power was off, until it is forgotten', async () => {
  const flash = path.join(folder, 'flash.bin');
  const first = start(flash);
  await first.remote.request('select_mode', { index: modeIndex('drum_sequencer') });
  await teach(first);
  await first.remote.request('keep', {});
  const file = await first.remote.dump();
  await first.end();

  const second = start(flash);
  await second.remote.request('select_mode', { index: modeIndex('drum_sequencer') });
  assert.equal(await second.remote.dump(), file);
  await second.remote.request('forget', {});
  await second.remote.request('forget', {});
  await second.end();

  const third = start(flash);
  await third.remote.request('select_mode', { index: modeIndex('drum_sequencer') });
  assert.is((await third.remote.request('state', {})).examples, 0);
  await third.end();
});

test('what is taught and trained is there after the power was off, in the mode it was left in', async () => {
  const flash = path.join(folder, 'left.bin');
  const first = start(flash);
  assert.is((await first.remote.request('state', {})).mode, modeIndex('drone'), 'sounds by itself');
  await first.remote.request('select_mode', { index: modeIndex('wanderer') });
  await teach(first);
  const file = await first.remote.dump();
  await first.remote.request('clock', { ticks: 1501 });
  await first.remote.request('clock', { ticks: 1501 });
  await first.end();

  const second = start(flash);
  assert.is((await second.remote.request('state', {})).mode, modeIndex('wanderer'));
  assert.equal(await second.remote.dump(), file);
  await second.end();
});

test('a preset and its voice space are there after the power was off, and what was taught behind them', async () => {
  const flash = path.join(folder, 'preset.bin');
  const first = start(flash);
  await first.remote.request('select_mode', { index: modeIndex('drone') });
  await teach(first);
  const taught = await first.remote.dump();
  await first.remote.request('select_preset', { number: 3 });
  await first.remote.request('select_voice_space', { ordinal: 1 });
  const preset = await first.remote.dump();
  await first.remote.request('clock', { ticks: 1501 });
  await first.remote.request('clock', { ticks: 1501 });
  await first.end();

  const second = start(flash);
  assert.is((await second.remote.request('preset', {})).number, 3);
  assert.is((await second.remote.request('state', {})).voice_space, 1);
  assert.equal(await second.remote.dump(), preset);
  await second.remote.request('select_preset', { number: 0 });
  assert.equal(await second.remote.dump(), taught);
  await second.end();
});

test('set_train_config changes what it names, and refuses what is out of range whole', async () => {
  const device = start();
  const { remote } = device;
  const before = await remote.request('train_config', {});
  assert.is(before.learning_rate, 1);
  assert.is(before.max_iterations, 1000);
  assert.ok(Math.abs(before.min_error - 0.001) < 1e-9);
  await remote.setTrainConfig({ max_iterations: 77 });
  assert.equal(await remote.request('train_config', {}), { ...before, max_iterations: 77 });
  assert.is(
    await codeOf(remote.setTrainConfig({ learning_rate: 0, max_iterations: 5 })),
    'bad_config',
  );
  assert.is(await codeOf(remote.setTrainConfig({ min_error: Number.NaN })), 'bad_config');
  assert.equal(await remote.request('train_config', {}), { ...before, max_iterations: 77 });
  await device.end();
});

test('training ends by its arguments, can be cancelled and undone, and needs examples', async () => {
  const device = start();
  const { remote } = device;
  assert.is(await codeOf(remote.train()), 'no_examples');
  assert.is(await codeOf(remote.request('cancel_training', {})), 'not_training');
  assert.is(await codeOf(remote.request('undo', {})), 'nothing_to_undo');
  assert.is(await codeOf(remote.request('remove_nearest', {})), 'no_examples');
  await remote.request('clock', { ticks: 1 });
  await remote.request('add_example', {});
  const end = device.trained();
  await remote.train({ learning_rate: 1, max_iterations: 3, min_error: 0 });
  const { state, iterations } = await end;
  assert.is(state, 'exhausted');
  assert.is(iterations, 3);
  await remote.request('undo', {});
  await remote.request('jitter', { amount: 3000 });
  assert.is(await codeOf(remote.request('jitter', { amount: 40000 })), 'bad_value');
  await remote.train({ learning_rate: 1, max_iterations: 1_000_000, min_error: 0 });
  assert.is((await remote.request('state', {})).training, true);
  assert.is(await codeOf(remote.request('add_example', {})), 'training');
  await remote.request('cancel_training', {});
  await remote.request('remove_nearest', {});
  await remote.request('clear_examples', {});
  assert.is((await remote.request('state', {})).examples, 0);
  await device.end();
});

test('a sound is explored by presses: the planes are those of a page, and the end holds it', async () => {
  const device = start();
  const { remote } = device;
  assert.is(await codeOf(remote.request('explore_like', {})), 'not_exploring');
  await remote.request('select_mode', { index: modeIndex('paf_synth') });
  const sound = async () => {
    await remote.request('clock', { ticks: 1 });
    return (await remote.request('read_params', {})).values;
  };
  const page = makeInstrument(abi, modeNamed(modes, 'paf_synth'));
  const first = await sound();
  for (const [index, unit] of first.entries()) page.setParam(index, unit);
  await remote.request('explore_begin', { seed: 7 });
  page.exploring.begin(7);
  for (const [x, y] of [
    [0, 32768],
    [20000, 1000],
  ] as const) {
    await remote.request('explore_move', { x, y });
    page.exploring.move(x, y);
    assert.equal(await sound(), [...page.exploring.sound]);
    await remote.request('explore_like', {});
    page.exploring.like();
    await remote.request('explore_dislike', {});
    page.exploring.dislike();
  }
  await remote.request('explore_undo', {});
  page.exploring.undo();
  const { active, reach, presses } = await remote.request('explore_state', {});
  assert.equal(
    { active, reach, presses },
    { active: true, reach: page.exploring.state.reach, presses: 3 },
  );
  const found = await sound();
  assert.equal(found, [...page.exploring.sound]);
  assert.not.equal(found, first);
  await remote.request('add_example', {});
  assert.is(await codeOf(remote.request('explore_move', { x: 40000, y: 0 })), 'bad_value');
  await remote.request('explore_end', {});
  assert.equal(await sound(), found);
  assert.is((await remote.request('state', {})).examples, 1);
  assert.is((await remote.request('explore_state', {})).active, false);
  page.destroy();
  assert.is(await device.end(), 0);
});

test('notes sound, and a key or a velocity out of range is refused', async () => {
  const device = start();
  const { remote } = device;
  await remote.request('select_mode', { index: modeIndex('fm_voice') });
  const params = MODES[modeIndex('fm_voice')]?.params ?? [];
  for (const [name, unit] of [
    ['level_db', 32768],
    ['attack_ms', 0],
    ['sustain_pct', 32768],
  ] as const) {
    await remote.request('set_param', {
      index: params.findIndex((param) => param.name === name),
      value: unit,
    });
  }
  await remote.request('note_on', { key: 60, velocity: 32768 });
  await remote.request('clock', { ticks: 100 });
  await remote.request('note_off', { key: 60 });
  assert.is(await codeOf(remote.request('note_on', { key: 200, velocity: 100 })), 'bad_value');
  assert.is(await codeOf(remote.request('note_on', { key: 60, velocity: 40000 })), 'bad_value');
  await device.end();
  const samples = new Float32Array(readFileSync(audio).buffer.slice(44));
  assert.is(samples.length, 2 * 64 * 100);
  assert.ok(samples.every(Number.isFinite));
  assert.ok(
    samples.some((sample) => Math.abs(sample) > 0.01),
    'a note is heard',
  );
});

/** [request, body, status]: bodies that do not fit, and requests that do not exist. */
const MALFORMED: readonly (readonly [number, number[], string])[] = [
  [REQUESTS.hello.code, [1], 'bad_body'],
  [REQUESTS.mode.code, [], 'bad_body'],
  [REQUESTS.mode.code, [99], 'bad_value'],
  [REQUESTS.name.code, [4, 0], 'bad_value'],
  [REQUESTS.select_preset.code, [200], 'bad_value'],
  [REQUESTS.name.code, [1, 200], 'bad_value'],
  [REQUESTS.select_mode.code, [200], 'bad_value'],
  [REQUESTS.set_param.code, [0, 1], 'bad_body'],
  [REQUESTS.set_param.code, [200, 0, 0], 'bad_value'],
  [REQUESTS.set_inputs.code, [0], 'bad_body'],
  [REQUESTS.set_inputs.code, [0, 1, 2, 3], 'bad_body'],
  [REQUESTS.set_inputs.code, [0, 0, 0xff], 'bad_value'],
  [REQUESTS.set_inputs.code, [60, 0, 0], 'bad_value'],
  [REQUESTS.set_train_config.code, [255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 'bad_body'],
  [REQUESTS.train_with.code, [1, 2], 'bad_body'],
  [REQUESTS.taught_read.code, [0, 0, 0, 0, 1, 0], 'bad_value'],
  [REQUESTS.taught_write.code, [0, 0, 0, 0, 1], 'bad_value'],
  [REQUESTS.taught_end.code, [], 'bad_value'],
  [REQUESTS.set_volume.code, [0, 0xff], 'bad_value'],
  [REQUESTS.set_volume.code, [0], 'bad_body'],
  [REQUESTS.lock_param.code, [200, 1], 'bad_value'],
  [REQUESTS.lock_param.code, [0], 'bad_body'],
  [REQUESTS.read_locks.code, [0], 'bad_body'],
  [REQUESTS.set_scale.code, [0, 0xc0], 'bad_value'],
  [REQUESTS.set_scale.code, [0], 'bad_body'],
  [REQUESTS.read_scale.code, [0], 'bad_body'],
  [REQUESTS.free_run.code, [1], 'not_on_this_board'],
  [0x0f, [], 'unknown_type'],
  [0x2f, [], 'unknown_type'],
  [0x3f, [], 'unknown_type'],
  [0x4f, [], 'unknown_type'],
  [0x7f, [], 'unknown_type'],
];
test('a request that does not fit is refused with a reason, and nothing breaks', async () => {
  const device = start();
  for (const [type, body, status] of MALFORMED) {
    const asked = `${type.toString(16)} [${body}]`;
    assert.is(await codeOf(device.link.send(type, Uint8Array.from(body))), status, asked);
  }
  assert.is((await device.remote.request('hello', {})).board, 'host');
  assert.is(await device.end(), 0);
});

test('any bytes at all are survived, and counted', async () => {
  const device = start();
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 600 }), fc.nat(255), async (noise, type) => {
      device.raw(noise);
      device.raw(Uint8Array.of(0));
      // Sound frames with any body: what they ask for is refused or done, never fatal. `clock` aside,
      // which rightly works for as long as it is asked to.
      if (type !== REQUESTS.clock.code)
        device.raw(encodeFrame({ type, sequence: 0, body: noise.slice(0, 512) }));
      await device.remote.request('hello', {});
    }),
    { numRuns: 300 },
  );
  const { broken, bad_crc, too_long, bad_version } = await device.remote.request('state', {});
  assert.ok(broken + bad_crc + too_long + bad_version > 100);
  assert.is(await device.end(), 0);
});

test('a device that goes away ends what waits for it', async () => {
  const device = start();
  device.process.kill('SIGSTOP');
  const waiting = codeOf(device.remote.request('hello', {}));
  device.process.kill('SIGKILL');
  assert.is(await waiting, 'closed');
});

test.run();
process.on('exit', () => {
  program.remove();
  rmSync(folder, { recursive: true, force: true });
});
