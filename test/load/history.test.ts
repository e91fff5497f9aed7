/**
 * Fifty kills while five people write and delete: whatever anyone saw before a deletion, or before someone else went
 * on, is a version. `SEED` repeats the plan of a run.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bundle } from '../../scripts/bundle.ts';
import { LmdbStore } from '../../src/sites/lmdb-store.ts';
import { HistoryCheck, randomFrom } from '../support/history-check.ts';
import { BUNDLE, start, waitFor } from '../support/program.ts';
import { Editor } from '../support/sites.ts';

const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const KILLS = 50;
const TURNS_A_LIFE = 5;
const EDITS_A_TURN = 4;
const NAMES = ['Ada', 'Bob', 'Cyd', 'Ada', ''];

test(`${KILLS * TURNS_A_LIFE * EDITS_A_TURN} edits and ${KILLS} kills: every version is there; seed ${SEED}`, async () => {
  await bundle();
  const folder = mkdtempSync(path.join(tmpdir(), 'ensemble-history-'));
  const environment = { DATA_DIR: folder, LIMITS: 'messages_per_second=100000' };
  const check = new HistoryCheck(randomFrom(SEED));
  try {
    for (let life = 0; life < KILLS; life++) {
      const program = start(['--port', '0'], environment, BUNDLE);
      const [, port] = await waitFor(program, /"url":"http:\/\/127\.0\.0\.1:(\d+)"/);
      const people = await Promise.all(
        NAMES.map((name) => new Editor(Number(port), 'ada', { name }).ready()),
      );
      const names = NAMES.map((_, index) => `${life} ${index}`);
      for (let turn = 0; turn < TURNS_A_LIFE; turn++) {
        await check.edit(people, names, EDITS_A_TURN);
      }
      program.child.kill('SIGKILL');
      await program.ended;
    }
    const store = new LmdbStore({ directory: folder });
    assert.ok(check.owed > KILLS, `${check.owed} texts are owed`);
    check.check(store, 'ada');
    await store.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test.run();
