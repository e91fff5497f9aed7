/** The output folder is replaced whole: compared exactly, and old or new wherever the run is cut off. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compare, misuse, recover, replace } from '../../../scripts/generate/tree.ts';

const { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } = fs;

const OLD = new Map([
  ['cpp/mode.h', 'same'],
  ['cpp/modes/a.h', '@generated old'],
  ['ts/modes/gone.ts', '@generated gone'],
]);
const NEW = new Map([
  ['cpp/mode.h', 'same'],
  ['cpp/modes/a.h', 'new'],
  ['docs/modes/b.html', 'b'],
]);

/** Every file below a folder with its text; undefined where there is no folder. */
function contents(folder: string): Record<string, string> | undefined {
  if (!fs.existsSync(folder)) return undefined;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(path.join(folder, name)).isFile(),
  );
  return Object.fromEntries(
    files.sort().map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]),
  );
}

const WASM = { 'wasm/x.wasm': 'w' };
const sorted = (files: Map<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries({ ...Object.fromEntries(files), ...WASM }).sort());

function withTree(act: (out: string) => void): () => void {
  return () => {
    const parent = mkdtempSync(path.join(tmpdir(), 'tree-'));
    const out = path.join(parent, 'build');
    try {
      replace(out, OLD);
      mkdirSync(path.join(out, 'wasm'));
      writeFileSync(path.join(out, 'wasm/x.wasm'), 'w');
      act(out);
    } finally {
      rmSync(parent, { recursive: true });
    }
  };
}

test(
  'a first run makes the folder',
  withTree((out) => assert.equal(contents(out), sorted(OLD))),
);

test(
  'comparing names every stale, missing and orphan file and writes nothing',
  withTree((out) => {
    assert.equal(compare(out, OLD), { stale: [], missing: [], orphan: [], foreign: [] });
    assert.equal(compare(out, NEW), {
      stale: ['cpp/modes/a.h'],
      missing: ['docs/modes/b.html'],
      orphan: ['ts/modes/gone.ts'],
      foreign: [],
    });
    writeFileSync(path.join(out, 'notes.txt'), '');
    assert.equal(compare(out, OLD).orphan, ['notes.txt']);
    assert.equal(compare(out, OLD).foreign, ['notes.txt']);
    assert.equal(compare(path.join(out, 'nowhere'), OLD).missing, [...OLD.keys()].sort());
  }),
);

test(
  'one byte more, one less and one other are stale',
  withTree((out) => {
    for (const text of ['olds', 'ol', 'olD']) {
      writeFileSync(path.join(out, 'cpp/modes/a.h'), text);
      assert.equal(compare(out, OLD).stale, ['cpp/modes/a.h']);
    }
  }),
);

test(
  'replacing writes what differs, keeps the rest as it is, removes orphans, spares the wasm',
  withTree((out) => {
    const before = statSync(path.join(out, 'cpp/mode.h'));
    assert.equal(replace(out, NEW), {
      stale: ['cpp/modes/a.h'],
      missing: ['docs/modes/b.html'],
      orphan: ['ts/modes/gone.ts'],
      foreign: [],
    });
    assert.equal(contents(out), sorted(NEW));
    const after = statSync(path.join(out, 'cpp/mode.h'));
    assert.is(after.ino, before.ino, 'an unchanged file is not written again, so nothing rebuilds');
    assert.is(after.mtimeMs, before.mtimeMs);
    assert.equal(readdirSync(path.dirname(out)), ['build']);
  }),
);

test(
  'nothing to change changes nothing, not even the folder',
  withTree((out) => {
    const { ino } = statSync(out);
    assert.equal(replace(out, OLD), { stale: [], missing: [], orphan: [], foreign: [] });
    assert.is(statSync(out).ino, ino);
  }),
);

class CutOff extends Error {}

const WRITES = [
  'writeFileSync',
  'linkSync',
  'copyFileSync',
  'mkdirSync',
  'renameSync',
  'rmSync',
] as const;

