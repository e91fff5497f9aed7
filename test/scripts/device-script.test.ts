/** `npm run device` as a maker types it: over a socket to the whole device, and what it says when it cannot. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MODES } from '../../build/ts/registry.ts';
import { exitOf, UsageError } from '../../scripts/command-line.ts';
import { runDeviceCommand } from '../../scripts/device/command.ts';
import { selfTestLines } from '../../scripts/device/self-test.ts';
import { findInstrumentPorts, openSerialWire } from '../../scripts/device/serial-wire.ts';
import { talkToDevice, USAGE } from '../../scripts/device/talk.ts';
import { presetsOf } from '../../src/shared/instrument/presets.ts';
import { closing } from '../support/closing.ts';
import { compileDevice, shell, startDevice } from '../support/device-host.ts';

mkdirSync('out', { recursive: true });
const folder = mkdtempSync('out/device-script-');
const program = await compileDevice();
const start = (audio: string) => startDevice(program, path.join(folder, audio));
const device = start('audio.wav');

/** The device's wire as a socket, as an emulator offers it. */
const sockets = new Set<Socket>();
const bridge = createServer((socket) => {
  sockets.add(socket);
  const { stdin, stdout } = device.process;
  if (stdin === null || stdout === null) return;
  const forward = (chunk: Buffer) => socket.write(chunk);
  stdout.on('data', forward);
  socket.on('data', (chunk) => stdin.write(chunk));
  socket.on('close', () => stdout.off('data', forward));
});
await new Promise<void>((resolve) => bridge.listen(0, '127.0.0.1', resolve));
const address = bridge.address();
const port = typeof address === 'object' && address !== null ? address.port : 0;

interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** As a maker types it, in a process of its own. */
function type(...words: readonly string[]): Promise<Said> {
  const args = ['--import', 'tsx', 'scripts/device.ts', ...words];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { timeout: 60_000 }, (error, out, err) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 128;
      resolve({ code, out, err });
    });
  });
}

/** The same in this process. */
async function run(...words: readonly string[]): Promise<Said> {
  const lines: { out: string[]; err: string[] } = { out: [], err: [] };
  const print = (line: string) => lines.out.push(line);
  const report = (line: string) => lines.err.push(line);
  const { code, out, err } = await exitOf(words, USAGE, (args) =>
    talkToDevice(args, { print, report }),
  );
  return { code, out: [...lines.out, out].join('\n'), err: [...lines.err, err].join('\n') };
}

const on = (...words: readonly string[]) => run('--port', `tcp:127.0.0.1:${port}`, ...words);

test('it asks the device and prints the answer', async () => {
  const { code, out } = await type('--port', `tcp:127.0.0.1:${port}`, 'info');
  assert.is(code, 0);
  assert.match(out, /^host, firmware/);
});

test('a wrong command ends it with a sentence', async () => {
  const { code, out, err } = await type('--port', `tcp:127.0.0.1:${port}`, 'like', 'more');
  assert.is(code, 2);
  assert.is(out, '');
  assert.match(err, /unexpected "more"/);
});

test('it writes a file, reads it back, and waits for the end of a training', async () => {
  const taught = path.join(folder, 'x.taught');
  assert.is((await on('clock', '2')).code, 0);
  assert.is((await on('example')).code, 0);
  const { code, out } = await on('train');
  assert.is(code, 0);
  assert.match(out, /^converged after \d+ passes/);
  assert.is((await on('dump', taught)).code, 0);
  assert.is((await on('load', taught)).code, 0);
});

test('it prints what the self-test found', async () => {
  const { code, out } = await on('self-test');
  assert.is(code, 0);
  assert.match(out, /^codec: not on this board\nclock: not on this board$/m);
  assert.match(out, /^flash: OK\ntone: half a second on the left/m);
});

test('it calibrates a stick that is moved, and says so when none is', async () => {
  const another = start('calibrated.wav');
  const around = shell(another);
  const move = async (...places: readonly number[]) => {
    for (const at of places) {
      await another.remote.request('hold_controls', {
        buttons: 0,
        turned: 128,
        axes: [at, at, at, at],
      });
      await another.remote.request('clock', { ticks: 2 });
    }
  };
  const calibrate = (pause: () => Promise<void>) =>
    runDeviceCommand(another.remote, ['calibrate'], { ...around, pause });
  let problem = '';
  await calibrate(() => move(16384)).catch((error: unknown) => {
    problem = String(Reflect.get(Object(error), 'code'));
  });
  assert.is(problem, 'bad_value');
  await calibrate(() => move(5000, 28000, 16000));
  assert.is(around.lines.at(-1), 'the stick is calibrated');
  assert.is(await another.end(), 0);
});

