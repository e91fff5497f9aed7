/** `npm run test:load [-- file ...]`: builds, and attacks the server on loopback with slowhttptest. */
import { spawnSync } from 'node:child_process';
import { bundle } from '../../scripts/bundle.ts';

if (spawnSync('slowhttptest', ['-h'], { stdio: 'ignore' }).error === undefined) {
  await bundle();
  const chosen = process.argv.slice(2);
  const run = [
    '--import',
    'tsx',
    'test/support/run.ts',
    ...(chosen.length > 0 ? chosen : ['test/load']),
  ];
  process.exitCode = spawnSync(process.execPath, run, { stdio: 'inherit' }).status ?? 1;
} else {
  console.error('load tests need slowhttptest: apt-get install slowhttptest');
  process.exitCode = 1;
}
