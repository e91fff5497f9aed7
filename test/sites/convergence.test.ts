/**
 * Random edits by two to eight people, with partitions, restarts of the server, and versions read back: all
 * converge to one text, and a model of who inserted and deleted what says which characters it has.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as Y from 'yjs';
import { Editor, type RunningSites, startSites } from '../support/sites.ts';
import { until } from '../support/until.ts';

type Step =
  | { readonly kind: 'insert' | 'delete'; readonly who: number; readonly where: number }
  | { readonly kind: 'cut' | 'return'; readonly who: number }
  | { readonly kind: 'restart' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({ kind: fc.constant('insert' as const), who: fc.nat(7), where: fc.nat() }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('delete' as const), who: fc.nat(7), where: fc.nat() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('cut' as const, 'return' as const),
      who: fc.nat(7),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
);

/** Every insert is one character of its own, so that a text tells exactly which edits it holds. */
class Model {
  #next = 0x4e00;
  readonly inserted = new Set<string>();
  readonly deleted = new Set<string>();

  fresh(): string {
    const character = String.fromCharCode(this.#next++);
    this.inserted.add(character);
    return character;
  }

  expected(): string {
    return [...this.inserted]
      .filter((one) => !this.deleted.has(one))
      .sort()
      .join('');
  }
}

async function converge(people: number, steps: readonly Step[]): Promise<void> {
  const directory = mkdtempSync(path.join(tmpdir(), 'ensemble-model-'));
  const docs = Array.from({ length: people }, () => new Y.Doc());
  const model = new Model();
  let running: RunningSites = await startSites({ directory });
  const join = (who: number) => new Editor(running.port, 'ada', { doc: docs[who] ?? new Y.Doc() });
  let editors: (Editor | undefined)[] = docs.map((_, who) => join(who));
  const restart = async () => {
    await running.close();
    running = await startSites({ directory });
    editors = docs.map((_, who) => join(who));
  };
  try {
    for (const one of steps) {
      const who = 'who' in one ? one.who % people : 0;
      const text = docs[who]?.getText('index.html');
      if (one.kind === 'insert') text?.insert(one.where % (text.length + 1), model.fresh());
      if (one.kind === 'delete' && text !== undefined && text.length > 0) {
        const at = one.where % text.length;
        model.deleted.add(text.toString().charAt(at));
        text.delete(at, 1);
      }
      if (one.kind === 'cut') {
        editors[who]?.cut();
        editors[who] = undefined;
      }
      if (one.kind === 'return') editors[who] ??= join(who);
      if (one.kind === 'restart') await restart();
      if (who % 2 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    for (let who = 0; who < people; who++) editors[who] ??= join(who);
    const text = (who: number) => docs[who]?.getText('index.html').toString() ?? '';
    const sorted = (word: string) => [...word].sort().join('');
    const done = () =>
      editors.every((editor) => editor?.settled) &&
      docs.every((_, who) => text(who) === text(0)) &&
      sorted(text(0)) === model.expected();
    await until(
      done,
      () => `${JSON.stringify(docs.map((_, who) => text(who)))} for ${model.expected()}`,
    );
  } finally {
    await running.close();
    rmSync(directory, { recursive: true, force: true });
    for (const doc of docs) doc.destroy();
  }
}

test('whatever happens, all end with the same text, of all inserts and without the deleted', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 2, max: 8 }),
      fc.array(step, { minLength: 5, maxLength: 60 }),
      converge,
    ),
    { numRuns: 8, endOnFailure: true },
  );
});

test('every version of a random history reads back as it was, compacted or not', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(), fc.nat(5), fc.boolean()), { minLength: 40, maxLength: 90 }),
      async (edits) => {
        const running = await startSites();
        try {
          const ada = await new Editor(running.port, 'ada').ready();
          await ada.save();
          const texts: string[] = [];
          for (const [where, length, removes] of edits) {
            const text = ada.doc.getText('index.html');
            const at = where % (text.length + 1);
            const most = Math.min(length, text.length - at);
            if (removes && most > 0) text.delete(at, most);
            else text.insert(at, 'abcdef'.slice(0, length + 1));
            await ada.save();
            texts.push(ada.text());
            if (where % 7 === 0) await ada.request({ op: 'label', at: texts.length, label: 'v' });
          }
          ada.cut();
          await until(() => running.sites.rooms.open === 0);
          const bob = await new Editor(running.port, 'ada').ready();
          assert.is(bob.text(), texts.at(-1));
          const { value } = await bob.request({ op: 'history', limit: 100 });
          const versions = Array.isArray(value['versions']) ? value['versions'] : [];
          for (const { to } of versions) {
            const { bytes } = await bob.request({ op: 'version', at: to });
            const doc = new Y.Doc();
            Y.applyUpdate(doc, bytes);
            assert.is(doc.getText('index.html').toString(), texts[to - 1], `version ${to}`);
          }
        } finally {
          await running.close();
        }
      },
    ),
    { numRuns: 2, endOnFailure: true },
  );
});

test.run();
