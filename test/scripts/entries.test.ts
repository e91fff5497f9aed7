/** The commands as they are typed: a sentence and exit code 2 on wrong usage, 0 when all is well. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

mkdirSync('out', { recursive: true });
const folder = mkdtempSync('out/entries-');

const CASES: readonly (readonly [
  command: string,
  args: readonly string[],
  code: number,
  says: RegExp,
])[] = [
  ['build', ['--wrong'], 2, /--wrong[\s\S]*usage: npm run build/],
  ['build', ['--generated', 'modes'], 2, /modes has no ts\/registry\.ts/],
  ['build', ['--out', '..'], 2, /not inside this repository/],
  ['build', ['--out', `${folder}/dist`], 0, /^$/],
  ['demo', ['--wrong'], 2, /--wrong[\s\S]*usage: npm run demo/],
  ['wasm', [], 0, /is up to date/],
  ['wasm', ['--wrong'], 2, /--wrong[\s\S]*usage: npm run wasm/],
  ['wasm', ['--help'], 0, /^usage: npm run wasm/],
  ['golden', ['--check'], 0, /none changed/],
  ['golden', ['--wrong'], 2, /--wrong[\s\S]*usage: npm run golden/],
  ['golden', ['--help'], 0, /^usage: npm run golden/],
  ['loudness', ['--wrong'], 2, /--wrong[\s\S]*usage: npm run loudness/],
  ['loudness', ['--fit', 'nope'], 2, /unknown engine nope; there are channel_strip/],
  ['loudness', ['--fit', 'wanderer', '--sounds', '3'], 2, /from 50, got 3/],
  ['loudness', ['--help'], 0, /^usage: npm run loudness/],
  ['schema-emit', ['x'], 2, /'x'[\s\S]*usage: npm run schema:emit/],
  ['schema-emit', [], 0, /^build\/schema\/mode\.schema\.json\n/],
  ['bench', ['-h'], 0, /^usage: npm run bench[\s\S]*modes/],
  ['bench', ['nope'], 2, /unknown benchmark nope; there are [\s\S]*usage/],
  ['render', ['drone', '--seconds', '0.1', `${folder}/drone.wav`], 0, /drone Choir/],
  ['render', ['drone'], 2, /name one mode[\s\S]*usage: npm run render/],
  ['render', ['drone', `${folder}/none/drone.wav`], 1, /drone\.wav: no such file or directory/],
  ['new-mode', ['my_drone', '--engine', 'paf_synth', '--modes', folder], 0, /next: npm run gen/],
  ['new-mode', ['my_drone'], 2, /name an engine[\s\S]*usage: npm run new-mode/],
];

for (const [command, args, code, says] of CASES) {
  test(`${command} ${args.map((arg) => arg.replace(folder, 'DIR')).join(' ')}: exit ${code}`, () => {
    const script = ['--import', 'tsx', `scripts/${command}.ts`, ...args];
    const { status, stdout, stderr } = spawnSync(process.execPath, script, { encoding: 'utf8' });
    assert.match(`${stdout}${stderr}`, says);
    assert.is(status, code);
    assert.is(stderr === '', code === 0);
  });
}

test('test files are cleared away', () => {
  rmSync(folder, { recursive: true, force: true });
});

test.run();
