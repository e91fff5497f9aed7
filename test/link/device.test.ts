/** A host and the whole device, talking: every question, good and bad, and the commands people type. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MODES } from '../../build/ts/registry.ts';
import { LinkError } from '../../src/link/client.ts';
import { runDeviceCommand, UsageError } from '../../src/link/device-command.ts';
import { encodeFrame } from '../../src/link/frame.ts';
import { ASK } from '../../src/link/messages.ts';
import { decodeTaught } from '../../src/taught.ts';
import { compileDevice, type Device, shell, startDevice, teach } from '../support/device-host.ts';

mkdirSync('out', { recursive: true });
const folder = mkdtempSync('out/device-');
const program = await compileDevice();
const audio = path.join(folder, 'audio.wav');
const start = (...args: string[]): Device => startDevice(program, audio, ...args);

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
  const hello = await remote.hello();
  assert.is(hello.board, 'host');
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
    await remote.selectMode(index);
    assert.is((await remote.state()).mode, index);
    for (const [param, { name }] of mode.params.entries()) {
      assert.is(await remote.nameOf('param', param), name);
    }
    for (const [channel, name] of mode.channels.entries()) {
      assert.is(await remote.nameOf('channel', channel), name);
    }
    for (const [ordinal, { name }] of mode.voiceSpaces.entries()) {
      assert.is(await remote.nameOf('voiceSpace', ordinal), name);
      await remote.selectVoiceSpace(ordinal);
      assert.is((await remote.state()).voice_space, ordinal);
    }
    assert.is(await codeOf(remote.selectVoiceSpace(200)), 'bad_value');
    assert.is((await remote.readParams()).length, mode.params.length);
    await remote.clock(4);
  }
  assert.is((await remote.state()).ticks, 4 * MODES.length);
  assert.is(await device.end(), 0);
});

test('what is taught comes back: as sound, as a file, in another device', async () => {
  const device = start();
  await device.remote.selectMode(modeIndex('space_reverb'));
  await teach(device);
  await device.remote.setInputs(0, [32768, 32768]);
  await device.remote.clock(2);
  const params = await device.remote.readParams();
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
  await other.remote.selectMode(modeIndex('space_reverb'));
  await other.remote.load(file);
  await other.remote.setInputs(0, [32768, 32768]);
  await other.remote.clock(2);
  assert.equal(await other.remote.readParams(), params);
  assert.equal(await other.remote.dump(), file);

  await other.remote.selectMode(modeIndex('paf_synth'));
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
  await first.remote.selectMode(modeIndex('drum_sequencer'));
  await teach(first);
  await first.remote.keep();
  const file = await first.remote.dump();
  await first.end();

  const second = start(flash);
  await second.remote.selectMode(modeIndex('drum_sequencer'));
  assert.equal(await second.remote.dump(), file);
  await second.remote.forget();
  await second.remote.forget();
  await second.end();

  const third = start(flash);
  await third.remote.selectMode(modeIndex('drum_sequencer'));
  assert.is((await third.remote.state()).examples, 0);
  await third.end();
});

test('set_train_config changes what it names, and refuses what is out of range whole', async () => {
  const device = start();
  const { remote } = device;
  const before = await remote.trainConfig();
  assert.is(before.learning_rate, 1);
  assert.is(before.max_iterations, 1000);
  assert.ok(Math.abs(before.min_error - 0.001) < 1e-9);
  await remote.setTrainConfig({ max_iterations: 77 });
  assert.equal(await remote.trainConfig(), { ...before, max_iterations: 77 });
  assert.is(
    await codeOf(remote.setTrainConfig({ learning_rate: 0, max_iterations: 5 })),
    'bad_config',
  );
  assert.is(await codeOf(remote.setTrainConfig({ min_error: Number.NaN })), 'bad_config');
  assert.equal(await remote.trainConfig(), { ...before, max_iterations: 77 });
  await device.end();
});

test('training ends by its arguments, can be cancelled and undone, and needs examples', async () => {
  const device = start();
  const { remote } = device;
  assert.is(await codeOf(remote.train()), 'no_examples');
  assert.is(await codeOf(remote.cancelTraining()), 'not_training');
  assert.is(await codeOf(remote.undo()), 'nothing_to_undo');
  assert.is(await codeOf(remote.removeNearest()), 'no_examples');
  await remote.clock(1);
  await remote.addExample();
  const end = device.trained();
  await remote.train({ learning_rate: 1, max_iterations: 3, min_error: 0 });
  const { state, passes } = await end;
  assert.is(state, 'exhausted');
  assert.is(passes, 3);
  await remote.undo();
  await remote.jitter(3000);
  assert.is(await codeOf(remote.jitter(40000)), 'bad_value');
  await remote.train({ learning_rate: 1, max_iterations: 1_000_000, min_error: 0 });
  assert.is((await remote.state()).training, true);
  assert.is(await codeOf(remote.addExample()), 'training');
  await remote.cancelTraining();
  await remote.removeNearest();
  await remote.clearExamples();
  assert.is((await remote.state()).examples, 0);
  await device.end();
});

test('notes sound, and a key or a velocity out of range is refused', async () => {
  const device = start();
  const { remote } = device;
  await remote.selectMode(modeIndex('fm_voice'));
  const params = MODES[modeIndex('fm_voice')]?.params ?? [];
  for (const [name, unit] of [
    ['level_db', 32768],
    ['attack_ms', 0],
    ['sustain_pct', 32768],
  ] as const) {
    await remote.setParam(
      params.findIndex((param) => param.name === name),
      unit,
    );
  }
  await remote.noteOn(60, 32768);
  await remote.clock(100);
  await remote.noteOff(60);
  assert.is(await codeOf(remote.noteOn(200, 100)), 'bad_value');
  assert.is(await codeOf(remote.noteOn(60, 40000)), 'bad_value');
  await device.end();
  const samples = new Float32Array(readFileSync(audio).buffer.slice(44));
  assert.is(samples.length, 2 * 64 * 100);
  assert.ok(samples.every(Number.isFinite));
  assert.ok(
    samples.some((sample) => Math.abs(sample) > 0.01),
    'a note is heard',
  );
});

/** [question, body, status]: bodies that do not fit, and questions nobody asks. */
const MALFORMED: readonly (readonly [number, number[], string])[] = [
  [ASK.hello, [1], 'bad_body'],
  [ASK.mode, [], 'bad_body'],
  [ASK.mode, [99], 'bad_value'],
  [ASK.name, [3, 0], 'bad_value'],
  [ASK.name, [1, 200], 'bad_value'],
  [ASK.selectMode, [200], 'bad_value'],
  [ASK.setParam, [0, 1], 'bad_body'],
  [ASK.setParam, [200, 0, 0], 'bad_value'],
  [ASK.setInput, [0], 'bad_body'],
  [ASK.setInput, [0, 1, 2, 3], 'bad_body'],
  [ASK.setInput, [0, 0, 0xff], 'bad_value'],
  [ASK.setInput, [60, 0, 0], 'bad_value'],
  [ASK.setTrainConfig, [255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 'bad_body'],
  [ASK.trainWith, [1, 2], 'bad_body'],
  [ASK.taughtRead, [0, 0, 0, 0, 1, 0], 'bad_value'],
  [ASK.taughtWrite, [0, 0, 0, 0, 1], 'bad_value'],
  [ASK.taughtEnd, [], 'bad_value'],
  [ASK.freeRun, [1], 'not_on_this_board'],
  [0x0f, [], 'unknown_type'],
  [0x1f, [], 'unknown_type'],
  [0x2f, [], 'unknown_type'],
  [0x3f, [], 'unknown_type'],
  [0x4f, [], 'unknown_type'],
  [0x7f, [], 'unknown_type'],
];
test('a question that does not fit is refused by its reason, and nothing breaks', async () => {
  const device = start();
  for (const [type, body, status] of MALFORMED) {
    const asked = `${type.toString(16)} [${body}]`;
    assert.is(await codeOf(device.link.ask(type, Uint8Array.from(body))), status, asked);
  }
  assert.is((await device.remote.hello()).board, 'host');
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
      if (type !== ASK.clock)
        device.raw(encodeFrame({ type, sequence: 0, body: noise.slice(0, 512) }));
      await device.remote.hello();
    }),
    { numRuns: 300 },
  );
  const { broken, bad_crc, too_long, bad_version } = await device.remote.state();
  assert.ok(broken + bad_crc + too_long + bad_version > 100);
  assert.is(await device.end(), 0);
});

