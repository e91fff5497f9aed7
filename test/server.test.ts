/** The program as it is started: its address, its refusals, its end. */
import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bundled } from './support/bundled.ts';
import { certificate } from './support/certificate.ts';
import { closing } from './support/closing.ts';
import { freePort } from './support/free-port.ts';
import { BUNDLE, type Environment, SOURCE, start, waitFor } from './support/program.ts';
import { ask, open, raw, talk } from './support/raw.ts';

await bundled();

const folder = mkdtempSync(path.join(tmpdir(), 'ensemble-'));
const data = { DATA_DIR: path.join(folder, 'data') };

/** Once the first is answered, the second has begun too: both arrive in one piece. */
const WHOLE_AND_HALF = 'GET /api HTTP/1.1\r\nHost: localhost\r\n\r\nGET /health HTTP/1.1\r\n';

for (const [what, entry] of [
  ['the delivered file', BUNDLE],
  ['the source', SOURCE],
] as const)
  test(`${what} says its address, serves, and ends with 0 on SIGTERM`, async () => {
    const program = start(['--port', '0'], data, entry);
    const [, port = ''] = await waitFor(program, /"url":"http:\/\/127\.0\.0\.1:(\d+)"/);
    assert.match(program.output(), `"data":"${data.DATA_DIR}","msg":"listening"`);
    assert.is((await ask(Number(port), '/health')).status, 200);
    const half = await open(Number(port));
    await talk(half, WHOLE_AND_HALF);
    program.child.kill('SIGTERM');
    await waitFor(program, /"msg":"stopping"/);
    const { responses } = await talk(half, 'Host: localhost\r\n\r\n');
    assert.is(responses[0]?.status, 503);
    assert.is(await program.ended, 0);
  });

