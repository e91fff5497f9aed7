/** `npm run test:system [-- file ...]`: the guides' service, proxy and benchmarks, with the programs of a Debian server. */
import { spawnSync } from 'node:child_process';

/** [program, what it answers to, Debian package] */
const NEEDED: readonly (readonly [string, string, string])[] = [
  ['systemd-analyze', '--version', 'systemd'],
  ['nginx', '-v', 'nginx-light'],
  ['openssl', 'version', 'openssl'],
  ['curl', '--version', 'curl'],
];

const missing = NEEDED.filter(([name, ask]) => spawnSync(name, [ask]).error !== undefined);
if (missing.length === 0) {
  const places = process.argv.slice(2);
  const run = ['--import', 'tsx', 'test/support/run.ts'];
  const chosen = places.length > 0 ? places : ['test/system'];
  const { status } = spawnSync(process.execPath, [...run, ...chosen], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} else {
  const packages = missing.map(([, , name]) => name).join(' ');
  console.error(`system tests need ${packages}: apt-get install ${packages}`);
  process.exitCode = 1;
}
