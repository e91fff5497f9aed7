/** Imports obey scripts/generate/folders.ts; ARCHITECTURE.md names every folder and package, and stays a map. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { FOLDERS } from '../scripts/generate/folders.ts';

/** A map that people finish. */
const MAX_MAP_BYTES = 12 * 1024;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(file));
const text = readFileSync('ARCHITECTURE.md', 'utf8');

/** Items of the list under a heading, `- **names**: text`, as names and text. */
function itemsUnder(heading: string): (readonly [names: readonly string[], text: string])[] {
  const section = text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/^- \*\*(.+?)\*\*: (.+(?:\n {2}.+)*)$/gm)].map(
    ([, names = '', why = '']) => [names.split(/,\s+/), why],
  );
}

/** Where a quoted include is looked for, beside the folder of the file. */
const INCLUDED_FROM = ['firmware', 'build/cpp'];

/** Repository paths of what a TypeScript or C++ file pulls in by a relative or quoted path. */
function imports(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  const near = (name: string) => path.join(path.dirname(file), name);
  if (file.endsWith('.ts')) {
    const found = source.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g);
    // What is not there is text that a generator writes.
    return [...found].map(([, name = '']) => near(name)).filter((name) => existsSync(name));
  }
  const found = [...source.matchAll(/^\s*#include "([^"]+)"/gm)].map(([, name = '']) => name);
  // What is in none of these places comes from an SDK.
  return found.flatMap((name) => {
    const places = [near(name), ...INCLUDED_FROM.map((root) => path.join(root, name))];
    return places.filter((place) => existsSync(place)).slice(0, 1);
  });
}

/** The row that a file belongs to: that of its folder; build and what is below it are one or two levels. */
function folderOf(file: string): string {
  const folder = path.dirname(file);
  return folder.startsWith('build/') ? folder.split('/').slice(0, 2).join('/') : folder;
}

const sources = files.filter((file) =>
  /^(?:src|dsl|scripts|firmware)\/.*\.(?:ts|h|cc)$/.test(file),
);

interface Import {
  readonly file: string;
  readonly target: string;
}
const all: readonly Import[] = sources.flatMap((file) =>
  imports(file).map((target) => ({ file, target })),
);

/** Whether a name in the table, `scripts/wasm` or `scripts/*`, means this folder. */
const means = (name: string, folder: string): boolean =>
  name.endsWith('/*') ? folder.startsWith(name.slice(0, -1)) : name === folder;

for (const [folder, { imports: allowed }] of Object.entries(FOLDERS)) {
  const own = all.filter(({ file }) => folderOf(file) === folder);
  const used = own.map(({ target }) => folderOf(target));
  const names = [folder, '.', ...allowed];

  test(`${folder} imports ${allowed.length === 0 ? 'nothing but itself' : allowed.join(', ')}`, () => {
    const wrong = own
      .filter(({ target }) => !names.some((name) => means(name, folderOf(target))))
      .map(({ file, target }) => `${file} imports ${target}`);
    const unused = allowed.filter((name) => !used.some((one) => means(name, one)));
    assert.equal({ wrong, unused }, { wrong: [], unused: [] });
  });
}

test('nothing imports the program, and only the program what it puts together', () => {
  const wrong = all
    .filter(({ target }) => /^src\/(?:server|service)\.ts$/.test(target))
    .map(({ file, target }) => `${file} imports ${target}`);
  assert.equal(wrong, ['src/server.ts imports src/service.ts']);
});

test('every folder with sources has its row, and every row its folder', () => {
  const rooted = files.filter((file) => /^(?:src|dsl|scripts|firmware)\//.test(file));
  const folders = new Set([...rooted.map((file) => path.dirname(file)), 'modes', 'build']);
  folders.delete('firmware');
  assert.equal(Object.keys(FOLDERS).sort(), [...folders].sort());
});

test('every folder beside those that tests mirror is named', () => {
  const roots = ['firmware', ...Object.keys(FOLDERS)].map((folder) => folder.replace(/^src\//, ''));
  const folders = new Set(
    files.filter((file) => /^test\/[^/]+\//.test(file)).map((file) => file.split('/')[1] ?? ''),
  );
  const unnamed = [...folders].filter(
    (name) => !roots.includes(name) && !text.includes(`test/${name}`),
  );
  assert.equal(unnamed, []);
});

test('ARCHITECTURE.md is a map of at most 12 KB; decisions are in the README of their folder', () => {
  assert.ok(Buffer.byteLength(text) <= MAX_MAP_BYTES, `${Buffer.byteLength(text)} bytes`);
});

test('every package has a line with the reason for it', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readFileSync('package.json', 'utf8'),
  );
  const items = itemsUnder('Dependencies');
  assert.equal(
    items.flatMap(([names]) => names).sort(),
    Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }).sort(),
  );
  assert.ok(items.every(([, why]) => why.length > 10));
});

test.run();
