/** What `npm run build` promises about dist/. */
import { readFile, stat } from 'node:fs/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bundle, inlineable } from '../../scripts/bundle.ts';

test('a bundled script can stand inside a script element', () => {
  assert.is(inlineable('a("<!--<script>")'), 'a("\\x3c!--<script>")');
});

test('building twice leaves the files of the first build untouched', async () => {
  await bundle();
  const server = await stat('dist/server.js');
  await bundle();
  assert.is((await stat('dist/server.js')).mtimeMs, server.mtimeMs);
});

test('two builds at a time end in whole files', async () => {
  await Promise.all([bundle(), bundle()]);
  const text = await readFile('dist/server.js', 'utf8');
  assert.match(text, /sourceMappingURL/);
});

test.run();
