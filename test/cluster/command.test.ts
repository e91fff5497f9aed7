/** `npm run cluster`: a page that shows who owns what, and servers that come back. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { freePort } from '../support/free-port.ts';
import { Editor } from '../support/sites.ts';
import { until } from '../support/until.ts';

const command = (...args: readonly string[]) =>
  spawn(process.execPath, ['--import', 'tsx', 'scripts/cluster.ts', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });

test('three servers run, the page shows who owns a site, and after a kill who owns it then', async () => {
  // Beside it are the ports of the servers.
  const port = 20_000 + ((await freePort()) % 30_000);
  const cluster = command('--port', String(port));
  let said = '';
  cluster.stdout.on('data', (bytes) => {
    said += String(bytes);
  });
  cluster.stderr.on('data', (bytes) => {
    said += String(bytes);
  });
  const ended = once(cluster, 'exit');
  try {
    await until(
      () => said.split('listening').length > 3 && said.includes('Who owns what'),
      () => said,
    );
    const page = async () => (await fetch(`http://127.0.0.1:${port}/`)).text();
    const rowOf = async (site: string) =>
      (await page()).split('<tr>').find((row) => row.includes(`/member/${site}?edit`)) ?? '';
    const editor = await new Editor(port + 2, 'ada').ready();
    editor.insert('kept');
    await editor.save();
    await until(async () => (await rowOf('ada')).includes('running'));
    const row = await rowOf('ada');
    assert.match(row, new RegExp(`127\\.0\\.0\\.1:${port + 2}/`));
    process.kill(Number(/<td>(\d+)<\/td>/.exec(row)?.[1]), 'SIGKILL');
    await editor.gone();
    const again = await new Editor(port + 1, 'ada').ready();
    assert.is(again.text(), 'kept');
    await until(async () => (await rowOf('ada')).includes(`127.0.0.1:${port + 1}/`));
    again.cut();
    await until(
      () => said.split('listening').length > 4,
      () => said,
    );
  } finally {
    cluster.kill('SIGTERM');
  }
  assert.equal(await ended, [0, null]);
});

test('wrong usage is a sentence', async () => {
  const wrong = command('--port', 'x');
  let said = '';
  wrong.stderr.on('data', (bytes) => {
    said += String(bytes);
  });
  assert.equal(await once(wrong, 'close'), [2, null]);
  assert.match(said, /--port must be a number from 1 to 60000, got x/);
});

test.run();
