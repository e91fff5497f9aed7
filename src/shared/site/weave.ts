/**
 * All that a site ever was, in one structure: every character in the order of the document with the edit that wrote it
 * and the edit that deleted it. So the text after any edit is one walk, and so is who wrote it.
 *
 * It is a Yjs document that forgets nothing, to which the edits are applied as they were stored.
 */
import * as Y from 'yjs';
import { FILES, type FileName, fileText, ROOTS, readSite, type SiteContent } from './document.ts';
import type { EntryHead, LogEntry } from './edit-log.ts';
import { applyGuarded, guardDocument } from './integration-guard.ts';
import type { Span } from './struct-conflicts.ts';
import { checkUpdate } from './update-check.ts';

/** Characters ever written, beyond which a history is too large for a page: 64 MB. */
const MAX_TICKS = 8_388_608;
/** Of no edit; later than all. */
const NEVER = 0x7fffffff;

/** Characters that the same edit wrote and the same edit deleted. */
interface Run {
  readonly text: string;
  readonly born: number;
  readonly died: number;
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
  readonly #runs = new Map<FileName, readonly Run[]>();
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
    this.#runs.clear();
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

  /** The text of a file after an edit, with who wrote what. */
  textAt(file: FileName, edit: number): WovenText {
    const authorship: AuthoredRange[] = [];
    let text = '';
    let last = 0;
    for (const run of this.#runsOf(file)) {
      if (run.born > edit || run.died <= edit) continue;
      text += run.text;
      if (run.born === last) authorship.pop();
      last = run.born;
      authorship.push({ end: text.length, edit: last });
    }
    return { text, authorship };
  }

  /** The whole site after an edit. */
  contentAt(edit: number): SiteContent {
    const doc = new Y.Doc();
    doc.transact(() => {
      for (const file of FILES) fileText(doc, file).insert(0, this.textAt(file, edit).text);
      for (const root of ROOTS) {
        if (FILES.some((file) => file === root)) continue;
        for (const [key, value] of this.#valuesAt(root, edit)) doc.getMap(root).set(key, value);
      }
    });
    const content = readSite(doc);
    doc.destroy();
    return content;
  }

  *#valuesAt(root: string, edit: number): Generator<[string, unknown]> {
    for (const [key, latest] of this.#doc.getMap(root)._map) {
      for (let item: Y.Item | null = latest; item !== null; item = item.left) {
        const { client, clock } = item.id;
        const born = this.#born.of(client).at(clock);
        const died = this.#died.of(client).at(clock) || NEVER;
        if (born > edit || died <= edit || item.content instanceof Y.ContentDeleted) continue;
        yield [key, item.content.getContent()[0]];
        break;
      }
    }
  }

  /** Where the characters `from` to `to` of a file after one edit are, or would be, after another. */
  placeAt(
    file: FileName,
    then: number,
    { from, to }: { readonly from: number; readonly to: number },
    now: number,
  ): { readonly from: number; readonly to: number } {
    const place = { from: -1, to: 0 };
    let at = 0;
    let atNow = 0;
    for (const { text, born, died } of this.#runsOf(file)) {
      const isThere = born <= then && died > then;
      const isNow = born <= now && died > now;
      const end = at + (isThere ? text.length : 0);
      const within = (position: number) => atNow + (isNow ? position - at : 0);
      if (place.from < 0 && isThere && end > from) place.from = within(Math.max(from, at));
      if (isThere && at < to) place.to = within(Math.min(to, end));
      at = end;
      if (isNow) atNow += text.length;
    }
    return { from: place.from < 0 ? atNow : place.from, to: Math.max(place.to, place.from, 0) };
  }

  #runsOf(file: FileName): readonly Run[] {
    let runs = this.#runs.get(file);
    if (runs === undefined) {
      runs = this.#weave(fileText(this.#doc, file));
      this.#runs.set(file, runs);
    }
    return runs;
  }

  #weave(text: Y.Text): Run[] {
    const runs: Run[] = [];
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
        runs.push({ text: str.slice(at, end), born: birth, died: death || NEVER });
        at = end;
      }
    }
    return runs;
  }
}