// The commands people type

test('the commands teach, train, keep and show an instrument', async () => {
  const device = start();
  const around = shell(device);
  const run = (line: string) => runDeviceCommand(device.remote, line.split(' '), around);
  await run('mode space_reverb');
  const spaces = MODES[modeIndex('space_reverb')]?.voiceSpaces ?? [];
  await run(`voice-space ${spaces[1]?.name}`);
  await run('voice-space');
  assert.equal(
    around.lines.splice(0),
    spaces.map(({ name }) => name),
  );
  const [first] = MODES[modeIndex('space_reverb')]?.params ?? [];
  await run(`set ${first?.name} 0.25`);
  await run('input pad_x=0.5 pad_y=1');
  await run('clock 3');
  await run('params');
  assert.is(around.lines.splice(0)[0], `${first?.name} 0.2500`);
  await run('example');
  await run('release');
  await run('train-config min_error=0.0001');
  assert.equal(around.lines.splice(0), [
    'learning_rate 1',
    'max_iterations 1000',
    'min_error 0.0001',
  ]);
  const ending = around.trainingEnds();
  await run('train');
  await ending;
  assert.match(around.lines.splice(0)[0] ?? '', /^converged after \d+ passes, error 0\.0000/);
  await run('dump my.taught');
  assert.match(around.lines.splice(0)[0] ?? '', /^\d+ bytes written to my\.taught$/);
  await run('jitter 0.5');
  await run('undo');
  await run('clear');
  await run('load my.taught');
  await run('remove-nearest');
  await run('keep');
  await run('forget');
  await run('info');
  await run('modes');
  const told = around.lines.join('\n');
  assert.match(told, /^host, firmware \d/m);
  assert.match(told, /^mode space_reverb \(engine space_reverb\), voice space 1$/m);
  assert.match(told, /^\* space_reverb/m);
  await device.end();
});

