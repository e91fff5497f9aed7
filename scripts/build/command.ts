/** The command line of `npm run build`: bundles the repository's modes into dist/, or others elsewhere. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { bundle } from '../bundle.ts';
import { Refusal } from '../command-line.ts';
import { moduleTypes } from '../module-types.ts';

export const USAGE = `usage: npm run build -- [--generated DIR] [--out DIR]

  --generated  what npm run gen -- --out DIR wrote: the modes that server and pages know (build)
  --out        folder for the bundles (dist), inside this repository: there the server finds its packages`;

const root = path.resolve(import.meta.dirname, '../..');

export interface BuildWish {
  readonly generated: string;
  readonly out: string;
}

/** @throws Refusal or TypeError (of parseArgs) saying what is wrong. */
function parseBuild(args: readonly string[]): BuildWish {
  const { values } = parseArgs({
    args: [...args],
    options: {
      generated: { type: 'string', default: path.join(root, 'build') },
      out: { type: 'string', default: path.join(root, 'dist') },
    },
  });
  const { generated, out } = values;
  if (!existsSync(path.join(generated, 'ts/registry.ts'))) {
    throw new Refusal(
      `${generated} has no ts/registry.ts: name a folder that npm run gen -- --out DIR wrote`,
    );
  }
  const place = path.relative(root, path.resolve(out));
  if (place === '' || place.startsWith('..') || path.isAbsolute(place)) {
    throw new Refusal(`${out} is not inside this repository: the server would miss its packages`);
  }
  return { generated, out };
}

/** Builds as asked. @throws as parseBuild, or Error when something cannot be built. */
export async function runBuild(args: readonly string[]): Promise<void> {
  const wish = parseBuild(args);
  await bundle(wish);
  await writeFile(path.join(wish.out, 'web/ensemble.d.ts'), await moduleTypes());
}
