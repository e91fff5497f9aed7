/** What a long history costs: on disk, to list, to open an old version, to replay and to move through. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inflateRawSync } from 'node:zlib';
import * as Y from 'yjs';
import { type Bench, figure, median, type Table } from '../../scripts/bench/bench.ts';
import { limitsWith } from '../../src/limits.ts';
import { decodeRun, readEdits } from '../../src/shared/site/edit-log.ts';
import { Weave } from '../../src/shared/site/weave.ts';
import { finished } from '../../src/sites/charged-work.ts';
import { findVersion, listVersions } from '../../src/sites/history.ts';
import { joinUpdates } from '../../src/sites/join-updates.ts';
import { type AuthoredChange, LiveDocument } from '../../src/sites/live-document.ts';
import { LmdbStore } from '../../src/sites/lmdb-store.ts';
import { inChromium, needChromium } from './history/chromium.ts';

const AUTHORS = ['Ada', 'Bob', 'Cyd', 'Dan', 'Eve'];
/** Of their browsers. */
const FIRST_CLIENT = 1_000;
/** Edits of one author in a row, before the next one goes on elsewhere. */
const RUN = 60;
const EDITS_A_TURN = 50;
const TIMES = 9;
const FRAMES = 200;
const SITE = 'long';
const WORDS = 'the quick brown fox writes <p>html</p> and jumps over a lazy dog\n';

/** Types `edits` characters, with a deletion now and then; gives the bytes of all updates, merged in runs as long as a version. */
async function write(live: LiveDocument, edits: number): Promise<number> {
  const text = live.doc.getText('index.html');
  let [at, seed, merged] = [0, 1, 0];
  let waiting: AuthoredChange[] = [];
  let unmerged: Uint8Array[] = [];
  for (let edit = 0; edit < edits; edit++) {
    seed = (seed * 48_271) % 2_147_483_647;
    if (edit % RUN === 0) at = seed % (text.length + 1);
    const who = Math.floor(edit / RUN) % AUTHORS.length;
    live.doc.clientID = FIRST_CLIENT + who;
    const change = live.change(() => {
      if (edit % 11 === 10 && at > 0) text.delete(--at, 1);
      else text.insert(at++, WORDS.charAt(edit % WORDS.length));
      return [];
    }, true);
    if (change === undefined) continue;
    waiting.push({ ...change, by: who + 1, authors: [AUTHORS[who] ?? ''] });
    unmerged.push(change.update);
    if (waiting.length < EDITS_A_TURN) continue;
    await live.store('edit', waiting);
    waiting = [];
    await live.compactIfLong();
    if (unmerged.length < EDITS_A_TURN * 30) continue;
    merged += joinUpdates(unmerged).length;
    unmerged = [];
  }
  if (waiting.length > 0) await live.store('edit', waiting);
  await live.compact();
  return merged + (unmerged.length > 0 ? joinUpdates(unmerged).length : 0);
}

function timed(work: (turn: number) => void): number {
  const times = Array.from({ length: TIMES }, (_, turn) => {
    const before = performance.now();
    work(turn);
    return performance.now() - before;
  });
  return median(times);
}

/** Everything a browser does to play a history, but to draw it. */
function replay(store: LmdbStore): Weave {
  const weave = new Weave();
  for (const value of store.storedEdits(SITE, 1, Number.MAX_SAFE_INTEGER).values) {
    const run = decodeRun(value);
    weave.add(readEdits(run, run.compressed ? inflateRawSync(run.body) : run.body));
  }
  return weave;
}

/** The site after an edit, as the server answers with it. */
function openVersion(store: LmdbStore, live: LiveDocument, at: number): void {
  const found = finished(findVersion(store, SITE, at));
  if (found === undefined) throw new Error(`there is no edit ${at}`);
  const doc = finished(live.at(found.at));
  Y.encodeStateAsUpdate(doc);
  doc.destroy();
}

/** Stores the history and measures what it costs without a browser. */
async function inNode(directory: string, edits: number): Promise<Table> {
  const store = new LmdbStore({ directory });
  try {
    const live = new LiveDocument(SITE, store, limitsWith());
    const merged = await write(live, edits);
    const state = Y.encodeStateAsUpdate(live.doc).length;
    const stored = store.sites.get(SITE)?.bytes ?? 0;
    // What the format before kept: merged versions, a keyframe for every two states of log, and the state.
    const before = merged * 1.5 + state;
    const list = timed(() => finished(listVersions(store, SITE, { limit: 100 })));
    const old = timed((turn) =>
      openVersion(store, live, Math.round((edits * (turn + 0.5)) / TIMES)),
    );
    const opened = timed(() => new LiveDocument(SITE, store, limitsWith()).destroy());
    const started = performance.now();
    const weave = replay(store);
    const replayed = performance.now() - started;
    const began = performance.now();
    for (let frame = 0; frame < FRAMES; frame++) {
      weave.textAt('index.html', Math.round((edits * frame) / FRAMES));
    }
    const frames = (FRAMES * 1_000) / (performance.now() - began);
    return {
      columns: ['measure', 'promised', 'figure'],
      rows: [
        ['ms to list the latest 100 versions, which opens the history', 'under 300', figure(list)],
        ['ms to open an old version, median over the whole history', 'under 500', figure(old)],
        ['texts of the slider per second, without drawing', 'at least 30', figure(frames)],
        ['stored, to what merged versions took', 'at most 1.3×', `${figure(stored / before)}×`],
        ['KB stored, state and keyframes included', '', figure(stored / 1024)],
        ['ms to open the site', '', figure(opened)],
        ['ms to replay every edit, before the slider moves', '', figure(replayed)],
      ],
      notes: [
        `${edits.toLocaleString('en-US')} edits of one character by five people, each stored by itself; medians of ${TIMES}. A text of the slider is computed with who wrote what in it.`,
      ],
    };
  } finally {
    await store.close();
  }
}

async function history(quick: boolean): Promise<Table[]> {
  needChromium();
  const directory = mkdtempSync(path.join(tmpdir(), 'ensemble-bench-'));
  try {
    const computed = await inNode(directory, quick ? 5_000 : 100_000);
    return [computed, await inChromium(directory, SITE, quick)];
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

export const bench: Bench = {
  title: 'History',
  about:
    'What a long history costs: to list, to open an old version, to replay and move through, in Node and in the editor, and on disk beside the format before, which merged the edits of a version.',
  rivals: false,
  run: history,
};
