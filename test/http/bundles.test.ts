/** The built styles and scripts: what is missing is said in words that help. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Bundles } from '../../src/http/bundles.ts';
import { closing } from '../support/closing.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'ensemble-bundles-'));

test('styles and scripts are read by name, other files are not', () => {
  writeFileSync(path.join(folder, 'a.css'), 'a{}');
  writeFileSync(path.join(folder, 'a.map'), '{}');
  const bundles = Bundles.read(folder);
  assert.is(bundles.text('a.css'), 'a{}');
  assert.is(bundles.has('a.map'), false);
  assert.throws(() => bundles.text('b.js'), /b\.js is missing; run npm run build\./);
});

test('a folder that is not there asks for the build', () => {
  assert.throws(
    () => Bundles.read(path.join(folder, 'none')),
    /none is missing; run npm run build/,
  );
});

closing(folder);

test.run();
