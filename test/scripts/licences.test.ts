/** Which licences packages may have, which ship, and the notices that go with their copies. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bundle, packagesInPages } from '../../scripts/bundle.ts';
import { noticesFor, packageFolders, readLicence } from '../../scripts/licences/notices.ts';
import { installedPackages } from '../../scripts/licences/packages.ts';
import { isAllowed, licenceProblems, type Package } from '../../scripts/licences/rules.ts';

/** [SPDX expression, whether we may use it] */
const EXPRESSIONS: readonly (readonly [string, boolean])[] = [
  ['MIT', true],
  ['BlueOak-1.0.0', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['MIT AND Apache-2.0', true],
  ['MIT AND GPL-3.0-only', false],
  ['GPL-3.0-only', false],
  ['MPL-2.0', false],
  ['(MIT AND (GPL-2.0 OR ISC))', false],
  ['mit', false],
  ['SEE LICENSE IN x', false],
  ['UNLICENSED', false],
  ['', false],
];
for (const [expression, allowed] of EXPRESSIONS) {
  test(`"${expression}" is ${allowed ? '' : 'not '}allowed`, () =>
    assert.is(isAllowed(expression), allowed));
}

const ours = installedPackages('.', await packagesInPages());
const fake = (name: string, licence: string, ships: boolean): Package => ({
  name,
  version: '1.2.3',
  folder: `node_modules/${name}`,
  licence,
  ships,
});

test('all that is installed may be used', () => {
  assert.ok(ours.length > 100);
  assert.equal(licenceProblems(ours), []);
});

test('what is copied into pages ships, though it is listed for development', () => {
  const ships = (name: string) => ours.find((one) => one.name === name)?.ships;
  assert.equal(['yjs', '@codemirror/view', 'ws', 'axe-core', 'esbuild'].map(ships), [
    true,
    true,
    true,
    false,
    false,
  ]);
});

/** [what it is, package, the sentence] */
const REFUSED: readonly (readonly [string, Package, RegExp])[] = [
  ['another licence', fake('x', 'GPL-3.0-only', false), /^x 1\.2\.3 is under GPL-3\.0-only, which/],
  ['no licence', fake('x', '', false), /^x 1\.2\.3 names no licence, which is not in/],
  [
    'an excepted package under another licence',
    fake('axe-core', 'GPL-3.0-only', false),
    /^axe-core .* is under GPL-3\.0-only, which is not in/,
  ],
  ['an excepted package that ships', fake('axe-core', 'MPL-2.0', true), /only tests may use/],
];
for (const [what, wrong, sentence] of REFUSED) {
  test(`refuses ${what}`, () => {
    const rest = ours.filter(({ name }) => name !== wrong.name);
    const [problem = '', ...more] = licenceProblems([...rest, wrong]);
    assert.match(problem, sentence);
    assert.equal(more, []);
  });
}

test('an exception that nothing needs is named', () => {
  const rest = ours.filter(({ name }) => name !== 'axe-core');
  assert.equal(licenceProblems(rest), [
    'axe-core has an exception in scripts/licences/rules.ts but is not installed.',
  ]);
});

/** A folder with a lock file and packages as given. */
function withRoot(
  lock: Readonly<Record<string, object>>,
  files: Readonly<Record<string, string>>,
  body: (root: string) => void,
): void {
  const root = mkdtempSync(path.join(tmpdir(), 'ensemble-licences-'));
  try {
    writeFileSync(path.join(root, 'package-lock.json'), JSON.stringify({ packages: lock }));
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
      writeFileSync(path.join(root, name), text);
    }
    body(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

test('licences are read as packages of all ages state them', () => {
  const stated = [
    { license: 'MIT' },
    { license: { type: 'ISC' } },
    { licenses: [{ type: 'MIT' }, 'BSD-3-Clause'] },
    {},
  ];
  const folders = stated.map((_, index) => `node_modules/p${index}`);
  const lock = Object.fromEntries(folders.map((folder) => [folder, {}]));
  const files = Object.fromEntries(
    stated.map((one, index) => [
      `${folders[index]}/package.json`,
      JSON.stringify({ name: `p${index}`, version: '1.0.0', ...one }),
    ]),
  );
  withRoot({ '': {}, ...lock }, files, (root) => {
    assert.equal(
      installedPackages(root, new Set()).map(({ licence }) => licence),
      ['MIT', 'ISC', 'MIT OR BSD-3-Clause', ''],
    );
  });
});

test('a package for another machine is not asked for, a missing one is', () => {
  withRoot({ 'node_modules/a': { optional: true } }, {}, (root) =>
    assert.equal(installedPackages(root, new Set()), []),
  );
  withRoot({ 'node_modules/a': {} }, {}, (root) =>
    assert.throws(
      () => installedPackages(root, new Set()),
      (error: Error) => error.message === 'node_modules/a is not installed: npm ci',
    ),
  );
});

test('a licence is read as who holds the copyright and what is permitted', () => {
  const text =
    'MIT License\n\nCopyright (c) 2020 Ada\nand others\n\nPermission is hereby granted,\nfree.\n\nAS IS.\n';
  assert.equal(readLicence(text), {
    holders: ['Copyright (c) 2020 Ada', 'and others'],
    permission: 'Permission is hereby granted, free.\nAS IS.',
  });
  assert.equal(readLicence('Do as\nyou like.'), { holders: [], permission: 'Do as you like.' });
});

test('packages are found where others have them inside', () => {
  assert.equal(
    [
      ...packageFolders([
        'src/a.ts',
        '../x/node_modules/@a/b/c.js',
        'node_modules/d/node_modules/e/f.js',
      ]),
    ],
    ['node_modules/@a/b', 'node_modules/d/node_modules/e'],
  );
});

test('a text that several packages share stands once, and cannot end its comment or script', () => {
  const licence = (who: string) => `Copyright ${who} */ </script>\n\nPermission to use it.\n`;
  const files = Object.fromEntries(
    ['a', 'b'].flatMap((name) => [
      [`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0' })],
      [`node_modules/${name}/LICENSE`, licence(name)],
    ]),
  );
  withRoot(
    {},
    { ...files, 'node_modules/c/package.json': '{"name":"c","version":"1"}' },
    (root) => {
      const notices = noticesFor(root, ['node_modules/b', 'node_modules/a']);
      assert.is(
        notices,
        '/*! This script contains third-party code.\na 1.0.0: Copyright a * / < /script>\nb 1.0.0: Copyright b * / < /script>\nPermission to use it.\n*/\n',
      );
      assert.is(noticesFor(root, []), '');
      assert.throws(
        () => noticesFor(root, ['node_modules/c']),
        (error: Error) => /no licence text/.test(error.message),
      );
    },
  );
});

test('the editor carries the notices of all packages in it, and those of files it exports; an instrument has none', async () => {
  await bundle();
  const editor = readFileSync('dist/web/editor.js', 'utf8');
  for (const words of ['yjs 13.', '@codemirror/view 6.', 'Marijn Haverbeke', 'valibot 1.']) {
    assert.ok(editor.includes(words), words);
  }
  const permission = 'Permission is hereby granted';
  assert.is(editor.split(permission).length, 1 + 2, 'its own, and that of files it exports');
  const exported = readFileSync('dist/web/exported.js', 'utf8');
  assert.is(exported.split(permission).length, 2);
  assert.ok(exported.includes('valibot 1.'));
  assert.not.match(readFileSync('dist/web/sound-mode.js', 'utf8'), /third-party code/);
});

test('npm run licences says how many, or what it does not understand', () => {
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, ['--import', 'tsx', 'scripts/licences.ts', ...args], {
      encoding: 'utf8',
    });
  const good = run();
  assert.is(good.status, 0, good.stderr);
  assert.match(good.stdout, /^\d+ packages, \d+ of them shipped$/m);
  const wrong = run('--wrong');
  assert.is(wrong.status, 2);
  assert.match(wrong.stderr, /usage: npm run licences/);
});

test.run();
