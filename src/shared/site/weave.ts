/**
 * All that a site ever was, in one structure: every character in the order of the document with the edit that wrote it
 * and the edit that deleted it. So the text after any edit is one walk, and so is who wrote it.
 *
 * It is a Yjs document that forgets nothing, to which the edits are applied as they were stored.
 */
import * as Y from 'yjs';
import { FILES, ROOTS, readSite, type SiteContent } from './document.ts';
import type { EntryHead, LogEntry } from './edit-log.ts';
import { applyGuarded, guardDocument } from './integration-guard.ts';
import type { Span } from './struct-conflicts.ts';
import { FILE_MAP, isKept, isTextRoot, namesOf } from './text-files.ts';
import { checkUpdate } from './update-check.ts';

/** Characters ever written, beyond which a history is too large for a page: 64 MB. */
const MAX_TICKS = 8_388_608;
/** Of no edit; later than all. */
const NEVER = 0x7fffffff;

/** Characters up to `end` of all that a root ever held, which the same edit wrote and the same edit deleted. */
interface Run {
  readonly end: number;
  readonly born: number;
  readonly died: number;
}

/** All that a root ever held. */
interface Woven {
  readonly text: string;
  readonly runs: readonly Run[];
}

/** Which edit wrote the characters up to `end`. */
export interface AuthoredRange {
  readonly end: number;
  readonly edit: number;
}

export interface WovenText {
  readonly text: string;
  readonly authorship: readonly AuthoredRange[];
}

/** Numbers of edits for the ticks of one client. */
class Ticks {
  #edits = new Int32Array(64);

  at(tick: number): number {
    return this.#edits[tick] ?? 0;
  }

