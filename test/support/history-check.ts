/** People who edit a site one after the other, and what its history must then have: every text worth a version. */
import { strict as assert } from 'node:assert';
import { inflateRawSync } from 'node:zlib';
import * as decoding from 'lib0/decoding';
import * as v from 'valibot';
import * as Y from 'yjs';
import type { FileName } from '../../src/shared/site/document.ts';
import { decodeRun, type LogEntry, readEdits } from '../../src/shared/site/edit-log.ts';
import type { Editor } from './sites.ts';

const FILE: FileName = 'index.html';
/** A deletion of this many characters is worth a version of what was before. */
const MANY = 20;

/** Edits that one author made at once. */
interface Turn {
  readonly author: string;
  /** What was on screen before the first edit and after each. */
  readonly texts: readonly string[];
  /** Of each edit, whether it deletes many characters. */
  readonly deletes: readonly boolean[];
}

/** Plans random edits and remembers which texts were on screen before a deletion, or when the author changed. */
export class HistoryCheck {
  readonly owed = new Set<string>();
  readonly #random: () => number;
  #lastAuthor = '';
  #turn: Turn | undefined;
  #count = 0;
  /** Edits that are stored, and those of them that delete many characters or follow those of another author. */
  edits = 0;
  deletions = 0;
  changes = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** A few edits by `author`, all sent at once. */
  edit(editor: Editor, author: string, count: number): void {
    const texts = [editor.text()];
    const deletes: boolean[] = [];
    for (let edit = 0; edit < count; edit++) {
      deletes.push(this.#change(editor));
      texts.push(editor.text());
    }
    this.#turn = { author, texts, deletes };
  }

  /**
   * Says what everyone reads after the last turn: all of it, or of a server that was killed meanwhile, its first edits.
   *
   * @param saved of how many edits the server said that they are saved
   */
  settle(text: string, saved: number): void {
    if (this.#turn === undefined) return;
    const { author, texts, deletes } = this.#turn;
    this.#turn = undefined;
    const stored = texts.indexOf(text, saved);
    assert.ok(
      stored >= 0,
      `after ${saved} saved edits of ${texts.length - 1}, the site reads ${text}`,
    );
    for (let edit = 0; edit < stored; edit++) {
      const follows = this.#lastAuthor !== '' && this.#lastAuthor !== author;
      if (deletes[edit] || follows) this.owed.add(texts[edit] ?? '');
      if (deletes[edit]) this.deletions += 1;
      if (follows) this.changes += 1;
      this.#lastAuthor = author;
    }
    this.edits += stored;
  }

  /** One random edit. @returns whether it deletes many characters */
  #change(editor: Editor): boolean {
    const text = editor.doc.getText(FILE);
    const random = (bound: number) => Math.floor(this.#random() * bound);
    this.#count += 1;
    if (text.length > MANY && this.#random() < 0.15) {
      const from = random(text.length - MANY);
      text.delete(from, MANY + random(text.length - from - MANY));
      return true;
    }
    if (text.length > 3 && this.#random() < 0.2)
      text.delete(random(text.length - 3), 1 + random(3));
    else text.insert(random(text.length), `${this.#count} ${'word '.repeat(random(6))}`);
    return false;
  }
}

/** A part of a history, as it is sent. */
const EditsReply = v.object({ to: v.number(), more: v.boolean() });
const HistoryReply = v.object({
  versions: v.array(v.looseObject({ from: v.number(), to: v.number() })),
  more: v.boolean(),
});

/** All versions of the site, latest first. */
export async function versionsOf(
  editor: Editor,
): Promise<v.InferOutput<typeof HistoryReply>['versions']> {
  const all: v.InferOutput<typeof HistoryReply>['versions'] = [];
  for (let more = true; more; ) {
    const before = all.at(-1)?.from;
    const request = { op: 'history', limit: 100, ...(before !== undefined && { before }) } as const;
    const reply = v.parse(HistoryReply, (await editor.request(request)).value);
    all.push(...reply.versions);
    more = reply.more;
  }
  return all;
}

/** What the site read after an edit, as a person who opens that version sees it. */
export async function textAt(editor: Editor, at: number): Promise<string> {
  const { ok, bytes } = await editor.request({ op: 'version', at });
  assert.ok(ok, `version ${at} opens`);
  const doc = new Y.Doc();
  Y.applyUpdate(doc, bytes);
  const text = doc.getText(FILE).toString();
  doc.destroy();
  return text;
}

/** All edits of the site, and of each whether it was compacted. */
export async function* editsOf(editor: Editor): AsyncGenerator<LogEntry & { compacted: boolean }> {
  let last = 0;
  for (let more = true; more; ) {
    const { value, bytes } = await editor.request({ op: 'edits', from: last + 1 });
    const decoder = decoding.createDecoder(bytes);
    while (decoding.hasContent(decoder)) {
      const run = decodeRun(decoding.readVarUint8Array(decoder));
      const { body, compressed: compacted } = run;
      for (const edit of readEdits(run, compacted ? inflateRawSync(body) : body)) {
        if (edit.to <= last) continue;
        last = edit.to;
        yield { ...edit, compacted };
      }
    }
    more = v.parse(EditsReply, value).more;
  }
}

/** Asserts that all edits of the site can be reached, each by itself. Gives how many there are, and how many were compacted. */
export async function reachEdits(editor: Editor): Promise<{ edits: number; compacted: number }> {
  let [edits, compacted] = [0, 0];
  for await (const edit of editsOf(editor)) {
    assert.deepEqual([edit.from, edit.to], [edits + 1, edits + 1], 'each edit is there by itself');
    edits = edit.to;
    if (edit.compacted) compacted += 1;
  }
  return { edits, compacted };
}

/** Random numbers in [0, 1) from a seed: the upper bits of a 32-bit linear congruential generator. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
}
