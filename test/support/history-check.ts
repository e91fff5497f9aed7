/** People who edit a site one after the other, and what its history must then have: every text worth a version. */
import { strict as assert } from 'node:assert';
import { inflateRawSync } from 'node:zlib';
import * as Y from 'yjs';
import type { FileName } from '../../src/shared/site/document.ts';
import { decodeRun, type EditRun, readEdits } from '../../src/shared/site/edit-log.ts';
import { listVersions } from '../../src/sites/history.ts';
import type { LmdbStore } from '../../src/sites/lmdb-store.ts';
import { type Editor, until } from './sites.ts';

const FILE: FileName = 'index.html';
/** A deletion of this many characters is worth a version of what was before. */
const MANY = 20;

export class HistoryCheck {
  readonly #random: () => number;
  /** Texts that were on screen before a deletion of many characters, or when the author changed. */
  readonly #owed = new Set<string>();
  #lastAuthor = '';
  #count = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  get owed(): number {
    return this.#owed.size;
  }

  /** A few edits by one of `editors`, each under the name at its index; resolves when all show them. */
  async edit(editors: readonly Editor[], names: readonly string[], count: number): Promise<void> {
    const index = Math.floor(this.#random() * editors.length);
    const [editor, name = ''] = [editors[index], names[index]];
    if (editor === undefined) return;
    for (let edit = 0; edit < count; edit++) {
      const before = editor.text();
      const many = before.length > MANY && this.#random() < 0.15;
      const changes = this.#lastAuthor !== '' && this.#lastAuthor !== name;
      if (many || changes) this.#owed.add(before);
      this.#lastAuthor = name;
      this.#change(editor, before, many);
    }
    await editor.save();
    await until(() => editors.every((one) => one.text() === editor.text()));
  }

  #change(editor: Editor, before: string, many: boolean): void {
    const text = editor.doc.getText(FILE);
    const at = Math.floor(this.#random() * before.length);
    this.#count += 1;
    if (many) {
      const most = before.length - MANY;
      const from = Math.floor(this.#random() * most);
      const length = MANY + Math.floor(this.#random() * (before.length - from - MANY));
      text.delete(from, length);
    } else if (before.length > 3 && this.#random() < 0.2) {
      text.delete(Math.min(at, before.length - 3), 1 + Math.floor(this.#random() * 3));
    } else {
      text.insert(at, `${this.#count} ${'word '.repeat(Math.floor(this.#random() * 6))}`);
    }
  }

  /**
   * Throws an `AssertionError` where a version is missing.
   *
   * @param thinned false where each edit must be there by itself
   */
  check(store: LmdbStore, site: string, thinned = false): void {
    const ends = new Set<number>();
    for (let before: number | undefined; ; ) {
      const { versions, more } = listVersions(store, site, { before, limit: 100 });
      for (const { to } of versions) ends.add(to);
      before = versions.at(-1)?.from;
      if (!more) break;
    }
    const texts = new Set<string>();
    const doc = new Y.Doc();
    let next = 1;
    for (const value of store.storedEdits(site, 1, Number.MAX_SAFE_INTEGER).values) {
      const run = decodeRun(value);
      for (const { from, to, update } of readEdits(run, inflated(run))) {
        assert.equal(from, next, 'no edit is missing');
        if (!thinned) assert.equal(to, next, 'each edit is there by itself');
        next = to + 1;
        Y.applyUpdate(doc, update);
        if (ends.has(to)) texts.add(doc.getText(FILE).toString());
      }
    }
    doc.destroy();
    for (const text of this.#owed) assert.ok(texts.has(text), `no version reads ${text}`);
  }
}

const inflated = ({ compressed, body }: EditRun): Uint8Array =>
  compressed ? inflateRawSync(body) : body;

/** Random numbers in [0, 1) from a seed: the upper bits of a 32-bit linear congruential generator. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
}