  /** Notes `edit` where none is noted yet. */
  note(from: number, to: number, edit: number): void {
    if (to > this.#edits.length) {
      const larger = new Int32Array(Math.max(to, this.#edits.length * 2));
      larger.set(this.#edits);
      this.#edits = larger;
    }
    for (let tick = from; tick < to; tick++) this.#edits[tick] ||= edit;
  }
}

class TicksByClient {
  readonly #clients = new Map<number, Ticks>();

  of(client: number): Ticks {
    let ticks = this.#clients.get(client);
    if (ticks === undefined) {
      ticks = new Ticks();
      this.#clients.set(client, ticks);
    }
    return ticks;
  }

  note(spans: readonly Span[], edit: number): void {
    for (const { client, from, to } of spans) this.of(client).note(from, to, edit);
  }
}

/** More than a page can hold, or edits that cannot be merged. */
export class WeaveError extends Error {
  override readonly name = 'WeaveError';
  readonly code = 'E_WEAVE';
}

export class Weave {
  /** Every edit, first to last. */
  readonly edits: EntryHead[] = [];
  readonly #doc = new Y.Doc({ gc: false });
  readonly #born = new TicksByClient();
  readonly #died = new TicksByClient();
  readonly #woven = new Map<string, Woven>();
  #ticks = 0;

  constructor() {
    guardDocument(this.#doc);
  }

  /** Number of the latest edit; 0 if there is none. */
  get last(): number {
    return this.edits.at(-1)?.to ?? 0;
  }

  /** The edit of this number; undefined if it is not here. */
  edit(number: number): EntryHead | undefined {
    const head = this.edits[this.#indexOf(number)];
    return head !== undefined && head.from <= number ? head : undefined;
  }

  /** The edits from one number to another, as far as they are here. */
  editsOf(from: number, to: number): readonly EntryHead[] {
    return this.edits.slice(this.#indexOf(from), this.#indexOf(to) + 1);
  }

  #indexOf(number: number): number {
    let [low, high] = [0, this.edits.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.edits[middle]?.to ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Adds the edits that follow. Those that are there already are left out. Throws `WeaveError`. */
  add(entries: readonly LogEntry[]): void {
    const fresh = entries.filter(({ to }) => to > this.last);
    if (fresh.some(({ from }) => from <= this.last)) {
      throw new WeaveError('the history was thinned meanwhile');
    }
    this.#woven.clear();
    try {
      this.#doc.transact(() => {
        for (const entry of fresh) this.#apply(entry);
      });
    } catch (error) {
      throw new WeaveError(error instanceof Error ? error.message : String(error));
    }
  }

  #apply({ update, ...head }: LogEntry): void {
    const { writes, deletes } = checkUpdate(update);
    this.#ticks += writes.reduce((sum, { from, to }) => sum + to - from, 0);
    if (this.#ticks > MAX_TICKS) throw new WeaveError('the history is too large');
    if (head.anew) this.#end(head.to);
    applyGuarded(this.#doc, update);
    this.#born.note(writes, head.to);
    this.#died.note(deletes, head.to);
    this.edits.push(head);
  }

  /** Everything so far ends with this edit. */
  #end(edit: number): void {
    for (const [client, structs] of this.#doc.store.clients) {
      const last = structs.at(-1);
      if (last !== undefined) this.#died.of(client).note(0, last.id.clock + last.length, edit);
    }
  }

  /** The root of a file after an edit: the file's name then says which. Undefined where there was none of this name. */
  rootAt(file: string, edit: number): string | undefined {
    return isKept(file) ? file : this.#addedAt(edit).get(file);
  }

  /** Names of the files after an edit, the three of every site first. */
  filesAt(edit: number): string[] {
    return [...FILES, ...this.#addedAt(edit).keys()];
  }

  #addedAt(edit: number): Map<string, string> {
    const hasText = (root: string) => this.#rootText(root, edit).text !== '';
    return namesOf(this.#valuesAt(FILE_MAP, edit), hasText);
  }

  /** The text of a file after an edit, with who wrote what; empty where there was none. */
  textAt(file: string, edit: number): WovenText {
    const root = this.rootAt(file, edit);
    return root === undefined ? { text: '', authorship: [] } : this.#rootText(root, edit);
  }

  #rootText(root: string, edit: number): WovenText {
    const { text: all, runs } = this.#rootEver(root);
    const authorship: AuthoredRange[] = [];
    // Few long parts: a text of single characters is slow to make and to read.
    const parts: string[] = [];
    let [at, from, length, last] = [0, 0, 0, 0];
    for (const { end, born, died } of runs) {
      const start = at;
      at = end;
      if (born > edit || died <= edit) {
        if (from < start) parts.push(all.slice(from, start));
        from = end;
        continue;
      }
      length += end - start;
      if (born === last) authorship.pop();
      last = born;
      authorship.push({ end: length, edit: born });
    }
    parts.push(all.slice(from, at));
    return { text: parts.join(''), authorship };
  }

  /** The whole site after an edit. */
  contentAt(edit: number): SiteContent {
    const doc = new Y.Doc();
    doc.transact(() => {
      for (const file of this.filesAt(edit)) {
        const root = this.rootAt(file, edit) ?? file;
        doc.getText(root).insert(0, this.#rootText(root, edit).text);
      }
      for (const root of ROOTS) {
        if (isKept(root)) continue;
        for (const [key, value] of this.#valuesAt(root, edit)) doc.getMap(root).set(key, value);
      }
    });
    const content = readSite(doc);
    doc.destroy();
    return content;
  }

  *#valuesAt(root: string, edit: number): Generator<[string, unknown]> {
    for (const [key, latest] of this.#doc.getMap(root)._map) {
      const value = this.#valueAt(latest, edit);
      if (value !== undefined) yield [key, value[0]];
    }
  }

  /** The value that a key had after an edit, in a list; undefined where it had none. */
  #valueAt(latest: Y.Item, edit: number): [unknown] | undefined {
    for (let item: Y.Item | null = latest; item !== null; item = item.left) {
      if (item.content instanceof Y.ContentDeleted) continue;
      const { client, clock } = item.id;
      const values: unknown[] = item.content.getContent();
      // Yjs joins values that one client wrote over one another.
      for (let at = values.length - 1; at >= 0; at -= 1) {
        const born = this.#born.of(client).at(clock + at);
        const died = this.#died.of(client).at(clock + at) || NEVER;
        if (born <= edit && died > edit) return [values[at]];
      }
    }
    return undefined;
  }

  /** Where the characters `from` to `to` of a file's root after one edit are, or would be, after another. */
  placeAt(
    root: string,
    then: number,
    { from, to }: { readonly from: number; readonly to: number },
    now: number,
  ): { readonly from: number; readonly to: number } {
    const place = { from: -1, to: 0 };
    let at = 0;
    let atNow = 0;
    let before = 0;
    for (const { end: until, born, died } of this.#rootEver(root).runs) {
      const length = until - before;
      before = until;
      const isThere = born <= then && died > then;
      const isNow = born <= now && died > now;
      const end = at + (isThere ? length : 0);
      const within = (position: number) => atNow + (isNow ? position - at : 0);
      if (place.from < 0 && isThere && end > from) place.from = within(Math.max(from, at));
      if (isThere && at < to) place.to = within(Math.min(to, end));
      at = end;
      if (isNow) atNow += length;
    }
    return { from: place.from < 0 ? atNow : place.from, to: Math.max(place.to, place.from, 0) };
  }

  #rootEver(root: string): Woven {
    let woven = this.#woven.get(root);
    if (woven === undefined) {
      const known = this.#doc.share.has(root) || !isTextRoot(root);
      woven = known ? this.#weave(this.#doc.getText(root)) : { text: '', runs: [] };
      this.#woven.set(root, woven);
    }
    return woven;
  }

  #weave(text: Y.Text): Woven {
    const runs: Run[] = [];
    const parts: string[] = [];
    let before = 0;
    for (let item = text._start; item !== null; item = item.right) {
      if (!(item.content instanceof Y.ContentString)) continue;
      const { str } = item.content;
      const { client, clock } = item.id;
      const [born, died] = [this.#born.of(client), this.#died.of(client)];
      for (let at = 0; at < str.length; ) {
        const [birth, death] = [born.at(clock + at), died.at(clock + at)];
        let end = at + 1;
        while (
          end < str.length &&
          born.at(clock + end) === birth &&
          died.at(clock + end) === death
        ) {
          end += 1;
        }
        runs.push({ end: before + end, born: birth, died: death || NEVER });
        at = end;
      }
      parts.push(str);
      before += str.length;
    }
    return { text: parts.join(''), runs };
  }
}