test('it says what to do about each part that does not work', () => {
  const axes = [16384, 0, 16384, 16384];
  const broken = selfTestLines({ present: 63, working: 0, codec_id: 0, buttons: 1, axes });
  assert.equal(broken.slice(0, 5), [
    'codec: no answer; check SDA, SCL, MCLK and power (id 0x0000)',
    'clock: the PLL is not locked; check the wire from the board to MCLK',
    'joystick: not near its middle; leave the stick alone, or check its wires (at 0.50 0.00 0.50 0.50)',
    'buttons: one is down that should not be, or at power-on one is not held (down: 01)',
    'midi: nothing came back; connect MIDI out with MIDI in to test both',
  ]);
  const well = selfTestLines({ present: 63, working: 63, codec_id: 0xa011, buttons: 0, axes });
  assert.is(well[0], 'codec: OK (id 0xa011)');
  assert.is(well.filter((line) => line.includes(': OK')).length, 6);
});

test('it explores a sound, and says what is wrong with a seed', async () => {
  for (const words of [
    ['explore', '7'],
    ['explore-move', '0', '1'],
    ['like'],
    ['dislike'],
    ['explore-undo'],
    ['explore-end'],
    ['explore'],
  ]) {
    assert.is((await on(...words)).code, 0, words.join(' '));
  }
  assert.is((await on('explore-end')).code, 0);
  assert.match((await on('like')).err, /no sound is being explored/);
  const wrong = await on('explore', '1.5');
  assert.is(wrong.code, 2);
  assert.match(wrong.err, /seed must be a whole number/);
});

/** [typed, exit code, what it says] */
const WRONG: readonly (readonly [readonly string[], number, RegExp])[] = [
  [[], 2, /name a command\nusage: npm run device/],
  [['dance'], 2, /no command "dance"/],
  [['info', 'more'], 2, /unexpected "more"/],
  [['--port', 'tcp:127.0.0.1', 'info'], 2, /tcp:HOST:NUMBER/],
  [['--port', 'tcp:127.0.0.1:99999', 'info'], 2, /at most 65535/],
  [['--port', '', 'info'], 2, /got ""/],
  [['--help'], 0, /train-config/],
  [['--port', `tcp:127.0.0.1:${port}`, 'dance'], 2, /no command "dance"/],
  [['--port', `tcp:127.0.0.1:${port}`, 'load', 'no-such-file'], 1, /no-such-file/],
  [['--speed', '3', 'info'], 2, /--speed/],
  [['--port', 'tcp:127.0.0.1:1', 'info'], 1, /127\.0\.0\.1:1: connection refused/],
  [['--port', '/dev/no-such-port', 'info'], 1, /no-such-port/],
];
for (const [typed, code, message] of WRONG) {
  test(`device ${typed.join(' ').replace(/:\d+/, '')}: exit code ${code}`, async () => {
    const said = await run(...typed);
    assert.is(said.code, code, said.err);
    assert.match(said.out + said.err, message);
  });
}

test('a serial port that is not there is told by the system, and none is taken for an instrument', async () => {
  assert.equal(await findInstrumentPorts(), []);
  let problem = '';
  await openSerialWire('/dev/no-such-port').catch((error: unknown) => {
    problem = String(error);
  });
  assert.match(problem, /no-such-port/);
});

