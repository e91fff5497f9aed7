/**
 * The guide's way from a checkout to a service behind nginx: every command of it is run, the unit is judged by
 * systemd and started as it says, and somebody edits a site through the proxy.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { EMPTY_SITE } from '../../src/shared/site/document.ts';
import { seedSite } from '../../src/sites/seed.ts';
import { Checkout } from '../support/checkout.ts';
import { freePort } from '../support/emulator.ts';
import { Machine } from '../support/machine.ts';
import { type ProxyServer, startNginx } from '../support/proxies.ts';
import { fenceIn, fencesIn } from '../support/readme.ts';
import { TRIALS } from '../support/readme-commands.ts';
import type { Running } from '../support/running.ts';
import { tryIn } from '../support/trial.ts';
import { until } from '../support/until.ts';

const UNIT = 'etc/systemd/system/ensemble.service';
const TEMPLATE = 'etc/systemd/system/ensemble@.service';
/** systemd's sum of what a service may do, 0 to 10; 2 is its border to "OK". */
const MAX_EXPOSURE = 2;

const guide = readFileSync('scripts/service/README.md', 'utf8');
const [alone = ''] = guide.split('### Several servers');
const checkout = new Checkout();
const machine = new Machine(checkout);
const port = await freePort();
let service: Running | undefined;
let proxy: ProxyServer | undefined;

// The certificate that nginx shows is nobody's.
process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';

const trials = TRIALS.filter(({ by }) => by === 'service');
const enabled = trials.findIndex(({ shown }) => shown.includes('systemctl enable'));

test('the checkout is built', async () => {
  assert.is((await checkout.run('npm run build')).code, 0);
});

for (const trial of trials.slice(0, enabled + 1)) {
  test(trial.shown, async () => {
    await tryIn(checkout, trial, machine.command(trial.shown));
  });
}

test('there is a user, keys only root reads, and a unit that starts with the machine', () => {
  assert.match(readFileSync(machine.file('etc/passwd'), 'utf8'), /^ensemble:.*nologin$/m);
  assert.is(statSync(machine.file('etc/ensemble')).mode & 0o777, 0o700);
  const wanted = 'etc/systemd/system/multi-user.target.wants/ensemble.service';
  assert.is(
    readFileSync(machine.file(UNIT), 'utf8'),
    readFileSync('scripts/service/ensemble.service', 'utf8'),
  );
  // A link that counts from the machine's root.
  assert.match(
    execFileSync('readlink', [machine.file(wanted)], { encoding: 'utf8' }),
    /ensemble\.service$/m,
  );
});

/** What systemd has to say about a unit. */
function complaints(unit: string): string {
  // What it ignores is no error to it.
  const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', machine.file(unit)], {
    encoding: 'utf8',
  });
  return stdout + stderr;
}

function checkUnit(unit: string): void {
  assert.is(complaints(unit), '');
  const threshold = `--threshold=${MAX_EXPOSURE * 10}`;
  const args = ['security', '--offline=true', threshold, '--no-pager', machine.file(unit)];
  // It exits with an error above the threshold.
  assert.match(execFileSync('systemd-analyze', args, { encoding: 'utf8' }), /Overall exposure/);
}

test('systemd understands every line of the unit, and finds the service little exposed', () =>
  checkUnit(UNIT));

test('the unit starts the service with the settings of the guide', async () => {
  const settings = `${fenceIn(guide, 'ini')}PORT=${port}\n`;
  writeFileSync(machine.file('etc/ensemble/settings'), settings);
  service = machine.start(UNIT);
  await until(
    () => /welcome site created/.test(service?.output() ?? ''),
    () => service?.output() ?? '',
  );
});

for (const trial of trials.slice(enabled + 1)) {
  test(trial.shown, async () => {
    await tryIn(checkout, trial, machine.command(trial.shown, port));
  });
}

test('systemd understands the template of several servers, and finds each little exposed', () => {
  checkUnit(TEMPLATE);
  // It reads what is beside the template.
  writeFileSync(machine.file(`${TEMPLATE}.d/more.conf`), '[Service]\nSecret=1\n');
  assert.match(complaints(TEMPLATE), /Unknown key 'Secret'/);
});

test('nginx as in the guide carries pages and editing', async () => {
  proxy = await startNginx(fencesIn(alone, 'nginx').join(''), [
    ['127.0.0.1:8080', `127.0.0.1:${port}`],
  ]);
  const base = `https://127.0.0.1:${proxy.port}`;
  let home = '';
  const answers = async (): Promise<boolean> => {
    home = await (await fetch(base)).text();
    return home !== '';
  };
  await until(answers, () => proxy?.output() ?? 'nginx');
  assert.match(home, /href="\/member\/welcome"/, proxy.output());
  const key_file = machine.file('etc/ensemble/edit-key');
  const site = {
    base,
    origin: 'https://sites.example.org',
    username: 'ada',
    content: { ...EMPTY_SITE, files: { ...EMPTY_SITE.files, 'index.html': 'through the proxy' } },
  };
  await seedSite({ ...site, key: 'some other key than that' }).then(
    () => assert.unreachable('a wrong key edited'),
    (error: Error) => assert.match(error.message, /closed the connection: 4401/),
  );
  assert.is(await seedSite({ ...site, key: readFileSync(key_file, 'utf8').trim() }), true);
  const page = await fetch(`${base}/member/ada`);
  assert.match(await page.text(), /through the proxy/);
});

test('both end in good order', async () => {
  const ends = [await proxy?.end(), await service?.end()];
  machine.remove();
  checkout.remove();
  assert.equal(ends, [0, 0], `${proxy?.output()}\n${service?.output()}`);
});

test.run();