/** [typed, what the message must say] */
const MISTYPED: readonly (readonly [string, RegExp])[] = [
  ['dance', /no command "dance"; there are:[\s\S]*train-config/],
  ['constructor', /no command "constructor"/],
  ['mode', /the mode id is missing/],
  ['mode drone now', /"now" is one word too many.*mode <mode_id>/],
  ['info more', /"more" is one word too many/],
  ['set cutoff_hz ', /from 0 to 1, not missing|no param/],
  ['jitter ', /not missing/],
  ['train-config learning_rate=', /is not learning_rate/],
  ['clock ', /whole number from 1/],
  ['mode nothing', /no mode "nothing"; there are: .*paf_synth/],
  ['set', /the param is missing/],
  ['set nothing 0.5', /no param "nothing"/],
  ['input', /name a channel/],
  ['input nothing=0.5', /no channel "nothing"/],
  ['jitter', /the amount is a number from 0 to 1, not missing/],
  ['jitter 2', /not 2$/],
  ['voice-space nothing', /no voice space "nothing"/],
  ['train learning_rate=1', /all three numbers or none/],
  ['train speed=1 x=2 y=3', /"speed=1" is not/],
  ['train-config learning_rate=fast', /is not learning_rate/],
  ['clock', /whole number from 1/],
  ['clock 1.5', /whole number from 1/],
  ['dump', /the file is missing/],
];
test('a mistyped command says what was expected', async () => {
  const device = start();
  const around = shell(device);
  for (const [typed, message] of MISTYPED) {
    try {
      await runDeviceCommand(device.remote, typed.split(' '), around);
      assert.unreachable(typed);
    } catch (error) {
      assert.instance(error, UsageError, typed);
      assert.match(error instanceof Error ? error.message : '', message);
    }
  }
  await device.end();
});

test('a device that goes away ends what waits for it', async () => {
  const device = start();
  device.process.kill('SIGSTOP');
  const waiting = codeOf(device.remote.hello());
  device.process.kill('SIGKILL');
  assert.is(await waiting, 'closed');
});

test.run();
process.on('exit', () => {
  program.remove();
  rmSync(folder, { recursive: true, force: true });
});
