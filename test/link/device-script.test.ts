/** `npm run device` as a maker types it: over a socket to the whole device, and what it says when it cannot. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findInstrumentPorts, openSerialWire } from '../../src/link/serial-wire.ts';
import { compileDevice, startDevice } from '../support/device-host.ts';

mkdirSync('out', { recursive: true });
const folder = mkdtempSync('out/device-script-');
const program = await compileDevice();
const device = startDevice(program, path.join(folder, 'audio.wav'));

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
  [['info', 'more'], 2, /"more" is one word too many/],
  [['--port', 'tcp:127.0.0.1', 'info'], 2, /tcp:HOST:NUMBER/],
  [['--port', 'tcp:127.0.0.1:99999', 'info'], 2, /at most 65535/],
  [['--port', '', 'info'], 2, /not ""/],
  [['--help'], 0, /train-config/],
  [['--port', `tcp:127.0.0.1:${port}`, 'dance'], 2, /no command "dance"/],
  [['--port', `tcp:127.0.0.1:${port}`, 'load', 'no-such-file'], 1, /no-such-file/],
  [['--speed', '3', 'info'], 2, /--speed/],
  [['--port', 'tcp:127.0.0.1:1', 'info'], 1, /127\.0\.0\.1:1: nobody listens there/],
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

test('closing', async () => {
  for (const socket of sockets) socket.destroy();
  bridge.close();
  await device.end();
  program.remove();
  rmSync(folder, { recursive: true, force: true });
});

test.run();
