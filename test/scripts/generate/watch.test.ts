/** Watching: every folder that is named, modes as well as sources of engines. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { watchFolders } from '../../../scripts/generate/watch.ts';

test('a change in any of the folders acts again, and an abort ends it', async () => {
  mkdirSync('out', { recursive: true });
  const place = mkdtempSync('out/watch-');
  const folders = ['modes', 'engines'].map((name) => path.join(place, name));
  for (const folder of folders) mkdirSync(folder);
  const end = new AbortController();
  let acts = 0;
  const reached = async (count: number): Promise<void> => {
    for (let tries = 0; tries < 400 && acts < count; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    assert.is(acts, count);
  };
  const watching = watchFolders(folders, end.signal, async () => {
    acts += 1;
  });
  try {
    await reached(1);
    writeFileSync(path.join(folders[1] ?? '', 'hum.h'), '// a change');
    await reached(2);
    writeFileSync(path.join(folders[0] ?? '', 'hum.json'), '{}');
    await reached(3);
  } finally {
    end.abort();
    await watching;
    rmSync(place, { recursive: true });
  }
});

test.run();
