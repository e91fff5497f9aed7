/** What a browser kept of version 0.1.0 and what it exported then (fixtures/0.1.0) goes on in this version. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as v from 'valibot';
import { startFrom, waitForStatus } from '../../scripts/demo/page-actions.ts';
import { codeOf, importInto, type World, withWorld } from '../support/editing.ts';
import { withFolder } from '../support/folder.ts';
import { until } from '../support/until.ts';

const LEFT = path.join(import.meta.dirname, '..', 'fixtures', '0.1.0');
const KEY = 'a long sentence we share';

const Kept = v.object({
  localStorage: v.record(v.string(), v.string()),
  indexedDB: v.record(
    v.string(),
    v.record(v.string(), v.array(v.tuple([v.unknown(), v.unknown()]))),
  ),
});

/** Runs `body` with this server on the store that 0.1.0 left. */
const withStore = (body: (world: World) => Promise<void>): Promise<void> =>
  withFolder(async (folder) => {
    const packed = readFileSync(path.join(LEFT, 'data.mdb.gz'));
    writeFileSync(path.join(folder, 'data.mdb'), gunzipSync(packed));
    await withWorld({ env: { DATA_DIR: folder, ENSEMBLE_EDIT_KEY: KEY } }, body);
  });

test('a browser keeps its name, its key, and what was written offline with 0.1.0, which is saved now', () =>
  withStore(async ({ chromium, url }) => {
    const { page } = await chromium.person();
    await page.goto(url('/health'));
    await page.evaluate(
      async ({ localStorage: kept, indexedDB: databases }) => {
        for (const [name, text] of Object.entries(kept)) localStorage.setItem(name, text);
        for (const [name, stores] of Object.entries(databases)) {
          const opening = indexedDB.open(name, 1);
          const database = await new Promise<IDBDatabase>((resolve, reject) => {
            opening.onupgradeneeded = () => {
              opening.result.createObjectStore('updates', { autoIncrement: true });
              opening.result.createObjectStore('facts');
            };
            opening.onsuccess = () => resolve(opening.result);
            opening.onerror = () => reject(opening.error);
          });
          const writing = database.transaction(Object.keys(stores), 'readwrite');
          for (const [store, records] of Object.entries(stores)) {
            for (const [key, value] of records) {
              const isBytes = typeof value === 'object' && value !== null && 'base64' in value;
              const bytes = isBytes
                ? Uint8Array.from(atob(String(value.base64)), (letter) => letter.charCodeAt(0))
                : value;
              if (store === 'updates') writing.objectStore(store).add(bytes);
              else writing.objectStore(store).put(bytes, String(key));
            }
          }
          await new Promise((resolve, reject) => {
            writing.oncomplete = resolve;
            writing.onabort = () => reject(writing.error);
          });
          database.close();
        }
      },
      v.parse(Kept, JSON.parse(readFileSync(path.join(LEFT, 'browser.json'), 'utf8'))),
    );
    await page.goto(url('/member/garden?edit'));
    await waitForStatus(page, 'saved');
    const written = '<p>Written on the train.</p>';
    assert.match(await codeOf(page), written);
    await page.getByRole('button', { name: /^Ada Lovelace/ }).waitFor();
    await until(async () => (await (await fetch(url('/member/garden'))).text()).includes(written));
  }));

test('a site that 0.1.0 exported is imported with everything in it', () =>
  withFolder(async (folder) => {
    const file = path.join(folder, 'garden.html');
    writeFileSync(file, gunzipSync(readFileSync(path.join(LEFT, 'garden.html.gz'))));
    await withWorld({}, async ({ editor, url }) => {
      const { page } = await editor('imported', 'Ada');
      await startFrom(page);
      await importInto(page, file);
      await until(async () => (await codeOf(page)).includes('Sown in March'));
      await waitForStatus(page, 'saved');
      const published = await (await fetch(url('/member/imported'))).text();
      assert.match(published, 'data-taught=&quot;paf_synth&quot;>RU5TV');
      assert.match(await codeOf(page, 'style.css'), '#fdf1e4');
      assert.match(await codeOf(page, 'script.js'), 'button.textContent');
    });
  }));

test.run();
