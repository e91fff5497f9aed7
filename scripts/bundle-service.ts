/** Bundles what runs on the server, without the pages. */
import path from 'node:path';
import { type BuildOptions, build } from 'esbuild';

/** The server, its threads and the process that checks its store. */
export const SERVICE: BuildOptions = {
  entryPoints: [
    'src/server.ts',
    'src/sites/compaction-thread.ts',
    'src/sites/listing-process.ts',
    'src/sites/lmdb-writer.ts',
    'src/sites/page-thread.ts',
    'src/sites/store-probe.ts',
  ],
  entryNames: '[name]',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  packages: 'external',
  sourcemap: true,
};

/** Bundles it with the modes of this repository into `out`, a folder inside it. */
export async function bundleService(out: string): Promise<void> {
  const absWorkingDir = path.resolve(import.meta.dirname, '..');
  await build({ ...SERVICE, absWorkingDir, outdir: path.resolve(out) });
}
