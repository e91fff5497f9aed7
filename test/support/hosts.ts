/** `npm run test:hosts [-- file ...]`: builds the plugins and runs them in Pure Data, in an LV2 host and in VCV Rack, or a double of it. */
import { spawnSync } from 'node:child_process';
import { buildPlugins, missingHosts } from './plugins.ts';

const missing = missingHosts();
if (missing === undefined) {
  buildPlugins();
  const places = process.argv.slice(2);
  const run = ['--import', 'tsx', 'test/support/run.ts'];
  const chosen = places.length > 0 ? places : ['test/hosts'];
  const { status } = spawnSync(process.execPath, [...run, ...chosen], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} else {
  console.error(missing);
  process.exitCode = 1;
}