test('a second signal ends it at once', async () => {
  const program = start(['--port', '0'], data);
  const [, port = ''] = await waitFor(program, /127\.0\.0\.1:(\d+)"/);
  const half = await open(Number(port));
  await talk(half, WHOLE_AND_HALF);
  program.child.kill('SIGINT');
  await waitFor(program, /"msg":"stopping"/);
  program.child.kill('SIGINT');
  assert.is(await program.ended, 1);
});

test('serves https, and takes up a renewed certificate on SIGHUP', async () => {
  const [cert, key] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
  const write = (name: 'first' | 'second') => {
    const made = certificate(name);
    writeFileSync(cert, made.cert);
    writeFileSync(key, made.key);
  };
  write('first');
  const program = start(['--port', '0', '--tls-cert', cert, '--tls-key', key], data);
  const [, port = ''] = await waitFor(program, /"url":"https:\/\/127\.0\.0\.1:(\d+)"/);
  const subject = () =>
    new Promise<string>((resolve, reject) => {
      const options = { port, rejectUnauthorized: false, agent: false, path: '/api' };
      get(options, (response) => {
        const { socket } = response;
        const peer = 'getPeerCertificate' in socket ? socket.getPeerCertificate : undefined;
        const name = typeof peer === 'function' ? peer.call(socket).subject.CN : '';
        response.resume().once('end', () => resolve(String(name)));
      }).once('error', reject);
    });
  assert.is(await subject(), 'first.example.org');
  write('second');
  program.child.kill('SIGHUP');
  await waitFor(program, /certificate reloaded/);
  assert.is(await subject(), 'second.example.org');
  writeFileSync(key, 'half a key');
  program.child.kill('SIGHUP');
  await waitFor(program, /cannot reload the certificate; keeping the old one/);
  assert.is(await subject(), 'second.example.org');
  program.child.kill('SIGTERM');
  assert.is(await program.ended, 0);
});

test('SIGHUP without a certificate is logged, and the server goes on', async () => {
  const program = start(['--port', '0'], data);
  const [, port = ''] = await waitFor(program, /127\.0\.0\.1:(\d+)"/);
  program.child.kill('SIGHUP');
  await waitFor(program, /no certificate to reload; restart the server to apply other settings/);
  assert.is((await ask(Number(port), '/health')).status, 200);
  program.child.kill('SIGTERM');
  assert.is(await program.ended, 0);
});

/** [what becomes of the log, the program as a shell starts it] */
for (const [what, shell] of [
  ['ends', `"$@" | head -c 1 > "$SEEN"`],
  ['fills up', `"$@" > /dev/full`],
] as const) {
  test(`goes on serving where its log ${what}`, async () => {
    const port = await freePort();
    const SEEN = path.join(folder, 'seen');
    const { PATH } = process.env;
    const child = spawn(
      'sh',
      ['-c', shell, 'sh', process.execPath, ...SOURCE, '--port', String(port), '--access-log'],
      { env: { PATH, SEEN, DATA_DIR: path.join(folder, what) }, detached: true, stdio: 'ignore' },
    );
    const ended = new Promise((resolve) => child.once('close', resolve));
    try {
      const statuses: number[] = [];
      // The access log is written once a second: the later requests come after what could kill the program.
      for (let i = 0; i < 60 && statuses.length < 4; i += 1) {
        await sleep(500);
        const answer = await ask(port, '/health').catch(() => undefined);
        if (answer !== undefined || statuses.length > 0) statuses.push(answer?.status ?? 0);
      }
      assert.equal(statuses, [200, 200, 200, 200]);
    } finally {
      process.kill(-(child.pid ?? Number.NaN), 'SIGTERM');
      await ended;
    }
  });
}

const pair = certificate('first');
const file = (name: string, text: string): string => {
  const full = path.join(folder, name);
  writeFileSync(full, text);
  return full;
};
const certFile = file('x.pem', pair.cert);
const keyFile = file('x-key.pem', pair.key);
const otherKeyFile = file('other-key.pem', certificate('second').key);

/** [what it is, flags, environment, code, words] */
const REFUSED: readonly (readonly [string, readonly string[], Environment, number, RegExp])[] = [
  ['others without a key', ['--host', '0.0.0.0'], {}, 2, /^HOST is 0\.0\.0\.0/],
  ['a bad port', [], { PORT: 'x' }, 2, /^PORT must be/],
  ['a bad database', [], { DATABASE_URL: 'foo' }, 2, /^DATABASE_URL must look like postgresql:/],
  [
    'the address of another computer',
    ['--host', '192.0.2.1', '--port', '0', '--editing', 'open'],
    {},
    1,
    /^HOST is 192\.0\.2\.1, which is not an address of this computer\. Set HOST to/m,
  ],
  [
    'a missing certificate',
    ['--tls-cert', 'x', '--tls-key', 'y'],
    {},
    2,
    /^TLS_CERT names x, which/,
  ],
  [
    'a certificate that is none',
    ['--tls-cert', keyFile, '--tls-key', keyFile],
    {},
    2,
    /^TLS_CERT names .*x-key\.pem, which is not a PEM certificate chain/,
  ],
  [
    "another certificate's key",
    ['--tls-cert', certFile, '--tls-key', otherKeyFile],
    {},
    2,
    /^TLS_KEY names .*other-key\.pem, which is not the PEM private key of the certificate in/,
  ],
  [
    'a file for its folder',
    ['--data-dir', certFile],
    {},
    2,
    /^DATA_DIR names .*x\.pem, which cannot be opened or created/,
  ],
];
for (const [what, flags, environment, code, words] of REFUSED) {
  test(`does not start with ${what}`, async () => {
    const program = start(flags, { ...data, ...environment });
    assert.is(await program.ended, code);
    assert.match(program.output(), words);
    assert.not.match(program.output(), /\n\s+at /);
  });
}

/** [settings, Host, status of a page, status of a handshake of that host's own page] */
const REBOUND: readonly (readonly [Environment, string, number, number])[] = [
  [{}, 'evil.example', 421, 421],
  [{}, 'localhost', 200, 101],
  [{ HOST: '0.0.0.0', ENSEMBLE_OPEN: '1' }, 'evil.example', 421, 421],
  [{ HOST: '0.0.0.0', EDITING: 'open' }, 'evil.example', 421, 421],
  [{ HOST: '0.0.0.0', EDITING: 'members' }, 'evil.example', 421, 421],
  [{ HOST: '0.0.0.0', ENSEMBLE_OPEN: '1' }, '192.168.7.7:8080', 200, 101],
  [{ HOST: '0.0.0.0', ENSEMBLE_OPEN: '1', BASE_URL: 'http://a.example' }, 'b.example', 200, 403],
  [{ HOST: '0.0.0.0', ENSEMBLE_EDIT_KEY: 'a'.repeat(16) }, 'a.example', 200, 101],
];
for (const [settings, host, page, handshake] of REBOUND) {
  const said = Object.keys(settings).join(', ') || 'its defaults';
  test(`with ${said}, a page asked of ${host} is answered ${page}, a handshake ${handshake}`, async () => {
    const port = await freePort();
    const program = start(['--port', String(port)], settings, BUNDLE);
    await waitFor(program, /"msg":"listening"/);
    const ask = async (more: string) => {
      const text = `GET /member/ada HTTP/1.1\r\nHost: ${host}\r\n${more}\r\n`;
      return Number(
        /^HTTP\/1\.1 (\d+)/.exec((await raw(port, text, { timeout_ms: 500 })).text)?.[1],
      );
    };
    const upgrade = `Origin: http://${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${'a'.repeat(22)}==\r\n`;
    assert.equal([await ask(''), await ask(upgrade)], [page, handshake]);
    program.child.kill('SIGTERM');
    await program.ended;
  });
}

test('a port that is taken is a sentence and no stack', async () => {
  const first = start(['--port', '0'], data);
  const [, port = ''] = await waitFor(first, /127\.0\.0\.1:(\d+)"/);
  const second = start(['--port', port], { DATA_DIR: path.join(folder, 'other') });
  assert.is(await second.ended, 1);
  const sentence = `PORT ${port} is in use by another program on 127.0.0.1. Stop that program, or`;
  assert.match(second.output(), sentence);
  assert.not.match(second.output(), /\n\s+at /);
  first.child.kill('SIGTERM');
  assert.is(await first.ended, 0);
});

test('--help and --version print and end', async () => {
  const help = start(['--help']);
  assert.is(await help.ended, 0);
  assert.match(help.output(), /^Usage: /);
  const version = start(['--version']);
  assert.is(await version.ended, 0);
  assert.match(version.output(), /^\d+\.\d+\.\d+\n$/);
});

closing(folder);

test.run();
