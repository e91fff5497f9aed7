/** Commands exit alike: help, wrong usage, a system error, a bug. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { exitOf, UsageError } from '../../scripts/command-line.ts';

const USAGE = 'usage: npm run x -- [--y]\n\n  --y  why';

const run = async (args: readonly string[]): Promise<string | 0 | 1> => {
  parseArgs({ args: [...args], options: { y: { type: 'boolean' } }, allowPositionals: true });
  if (args.includes('fails')) return 1;
  if (args.includes('refuses')) throw new UsageError('there is no y');
  if (args.includes('reads')) return readFileSync('no/such', 'utf8');
  if (args.includes('says')) throw new RangeError('more than there is');
  if (args.includes('breaks')) throw new TypeError('undefined is not a function');
  if (args.includes('cries')) throw 'text';
  return 'done';
};

const CASES = [
  [[], { code: 0, out: 'done', err: '' }],
  [['fails'], { code: 1, out: '', err: '' }],
  [['--help', '--nope'], { code: 0, out: USAGE, err: '' }],
  [['-h'], { code: 0, out: USAGE, err: '' }],
  [['--nope'], { code: 2, out: '', err: `Unknown option '--nope'.\n${USAGE}` }],
  [['refuses'], { code: 2, out: '', err: 'there is no y\nusage: npm run x -- [--y]\nSee --help.' }],
  [['reads'], { code: 1, out: '', err: 'no/such: no such file or directory' }],
  [['says'], { code: 1, out: '', err: 'more than there is' }],
  [['cries'], { code: 1, out: '', err: 'text' }],
] as const;

for (const [args, exit] of CASES) {
  test(`${args.join(' ') || 'nothing'}: exit ${exit.code}`, async () => {
    assert.equal(await exitOf(args, USAGE, run), exit);
  });
}

test('a bug shows where it happened', async () => {
  const { code, err } = await exitOf(['breaks'], USAGE, run);
  assert.is(code, 1);
  assert.match(err, /^TypeError: undefined is not a function\n +at .*command-line\.test/);
});

test('a one-line usage does not point to --help', async () => {
  const { err } = await exitOf(['refuses'], 'usage: x', run);
  assert.is(err, 'there is no y\nusage: x');
});

test.run();
