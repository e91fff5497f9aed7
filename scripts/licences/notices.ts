/**
 * The notices that licences require with every copy. A page is a copy of the packages in its script, so the
 * notices are at the end of that script; a text that several packages share appears once.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readPackage } from './packages.ts';

/** Where the permission starts; before it come a title and the copyright holders. */
const PERMISSION = /^(?:Permission is hereby granted|Permission to use|Redistribution and use)/m;

export interface Licence {
  /** Lines that name the copyright holders. */
  readonly holders: readonly string[];
  /** The permission and its conditions, one line per paragraph. */
  readonly permission: string;
}

/** Parses a licence text; one not structured like MIT, ISC or BSD counts as permission throughout. */
export function readLicence(text: string): Licence {
  const start = text.search(PERMISSION);
  const head = start < 0 ? '' : text.slice(0, start);
  const holders = head
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(?:The )?(?:MIT|ISC|BSD).*Licen[cs]e\b.*$/i.test(line));
  const permission = text
    .slice(Math.max(0, start))
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .join('\n');
  return { holders, permission };
}

function licenceText(folder: string): string {
  const file = readdirSync(folder).find((name) => /^(?:licen[cs]e|copying)(?:\.\w+)?$/i.test(name));
  if (file === undefined) throw new Error(`${folder} has no licence text.`);
  return readFileSync(path.join(folder, file), 'utf8');
}

/**
 * Gives the comment for a script that contains code of the packages in these folders; empty if there are none.
 *
 * @throws Error if a package has no licence text
 */
export function noticesFor(root: string, folders: Iterable<string>): string {
  const byPermission = new Map<string, string[]>();
  for (const folder of [...folders].sort()) {
    const { name, version } = readPackage(root, folder, true);
    const { holders, permission } = readLicence(licenceText(path.join(root, folder)));
    const lines = byPermission.get(permission) ?? [];
    byPermission.set(permission, [...lines, `${name} ${version}: ${holders.join(' ')}`]);
  }
  if (byPermission.size === 0) return '';
  const parts = [...byPermission].map(
    ([permission, lines]) => `${lines.join('\n')}\n${permission}`,
  );
  const text = parts.join('\n\n').replaceAll('*/', '* /').replaceAll('</', '< /');
  return `/*! This script contains third-party code.\n${text}\n*/\n`;
}

/** Gives the folders of packages among the files that went into a bundle. */
export function packageFolders(inputs: readonly string[]): Set<string> {
  const found = inputs.flatMap((file) => {
    const [, folder] = /(node_modules\/.*)$/.exec(file) ?? [];
    const [inner] = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(folder ?? '') ?? [];
    return inner === undefined ? [] : [inner];
  });
  return new Set(found);
}
