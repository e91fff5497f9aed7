/** What the generator cannot do: wrong usage, folders that will not do, files nobody can read. */
import { existsSync, lstatSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Measure } from '../../../dsl/measure.ts';
import { inPlace } from './place.ts';

test(
  'wrong usage answers 2 and says what is right',
  inPlace(async ({ gen }) => {
    const cases = [
      [['--nope'], /Unknown option '--nope'/],
      [['more'], /positional/],
      [['--format', 'xml'], /--format must be text or json, got "xml"/],
      [['--check', '--watch'], /cannot be combined/],
      [['--modes', 'no/such/folder'], /there is no folder "no\/such\/folder"/],
      [['--modes', ''], /there is no folder ""/],
      [['--modes', 'package.json'], /package\.json is a file; pass the folder/],
      [['--modes', 'modes', '--out', 'modes/out'], /overlap/],
      [['--modes', 'modes', '--out', 'modes'], /overlap/],
      [['--out', 'dsl'], /which is not generated/],
      [['--out', '.'], /the current folder/],
    ] as const;
    for (const [args, sentence] of cases) {
      const { code, err, out } = await gen(args);
      assert.is(code, 2, args.join(' '));
      assert.is(out, '');
      assert.match(err, sentence);
    }
  }),
);

test(
  'tools get one JSON object on wrong usage, too',
  inPlace(async ({ gen }) => {
    for (const args of [
      ['--format', 'json', '--nope'],
      ['--nope', '--format=json'],
      ['--format', 'json', '--modes', 'no/such/folder'],
      ['--format', 'json', '--out', '.'],
    ]) {
      const { code, err, out } = await gen(args);
      assert.is(code, 2, args.join(' '));
      assert.is(err, '');
      const { ok, error, diagnostics } = JSON.parse(out);
      assert.equal([ok, typeof error, diagnostics], [false, 'string', []]);
    }
  }),
);

test(
  'help is no mistake',
  inPlace(async ({ gen }) => {
    for (const flag of ['--help', '-h']) {
      const { code, err, out } = await gen([flag, '--watch']);
      assert.equal([code, err], [0, '']);
      assert.match(out, /^usage: npm run gen[\s\S]*exit codes: 0 success/);
    }
  }),
);

test(
  'what cannot be read is a problem among the others, at its file',
  inPlace(async ({ gen, modes, write }) => {
    symlinkSync('loop.json', path.join(modes, 'loop.json'));
    symlinkSync('nowhere', path.join(modes, 'gone.json'));
    write('bad.json', '[]');
    const { code, out } = await gen();
    assert.is(code, 1);
    assert.match(out, '/modes/bad.json:1:1 E_SCHEMA\n');
    assert.match(
      out,
      '/modes/gone.json:1:1 E_FILE\n  this cannot be read: /modes/gone.json: no such file or directory\n',
    );
    assert.match(out, '/modes/loop.json: too many symbolic links encountered\n');
    assert.match(out, '3 errors in 2 mode files\nnothing was written\n');
  }),
);

test(
  'a system that refuses and engines that do not compile are told in a sentence; our own mistakes are not hidden',
  inPlace(async ({ gen, out }) => {
    writeFileSync(path.dirname(out).concat('/file'), '');
    const { code, err } = await gen(['--out', path.join(path.dirname(out), 'file/build')]);
    assert.is(code, 2);
    assert.match(err, /\/file[^:]*: not a directory/);
    const failing: Measure = () => {
      throw new Error('the engines do not compile');
    };
    assert.equal(await gen([], failing), { code: 2, out: '', err: 'the engines do not compile' });
    const told = await gen(['--format', 'json'], failing);
    assert.is(JSON.parse(told.out).error, 'the engines do not compile');
    const broken: Measure = () => {
      throw new TypeError('undefined is not a function');
    };
    const thrown = await gen([], broken).catch((error: unknown) => error);
    assert.instance(thrown, TypeError);
  }),
);

test(
  'an output folder that is a link stays one; a link to nothing is refused',
  inPlace(async ({ gen, out }) => {
    const real = path.join(path.dirname(out), 'real');
    mkdirSync(real);
    symlinkSync('real', out);
    assert.is((await gen()).code, 0);
    assert.ok(lstatSync(out).isSymbolicLink());
    assert.ok(existsSync(path.join(real, 'ts/registry.ts')));
    assert.is((await gen(['--check'])).code, 0);
    rmSync(real, { recursive: true });
    const { code, err } = await gen();
    assert.is(code, 2);
    assert.match(err, 'is a broken link');
  }),
);

test.run();