/** Lets `calls` changes of the file system happen, then none: as a kill would, at every place in turn. */
function cutOffAfter(calls: number, act: () => void): boolean {
  const real = Object.fromEntries(WRITES.map((name) => [name, fs[name]]));
  let left = calls;
  for (const name of WRITES) {
    const original: unknown = real[name];
    Object.assign(fs, {
      [name]: (...args: unknown[]) => {
        if (left === 0) throw new CutOff(name);
        left -= 1;
        return typeof original === 'function' ? original(...args) : undefined;
      },
    });
  }
  syncBuiltinESMExports();
  try {
    act();
    return false;
  } catch (error) {
    if (error instanceof CutOff) return true;
    throw error;
  } finally {
    Object.assign(fs, real);
    syncBuiltinESMExports();
  }
}

test('cut off after any change, the folder is the old one, the new one, or put back by what runs next', () => {
  let places = 0;
  let absent = 0;
  for (let cut = true; cut; places += 1) {
    withTree((out) => {
      cut = cutOffAfter(places, () => replace(out, NEW));
      const now = contents(out);
      if (now === undefined) {
        absent += 1;
        recover(out);
      }
      const there = JSON.stringify(contents(out));
      const [old, fresh] = [JSON.stringify(sorted(OLD)), JSON.stringify(sorted(NEW))];
      assert.ok(there === old || there === fresh, `after ${places} changes: ${there}`);
      replace(out, NEW);
      assert.equal(contents(out), sorted(NEW));
      assert.equal(readdirSync(path.dirname(out)), ['build'], 'nothing is left beside it');
    })();
  }
  assert.ok(places > 10, `${places} places`);
  assert.is(absent, 1, 'only between the two renames is there no folder');
});

test('cut off while putting back, the next run finishes it', () => {
  for (let places = 0, cut = true; cut; places += 1) {
    withTree((out) => {
      const parent = path.dirname(out);
      fs.renameSync(out, path.join(parent, '.build-old'));
      fs.cpSync(path.join(parent, '.build-old'), path.join(parent, '.build-new'), {
        recursive: true,
      });
      cut = cutOffAfter(places, () => recover(out));
      recover(out);
      assert.equal(contents(out), sorted(OLD));
      assert.equal(readdirSync(parent), ['build']);
    })();
  }
});

test('recovering where there is nothing is fine', () =>
  recover(path.join(tmpdir(), 'no/such/place')));

test('without hard links files are copied', () => {
  const real = fs.linkSync;
  Object.assign(fs, {
    linkSync: () => {
      throw new Error('EPERM');
    },
  });
  syncBuiltinESMExports();
  try {
    withTree((out) => {
      replace(out, NEW);
      assert.equal(contents(out), sorted(NEW));
    })();
  } finally {
    Object.assign(fs, { linkSync: real });
    syncBuiltinESMExports();
  }
});

test(
  'an orphan we did not generate is never removed: nothing is written and it is named',
  withTree((out) => {
    writeFileSync(path.join(out, 'ts/mine.ts'), 'a week of work');
    const changes = replace(out, NEW);
    assert.equal(changes.foreign, ['ts/mine.ts']);
    assert.equal(contents(out), { ...sorted(OLD), 'ts/mine.ts': 'a week of work' });
    assert.equal(readdirSync(path.dirname(out)), ['build']);
  }),
);

test(
  'a folder that holds other things is refused, and one that holds us is refused even to look at',
  withTree((out) => {
    assert.is(misuse(out, 'modes', false), undefined);
    assert.is(misuse(path.join(out, 'new'), 'modes', false), undefined);
    for (const check of [true, false]) {
      assert.match(misuse('.', 'modes', check) ?? '', 'the current folder or one above it');
      assert.match(misuse('..', 'modes', check) ?? '', 'the current folder or one above it');
      assert.match(misuse('package.json', 'modes', check) ?? '', 'is a file');
    }
    assert.match(misuse('dsl', 'modes', false) ?? '', 'which is not generated');
    mkdirSync(path.join(out, 'photos'));
    assert.match(misuse(out, 'modes', false) ?? '', 'holds photos, which is not generated');
    assert.is(misuse(out, 'modes', true), undefined);
  }),
);

test.run();