test('the commands teach, train, keep and show an instrument', async () => {
  const another = start('another.wav');
  const around = shell(another);
  const run = (line: string) => runDeviceCommand(another.remote, line.split(' '), around);
  await run('mode space_reverb');
  const spaces = MODES.find(({ modeId }) => modeId === 'space_reverb')?.voiceSpaces ?? [];
  await run(`voice-space ${spaces[1]?.name}`);
  await run('voice-space');
  assert.equal(
    around.lines.splice(0),
    spaces.map(({ name }) => name),
  );
  await run('preset');
  const presets = presetsOf('space_reverb').map(({ name }) => name);
  assert.equal(
    around.lines.splice(0),
    presets.map((name) => `  ${name}`),
  );
  await runDeviceCommand(another.remote, ['preset', presets[1] ?? ''], around);
  await run('preset');
  assert.is(around.lines.splice(0)[1], `* ${presets[1]}`);
  await run('preset none');
  assert.is((await another.remote.request('preset', {})).number, 0);
  const [first] = MODES.find(({ modeId }) => modeId === 'space_reverb')?.params ?? [];
  await run(`set ${first?.name} 0.25`);
  await run('input pad_x=0.5 pad_y=1');
  await run('clock 3');
  await run('params');
  assert.is(around.lines.splice(0)[0], `${first?.name} 0.2500`);
  await run(`lock ${first?.name}`);
  await run('locks');
  assert.equal(around.lines.splice(0), [`${first?.name} 0.2500`]);
  await run(`unlock ${first?.name}`);
  await run('locks');
  assert.equal(around.lines.splice(0), []);
  await run(`set ${first?.name} 0.25`);
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
  await run('volume 0.25');
  await run('info');
  await run('modes');
  const told = around.lines.join('\n');
  assert.match(told, /^host, firmware \d/m);
  assert.match(told, /^mode space_reverb \(engine space_reverb\), voice space 1$/m);
  assert.match(told, /^volume 0\.2500$/m);
  assert.match(told, /^ticks \d+, longest \d+ µs, 0 too late$/m);
  assert.not.match(told, /^fault/m);
  assert.match(told, /^\* space_reverb/m);
  await another.end();
});

test('a scale is chosen by its root and name, told and switched off', async () => {
  const another = start('scale.wav');
  const around = shell(another);
  for (const words of ['scale', 'scale F# minor_pentatonic', 'scale', 'scale off', 'scale']) {
    await runDeviceCommand(another.remote, words.split(' '), around);
  }
  assert.equal(around.lines, ['off', 'f# minor_pentatonic', 'off']);
  await another.end();
});

/** [typed, what the message must say] */
const MISTYPED: readonly (readonly [string, RegExp])[] = [
  ['dance', /no command "dance"; there are:[\s\S]*train-config/],
  ['constructor', /no command "constructor"/],
  ['mode', /the mode id is missing/],
  ['mode drone now', /unexpected "now".*usage: mode <mode_id>/],
  ['info more', /unexpected "more"/],
  ['set cutoff_hz ', /the value is missing|no param/],
  ['jitter ', /the amount is missing/],
  ['train-config learning_rate=', /expected learning_rate=N/],
  ['clock ', /a positive integer/],
  ['mode nothing', /no mode "nothing"; there are: .*paf_synth/],
  ['set', /the param is missing/],
  ['set nothing 0.5', /no param "nothing"/],
  ['input', /name a channel/],
  ['input nothing=0.5', /no channel "nothing"/],
  ['jitter', /the amount is missing/],
  ['jitter 2', /must be a number from 0 to 1, got 2$/],
  ['voice-space nothing', /no voice space "nothing"/],
  ['preset nothing', /no preset "nothing"/],
  ['train learning_rate=1', /all three settings or none/],
  ['train speed=1 x=2 y=3', /got "speed=1"/],
  ['train-config learning_rate=fast', /expected learning_rate=N/],
  ['scale h minor', /expected off, or a root note from c to b/],
  ['scale c miner', /expected a scale, one of chromatic, major, .* received miner$/],
  ['clock', /a positive integer/],
  ['clock 1.5', /a positive integer/],
  ['dump', /the file is missing/],
];
test('a mistyped command says what was expected', async () => {
  const another = start('another.wav');
  const around = shell(another);
  for (const [typed, message] of MISTYPED) {
    try {
      await runDeviceCommand(another.remote, typed.split(' '), around);
      assert.unreachable(typed);
    } catch (error) {
      assert.instance(error, UsageError, typed);
      assert.match(error instanceof Error ? error.message : '', message);
    }
  }
  await another.end();
});

closing(
  () => {
    for (const socket of sockets) socket.destroy();
  },
  bridge,
  () => device.end(),
  () => program.remove(),
  folder,
);

test.run();
