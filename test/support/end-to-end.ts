/** `npm run test:end-to-end`: the main job from a new mode file to the same sound in browser and board. */
import { spawnSync } from 'node:child_process';
import { missingChromium } from '../../scripts/demo/chromium.ts';
import { missingTools } from './qemu.ts';

const missing = missingChromium('npm run test:end-to-end') ?? missingTools();
if (missing === undefined) {
  const run = ['--import', 'tsx', 'test/support/run.ts', 'test/end-to-end'];
  process.exitCode = spawnSync(process.execPath, run, { stdio: 'inherit' }).status ?? 1;
} else {
  console.error(missing);
  process.exitCode = 1;
}
