/** The command line of `npm run build`: bundles the repository's modes into dist/, or others elsewhere. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { bundle } from '../bundle.ts';
import { UsageError } from '../command-line.ts';
import { moduleTypes } from '../module-types.ts';

export const USAGE = `usage: npm run build -- [--generated DIR] [--out DIR]

  --generated  folder that npm run gen -- --out DIR wrote (build)
  --out        folder for the bundles, inside this repository so that the server finds its packages (dist)`;

const root = path.resolve(import.meta.dirname, '../..');

export interface BuildOptions {
  readonly generated: string;
  readonly out: string;
}

/** @throws UsageError, or TypeError by parseArgs */
function parseBuild(args: readonly string[]): BuildOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      generated: { type: 'string', default: path.join(root, 'build') },
      out: { type: 'string', default: path.join(root, 'dist') },
    },
  });
  const { generated, out } = values;
  if (!existsSync(path.join(generated, 'ts/registry.ts'))) {
    throw new UsageError(
      `${generated} has no ts/registry.ts; name a folder that npm run gen -- --out DIR wrote`,
    );
  }
  const place = path.relative(root, path.resolve(out));
  if (place === '' || place.startsWith('..') || path.isAbsolute(place)) {
    throw new UsageError(
      `${out} is not inside this repository, so the server would not find its packages`,
    );
  }
  return { generated, out };
}

/** Builds. @throws as parseBuild, or Error if something cannot be built */
export async function runBuild(args: readonly string[]): Promise<void> {
  const options = parseBuild(args);
  await bundle(options);
  await writeFile(path.join(options.out, 'web/ensemble.d.ts'), await moduleTypes());
}
