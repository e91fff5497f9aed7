/** A process started as the systemd unit says gives back the memory of large edits. */
import { execFileSync } from 'node:child_process';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { allocatorSettings } from '../support/service-environment.ts';

/** Buffers of some megabytes, with small ones that stay between them; prints the megabytes left when they are gone. */
const PASTES = `
  const { readFileSync } = require('node:fs');
  const { setTimeout: sleep } = require('node:timers/promises');
  const resident = () =>
    Number(/RssAnon:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) / 1024;
  const start = resident();
  const small = [];
  function paste(bytes) {
    for (let large = []; large.length < 10; ) {
      large.push(Buffer.allocUnsafeSlow(bytes).fill(1));
      small.push(Buffer.allocUnsafeSlow(20_000).fill(1));
    }
  }
  async function run() {
    for (let megabytes = 7; megabytes > 1; megabytes--) {
      paste(megabytes * 1_000_000);
      gc();
      gc();
      await sleep(50);
    }
    gc();
    await sleep(3_000);
    console.log(resident() - start);
  }
  run();
`;
const MAX_MEGABYTES = 20;

if (process.platform === 'linux') {
  test("what pastes took is the system's again when they are gone", () => {
    const env = { PATH: process.env['PATH'], ...allocatorSettings() };
    const args = ['--expose-gc', '-e', PASTES];
    // Without jemalloc the loader says so there, and goes on with glibc.
    const left = Number(
      execFileSync(process.execPath, args, {
        env,
        stdio: ['ignore', 'pipe', 'ignore'],
        encoding: 'utf8',
      }),
    );
    assert.ok(left < MAX_MEGABYTES, `${left} MB left`);
  });
}

test.run();
