/** `npm run store` on a store whose pages are broken, which crashes whoever reads them. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readExport } from '../../src/sites/store-file.ts';
import { breakPages, fillPages, nameOf } from '../support/broken-store.ts';
import { withFolder } from '../support/folder.ts';

test('a store with broken pages is read from a copy of what is intact, and not written to', () =>
  withFolder(async (folder) => {
    const from = path.join(folder, 'from');
    await fillPages(from);
    assert.ok(breakPages(path.join(from, 'data.mdb'), `${nameOf(30)} says`) > 0);
    const broken = readFileSync(path.join(from, 'data.mdb'));
    const run = (...args: string[]) =>
      spawnSync(process.execPath, ['--import', 'tsx', 'scripts/store.ts', ...args], {
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], DATA_DIR: from, TMPDIR: folder },
      });
    const verified = run('verify');
    assert.is(verified.status, 1, verified.stderr);
    assert.match(verified.stdout, /site-30: its pages are damaged\n/);
    const [, intact] = /\n(\d+) sites OK, \d damaged\n$/.exec(verified.stdout) ?? [];
    assert.ok(Number(intact) > 50, verified.stdout);
    const listed = run('list');
    assert.is(listed.status, 0, listed.stderr);
    assert.match(
      listed.stdout,
      /site-00 {2}1 edit[\s\S]*site-30 {2}damaged: its pages are damaged\n/,
    );
    const file = path.join(folder, 'rest.ensemble');
    assert.is(run('export', file).status, 1);
    assert.is(readExport(file).size, Number(intact));
    for (const words of [
      ['lock', nameOf(0)],
      ['import', file],
    ]) {
      const { status, stderr } = run(...words);
      assert.is(status, 1);
      assert.match(stderr, /^The store in \S+ is damaged\. Start the server once: it copies /);
    }
    assert.ok(readFileSync(path.join(from, 'data.mdb')).equals(broken), 'nothing was changed');
    assert.equal(
      readdirSync(folder).filter((name) => name.startsWith('ensemble-salvaged-')),
      [],
      'the copy is removed',
    );
  }));

test.run();
