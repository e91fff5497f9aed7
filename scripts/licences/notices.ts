/**
 * The notices that licences ask to go with every copy. A page is a copy of the packages in its script, so they
 * stand at the end of that script, texts that several packages share once.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readPackage } from './packages.ts';

/** Where the permission starts; what stands before it is a title and who holds the copyright. */
const PERMISSION = /^(?:Permission is hereby granted|Permission to use|Redistribution and use)/m;

export interface Licence {
  /** Lines that name the holders of the copyright. */
  readonly holders: readonly string[];
  /** What is permitted under which conditions, unwrapped to one line a paragraph. */
  readonly permission: string;
}

/** Reads the text of a licence; one that is not built as MIT, ISC and BSD are is all permission. */
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
  if (file === undefined) throw new Error(`${folder} has no licence text to go with its copies.`);
  return readFileSync(path.join(folder, file), 'utf8');
}

/**
 * Gives the comment for a script that has code of the packages in these folders; empty where there are none.
 *
 * @throws Error when a package comes without the text of its licence
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
  return `/*! This script has code of others in it.\n${text}\n*/\n`;
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
