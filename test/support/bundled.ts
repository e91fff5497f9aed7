/** The scripts and styles of the pages and the server in dist/, built once in a run of tests. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundle } from '../../scripts/bundle.ts';
import { once, RUN_FOLDER } from './once.ts';

export async function bundled(): Promise<void> {
  const run = process.env[RUN_FOLDER];
  if (run === undefined) {
    await bundle();
    return;
  }
  const done = path.join(run, 'bundled');
  await once(done, async () => {
    await bundle();
    writeFileSync(done, '');
  });
}
