/** The scripts and styles of the pages and the server in dist/, built once in a run of tests. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { once, RUN_FOLDER } from './once.ts';

/** Loaded where it is used only: most files of a run find everything built. */
async function build(): Promise<void> {
  const { bundle } = await import('../../scripts/bundle.ts');
  await bundle();
}

export async function bundled(): Promise<void> {
  const run = process.env[RUN_FOLDER];
  if (run === undefined) {
    await build();
    return;
  }
  const done = path.join(run, 'bundled');
  await once(done, async () => {
    await build();
    writeFileSync(done, '');
  });
}
