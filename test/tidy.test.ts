/** Rules about the repository itself: test traps, what no file may say. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { transformSync } from 'esbuild';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(file));

const read = (file: string): string => readFileSync(file, 'utf8');
const under = (folder: string, ending: RegExp): string[] =>
  files.filter((file) => file.startsWith(`${folder}/`) && ending.test(file));

test('dsl is pure: no file system, process, clock or network', () => {
  const wrong = under('dsl', /\.ts$/).filter((file) =>
    /from 'node:|Date\.now|new Date\(|Math\.random|process\.|fetch\(/.test(read(file)),
  );
  assert.equal(wrong, []);
});

const tests = under('test', /\.test\.ts$/);

test('every test file runs its tests: uvu passes a file that forgets .run()', () => {
  const wrong = tests.filter(
    (file) => /from 'uvu'/.test(read(file)) && !/^\s*[\w.]*\.run\(\);/m.test(read(file)),
  );
  assert.equal(wrong, []);
});

test('no suite has a before hook: uvu reports a throwing one as success', () => {
  const wrong = tests.filter((file) => /^\s*[\w]+\.before\(/m.test(read(file)));
  assert.equal(wrong, []);
});

test('assert.throws is given a check, not a label: uvu takes a string as a label', () => {
  const wrong = tests.filter((file) => /assert\.throws\([^;]*,\s*['"`][^;]*\);/m.test(read(file)));
  assert.equal(wrong, []);
});

test('no test is skipped or run alone', () => {
  const wrong = tests.filter((file) => /\b\w+\.(skip|only)\(/.test(read(file)));
  assert.equal(wrong, []);
});

test('nothing names a path of one machine or the host of a registry', () => {
  const hosts = ['registry', 'npmjs'].join('.');
  const place = new RegExp(['/(?:home|root|work|Users)', '/[a-z]'].join(''));
  const wrong = files
    .filter((file) => !/\.(png|wasm|wav|taught|mdb|gz)$/.test(file))
    .filter((file) => place.test(read(file)) || read(file).includes(hosts));
  assert.equal(wrong, []);
});

test('files left out of coverage hold types only: they have no line that could run', () => {
  const { exclude } = JSON.parse(read('.c8rc.json'));
  const named = exclude.filter((name: string) => !name.includes('*'));
  const running = named.filter(
    (file: string) => transformSync(read(file), { loader: 'ts' }).code.trim() !== '',
  );
  assert.ok(named.length > 0);
  assert.equal(running, []);
});

test('top level is what the owner asked for, beside documents and dotfiles', () => {
  const allowed = new Set(
    'package.json package-lock.json tsconfig.json biome.json src dsl modes build firmware scripts test LICENSE'.split(
      ' ',
    ),
  );
  const wrong = [...new Set(files.map((file) => file.split('/')[0] ?? ''))].filter(
    (name) => !allowed.has(name) && !name.startsWith('.') && !name.endsWith('.md'),
  );
  assert.equal(wrong, []);
});

test.run();
