/** The benchmark runner keeps one section a benchmark and says what it was asked wrongly. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { figure, isBench, median, ratio } from '../../scripts/bench/bench.ts';
import { benchNames, runBenches } from '../../scripts/bench/run.ts';
import { PREAMBLE, section, withSections } from '../../scripts/bench/sections.ts';

const bench = { title: 'Frogs', about: 'Jumps.', rivals: false, run: async () => [] };
const jumps = {
  columns: ['frog', 'm'],
  rows: [
    ['green', '1'],
    ['a|b', '2'],
  ],
  notes: ['Dry pond.'],
};

test('figures are rounded to three digits with thousands apart', () => {
  const cases = [
    [1234.5, '1,235'],
    [100, '100'],
    [4.5678, '4.57'],
    [0.0078912, '0.00789'],
    [0, '0'],
    [Number.NaN, 'n/a'],
  ] as const;
  for (const [value, text] of cases) assert.is(figure(value), text);
});

test('the median of an even number of figures is between the two in the middle', () => {
  assert.is(median([9, 1, 5]), 5);
  assert.is(median([9, 1, 5, 6]), 5.5);
  assert.is(ratio(3, 2), '1.50×');
});

test('a section is a heading, what is measured, tables, notes and the machine', () => {
  assert.is(
    section('frogs', bench, [jumps], 'Node v0.'),
    '<!-- bench:frogs -->\n\n## Frogs\n\nJumps.\n\n| frog | m |\n| --- | --: |\n| green | 1 |\n| a\\|b | 2 |\n\nDry pond.\n\nNode v0.\n\n<!-- /bench:frogs -->\n',
  );
});

test('a fresh section replaces its own and leaves the others, in the order of names', () => {
  const toads = section('toads', bench, [], 'Node v0.');
  const old = section('frogs', bench, [], 'Node v0.');
  const fresh = section('frogs', bench, [jumps], 'Node v1.');
  const before = withSections(
    '',
    new Map([
      ['toads', toads],
      ['frogs', old],
    ]),
  );
  assert.is(withSections(before, new Map([['frogs', fresh]])), [PREAMBLE, fresh, toads].join('\n'));
  assert.is(withSections(before, new Map()), before);
});

test('a module is a benchmark if it says all a section needs', () => {
  assert.ok(isBench(bench));
  assert.not(isBench({ ...bench, run: 1 }));
  assert.not(isBench(null));
});

test('a full run is kept, a quick one only printed, unknown names are told', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-'));
  const module = (rows: string) =>
    `export const bench = { title: 'Frogs', about: 'Jumps.', rivals: true, run: async (quick) => [{ columns: ['quick'], rows: ${rows} }] };`;
  writeFileSync(path.join(folder, 'frogs.ts'), module('[[String(quick)]]'));
  writeFileSync(path.join(folder, 'package.json'), '{ "dependencies": {} }');
  writeFileSync(path.join(folder, 'broken.ts'), 'export const nothing = 1;');
  const document = path.join(folder, 'B.md');
  const printed: string[] = [];
  const request = { folder, document, print: (text: string) => void printed.push(text) };
  try {
    assert.equal(benchNames(folder), ['broken', 'frogs']);
    await runBenches({ ...request, names: ['frogs'], quick: true });
    assert.match(printed[0] ?? '', '| true |');
    assert.throws(() => readFileSync(document), /ENOENT/);
    await runBenches({ ...request, names: ['frogs'], quick: false });
    assert.match(readFileSync(document, 'utf8'), /<!-- bench:frogs -->[\s\S]*\| false \|/);
    const told = async (names: string[]) =>
      runBenches({ ...request, names, quick: true }).then(
        () => 'nothing',
        (error: Error) => error.message,
      );
    assert.is(await told(['toads']), 'unknown benchmark toads; there are broken, frogs');
    assert.match(await told(['broken']), 'exports no bench');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('wrong usage exits 2 with the usage', () => {
  for (const args of [['nope'], ['--nope']]) {
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--import', 'tsx', 'scripts/bench.ts', ...args],
      { encoding: 'utf8' },
    );
    assert.is(status, 2);
    assert.match(stderr, /usage: npm run bench/);
  }
});

test.run();
