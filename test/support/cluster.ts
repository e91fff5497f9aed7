/** `npm run test:cluster [-- file ...]`: servers that share Debian's PostgreSQL, also behind its nginx and HAProxy. */
import { spawnSync } from 'node:child_process';
import { missingPackages } from './cluster-packages.ts';

const missing = missingPackages('npm run test:cluster', ['nginx', 'haproxy']);
if (missing !== undefined) {
  console.error(missing);
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
