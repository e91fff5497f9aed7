/** The service as the demo and the browser tests run it, and what is said where there is no browser. */
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { missingChromium } from '../../scripts/demo/chromium.ts';
import { runDemo, USAGE } from '../../scripts/demo/command.ts';
import { Platform } from '../../scripts/demo/platform.ts';
import { bundled } from '../support/bundled.ts';
import { closing } from '../support/closing.ts';

await bundled();
mkdirSync('out', { recursive: true });
const folder = mkdtempSync('out/demo-');

async function health(platform: Platform): Promise<number> {
  const response = await fetch(platform.at('/health'));
  await response.body?.cancel();
  return response.status;
}

test('the service listens on a free port, and again on the same one after a stop', async () => {
  const platform = new Platform();
  try {
    await platform.start();
    const { url } = platform;
    assert.match(url, /^http:\/\/127\.0\.0\.1:[1-9]\d+$/);
    assert.is(await health(platform), 200);
    await platform.stop();
    assert.is(await health(platform).catch(() => 0), 0);
    await platform.start();
    assert.is(platform.url, url);
    assert.is(await health(platform), 200);
  } finally {
    await platform.remove();
  }
  await platform.stop();
});

test('a service that ends before it listens is an error, whatever it said', async () => {
  writeFileSync(
    path.join(folder, 'server.js'),
    'console.log(JSON.stringify({ msg: "stopping", url: "x" }));',
  );
  const platform = new Platform({ dist: folder });
  try {
    await platform.start();
    assert.unreachable('it started');
  } catch (error) {
    assert.match(String(error), 'the server did not start');
  } finally {
    await platform.remove();
  }
});

test('without a browser the demo says in one line what to install, and leaves nothing', async () => {
  const [printed, warned]: [string[], string[]] = [[], []];
  const telling = {
    print: (line: string) => printed.push(line),
    warn: (line: string) => warned.push(line),
  };
  const out = path.join(folder, 'pictures');
  assert.is(await runDemo(['--out', out], telling, path.join(folder, 'no-chromium')), 1);
  assert.equal(warned.splice(0), [
    'npm run demo needs Chromium: apt-get install chromium, or set CHROMIUM to its path',
  ]);
  assert.is(await runDemo(['garden'], telling), 2);
  assert.ok(warned[0]?.endsWith(USAGE));
  assert.equal(printed, []);
  assert.not.ok(existsSync(out));
  assert.is(missingChromium('this', createRequire(import.meta.url).resolve('uvu')), undefined);
});

closing(folder);

test.run();
