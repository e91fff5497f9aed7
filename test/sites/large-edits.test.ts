/** A large edit is taken in pieces: between them the event loop turns, so that everyone else is served. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { LiveDocument } from '../../src/sites/live-document.ts';
import { LmdbStore } from '../../src/sites/lmdb-store.ts';
import { Editor, withSites } from '../support/sites.ts';
import { until } from '../support/until.ts';

const LARGE = 'abc <p>'.repeat(1_000_000);

/** Counts the turns of the event loop from now on. */
function turns(): { readonly now: () => number; readonly stop: () => void } {
  let count = 0;
  let next = setImmediate(function turn() {
    count += 1;
    next = setImmediate(turn);
  });
  return { now: () => count, stop: () => clearImmediate(next) };
}

test('seven megabytes are merged, stored and compacted in turns of their own', () =>
  withSites({}, async ({ port, sites }) => {
    const loop = turns();
    const at = new Map<string, number[]>();
    const note = (what: string) => at.set(what, [...(at.get(what) ?? []), loop.now()]);
    const document = LiveDocument.prototype;
    const store = LmdbStore.prototype;
    const [change, append] = [document.change, store.append];
    const [compact, compactStored] = [document.compact, store.compact];
    try {
      document.change = function (...args) {
        note('merged');
        return change.apply(this, args);
      };
      store.append = function (...args) {
        note('stored');
        return append.apply(this, args);
      };
      document.compact = function (...args) {
        note('encoded');
        return compact.apply(this, args);
      };
      store.compact = function (...args) {
        note('compacted');
        return compactStored.apply(this, args);
      };
      const ada = await new Editor(port, 'ada').ready();
      ada.insert(LARGE);
      await ada.save();
      ada.cut();
      await until(() => sites.rooms.open === 0 && at.has('compacted'));
      const later = (before: string, after: string) => {
        const [one, other] = [at.get(before)?.at(-1) ?? 0, at.get(after)?.at(-1) ?? 0];
        assert.ok(one < other, `${before} in turn ${one}, ${after} in turn ${other}`);
      };
      later('merged', 'stored');
      assert.not(at.get('encoded')?.includes(at.get('compacted')?.at(-1) ?? 0));
      const bob = await new Editor(port, 'ada').ready();
      assert.is(bob.text().length, LARGE.length);
      bob.cut();
    } finally {
      Object.assign(document, { change, compact });
      Object.assign(store, { append, compact: compactStored });
      loop.stop();
    }
  }));

test.run();
