/** The packages that are installed, as the lock file lists them and their own package.json describes them. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import type { Package } from './rules.ts';

const Lock = v.object({
  packages: v.record(
    v.string(),
    v.object({ dev: v.optional(v.boolean()), optional: v.optional(v.boolean()) }),
  ),
});

/** Old packages have an object, or a list in `licenses`. */
const Licence = v.union([v.string(), v.object({ type: v.string() })]);
const Manifest = v.object({
  name: v.string(),
  version: v.string(),
  license: v.optional(Licence),
  licenses: v.optional(v.array(Licence)),
});

function licenceOf({ license, licenses = [] }: v.InferOutput<typeof Manifest>): string {
  const all = license === undefined ? licenses : [license];
  return all.map((one) => (typeof one === 'string' ? one : one.type)).join(' OR ');
}

/** Describes the package in a folder. @throws Error when there is none, or it does not say what it is */
export function readPackage(root: string, folder: string, ships: boolean): Package {
  const text = readFileSync(path.join(root, folder, 'package.json'), 'utf8');
  const manifest = v.parse(Manifest, JSON.parse(text));
  const { name, version } = manifest;
  return { name, version, folder, licence: licenceOf(manifest), ships };
}

/**
 * Gives the packages of package-lock.json that are installed; those for other machines are not.
 *
 * @param inlined folders of the packages that are copied into pages: they ship, whatever they are listed under
 * @throws Error naming a package that the lock file has and nobody installed
 */
export function installedPackages(root: string, inlined: ReadonlySet<string>): Package[] {
  const lock = v.parse(
    Lock,
    JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')),
  );
  return Object.entries(lock.packages).flatMap(([folder, { dev, optional }]) => {
    if (folder === '') return [];
    if (existsSync(path.join(root, folder))) {
      return [readPackage(root, folder, dev !== true || inlined.has(folder))];
    }
    if (optional === true) return [];
    throw new Error(`${folder} is not installed: npm ci`);
  });
}
