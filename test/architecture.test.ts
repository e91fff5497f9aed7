/** ARCHITECTURE.md is true: its table of folders is the rule for imports, and it names every folder and package. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(file));
const text = readFileSync('ARCHITECTURE.md', 'utf8');

/** The cells of the rows under a heading; its first two rows are the table's own head. */
function rowsUnder(heading: string): string[][] {
  const section = text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

const split = (cell: string): string[] => cell.split(', ').filter((name) => name !== '');
const MAY_IMPORT = new Map(
  rowsUnder('Folders').map(([folder = '', , imports = '']) => [folder, split(imports)]),
);

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

for (const [folder, allowed] of MAY_IMPORT) {
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
  assert.equal([...MAY_IMPORT.keys()].sort(), [...folders].sort());
});

test('every folder beside those that tests mirror is named', () => {
  const roots = ['firmware', ...MAY_IMPORT.keys()].map((folder) => folder.replace(/^src\//, ''));
  const folders = new Set(
    files.filter((file) => /^test\/[^/]+\//.test(file)).map((file) => file.split('/')[1] ?? ''),
  );
  const unnamed = [...folders].filter(
    (name) => !roots.includes(name) && !text.includes(`test/${name}`),
  );
  assert.equal(unnamed, []);
});

test('every package has a line with the reason for it', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const rows = rowsUnder('Dependencies');
  assert.equal(
    rows.map(([name]) => name).sort(),
    Object.keys({ ...dependencies, ...devDependencies }).sort(),
  );
  assert.ok(rows.every(([, why = '']) => why.length > 10));
});

test.run();
