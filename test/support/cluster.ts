/** `npm run test:cluster [-- file ...]`: the store in PostgreSQL, with Debian's own in a temporary folder. */
import { spawnSync } from 'node:child_process';
import { programs } from '../../scripts/postgres.ts';

if (programs() === undefined) {
  console.error('cluster tests need postgresql: apt-get install postgresql');
  process.exitCode = 1;
} else {
  const places = process.argv.slice(2);
  const run = ['--import', 'tsx', 'test/support/run.ts'];
  // npm test does not count the files that only these tests run.
  const all = ['node_modules/c8/bin/c8.js', '--config', '.c8rc-cluster.json', process.execPath];
  const args = places.length > 0 ? [...run, ...places] : [...all, ...run, 'test/cluster'];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
