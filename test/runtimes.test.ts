/** Code is split by where it runs: `npm run check` rejects what a runtime does not have, file by file. */
import { appendFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Checkout } from './support/checkout.ts';
import { closing } from './support/closing.ts';

const BUFFER = 'export const forbidden = Buffer.alloc(1);';
const PROCESS = 'export const forbidden = process.pid;';
const DOCUMENT = 'export const forbidden = document.title;';
const WINDOW = 'export const forbidden = window.name;';
const FS = "export { readFileSync as forbidden } from 'node:fs';";
const STORE = (path: string) => `export { LmdbStore as forbidden } from '${path}';`;

/** Each file with the line that is put at its end. */
const FORBIDDEN: readonly (readonly [file: string, line: string])[] = [
  ['src/web/dom.ts', BUFFER],
  ['src/web/people.ts', PROCESS],
  ['src/web/edit-key.ts', FS],
  ['src/web/save-status.ts', STORE('../sites/lmdb-store.ts')],
  ['src/web/sound-mode/style.ts', PROCESS],
  ['src/web/worklet/recorder.ts', DOCUMENT],
  ['src/web/worklet/underrun-meter.ts', WINDOW],
  ['src/web/worklet/main.ts', PROCESS],
  ['src/web/format-worker/main.ts', WINDOW],
  ['src/web/picture-worker/main.ts', WINDOW],
  ['src/web/offline-worker/main.ts', DOCUMENT],
  ['src/server.ts', DOCUMENT],
  ['src/http/html.ts', WINDOW],
  ['src/routes/api.ts', DOCUMENT],
  ['src/sites/store.ts', WINDOW],
  ['src/shared/username.ts', DOCUMENT],
  ['src/shared/crc32.ts', WINDOW],
  ['src/shared/site/document.ts', BUFFER],
  ['src/shared/site/protocol.ts', PROCESS],
  ['src/shared/site/publish.ts', FS],
  ['src/shared/site/export.ts', STORE('../../sites/lmdb-store.ts')],
  ['dsl/curves.ts', FS],
  ['dsl/units.ts', PROCESS],
  ['dsl/channels.ts', DOCUMENT],
  ['scripts/check.ts', DOCUMENT],
  ['test/support/raw.ts', WINDOW],
];

const checkout = new Checkout();
const check = () => checkout.run('npm run check -- types');

test('types are right as they are', async () => {
  const { code, output } = await check();
  assert.is(code, 0, output);
});

test('a line that its runtime cannot run is rejected where it stands', async () => {
  for (const [file, line] of FORBIDDEN) appendFileSync(checkout.file(file), `\n${line}\n`);
  const { code, output } = await check();
  assert.is(code, 1);
  const missed = FORBIDDEN.filter(([file]) => !output.includes(`\n${file}(`));
  assert.equal(missed, []);
});

closing(() => checkout.remove());

test.run();
