/** `npm run device` as a maker types it: over a socket to the whole device, and what it says when it cannot. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MODES } from '../../build/ts/registry.ts';
import { UsageError } from '../../scripts/command-line.ts';
import { runDeviceCommand } from '../../scripts/device/command.ts';
import { findInstrumentPorts, openSerialWire } from '../../scripts/device/serial-wire.ts';
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

function run(...words: readonly string[]): Promise<Said> {
  const args = ['--import', 'tsx', 'scripts/device.ts', ...words];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { timeout: 60_000 }, (error, out, err) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 128;
      resolve({ code, out, err });
    });
  });
}
const on = (...words: readonly string[]) => run('--port', `tcp:127.0.0.1:${port}`, ...words);

test('it asks the device and prints the answer', async () => {
  const { code, out } = await on('info');
  assert.is(code, 0);
  assert.match(out, /^host, firmware/);
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
  const [first] = MODES.find(({ modeId }) => modeId === 'space_reverb')?.params ?? [];
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
  ['train learning_rate=1', /all three settings or none/],
  ['train speed=1 x=2 y=3', /got "speed=1"/],
  ['train-config learning_rate=fast', /expected learning_rate=N/],
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

test('closing', async () => {
  for (const socket of sockets) socket.destroy();
  bridge.close();
  await device.end();
  program.remove();
  rmSync(folder, { recursive: true, force: true });
});

test.run();
