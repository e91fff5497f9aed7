/** `npm run test:end-to-end`: from a new mode file to its sound in browser and board, and from an invitation to a site that plays the same everywhere. */
import { spawnSync } from 'node:child_process';
import { bundle } from '../../scripts/bundle.ts';
import { missingChromium } from '../../scripts/demo/chromium.ts';
import { programs } from '../../scripts/postgres.ts';
import { buildPlugins, missingHosts } from './plugins.ts';
import { missingTools } from './qemu.ts';

const missingDatabase =
  programs() === undefined
    ? 'npm run test:end-to-end needs PostgreSQL: apt-get install postgresql'
    : undefined;
const missing =
  missingChromium('npm run test:end-to-end') ?? missingTools() ?? missingHosts() ?? missingDatabase;
if (missing === undefined) {
  await bundle();
  buildPlugins();
  const run = ['--import', 'tsx', 'test/support/run.ts', 'test/end-to-end'];
  process.exitCode = spawnSync(process.execPath, run, { stdio: 'inherit' }).status ?? 1;
} else {
  console.error(missing);
  process.exitCode = 1;
}
