/**
 * Starts an empty site from a template or from another site. That is one edit, which Undo takes back whole; it never
 * replaces anything, and it yields to what others wrote at the same moment.
 */
import * as Y from 'yjs';
import {
  FILES,
  fileText,
  readAssets,
  readSite,
  type SiteContent,
  writeSite,
} from '../../shared/site/document.ts';
import { EXAMPLES } from '../../shared/site/examples.ts';
import { readInstruments } from '../../shared/site/site-instruments.ts';
import { addedFiles, FILE_MAP } from '../../shared/site/text-files.ts';

/** Origin of the edit. */
const START = 'start';
/** Names, in the document's `meta`, the client that started the site: of two at the same moment, one stays. */
const STARTED_BY = 'startedBy';

/** Whether nothing is written yet; pictures and instruments may be there. */
export function isUnwritten(doc: Y.Doc): boolean {
  return FILES.every((file) => fileText(doc, file).length === 0) && addedFiles(doc).size === 0;
}

/** Adds what a template brings to what is there. */
function withWhatIsThere(doc: Y.Doc, start: SiteContent): SiteContent {
  const now = readSite(doc);
  const others = <T>(mine: readonly T[], theirs: readonly T[], name: (one: T) => string): T[] => [
    ...mine,
    ...theirs.filter((one) => !mine.some((own) => name(own) === name(one))),
  ];
  return {
    files: start.files,
    assets: others(readAssets(doc), start.assets, ({ name }) => name),
    instruments: others(readInstruments(doc), start.instruments, ({ id }) => id),
    displayName: now.displayName,
    lang: now.lang === '' ? start.lang : now.lang,
  };
}

export class SiteStart {
  readonly #doc: Y.Doc;
  /** Takes the start back, whatever was edited since. */
  readonly #withdrawal: Y.UndoManager;
  readonly #undos: readonly Y.UndoManager[];
  readonly #onYield: () => void;
  /** The files that the latest start wrote, until somebody builds on it. */
  #written: readonly Y.Text[] = [];
  /** Who wrote it: a new connection gives the document another client id. */
  #client = 0;

  /**
   * @param undos the undo managers of the files: undoing the start in one of them undoes it in all
   * @param onYield called after a start was taken back because someone else was writing at the same moment
   */
  constructor(doc: Y.Doc, undos: readonly Y.UndoManager[], onYield: () => void) {
    this.#doc = doc;
    this.#onYield = onYield;
    const maps = ['assets', 'instruments', EXAMPLES, 'meta', FILE_MAP].map((name) =>
      doc.getMap(name),
    );
    const texts = FILES.map((file) => fileText(doc, file));
    const tracked = () => ({ trackedOrigins: new Set([START]) });
    this.#withdrawal = new Y.UndoManager([...texts, ...maps], tracked());
    this.#undos = [...undos, new Y.UndoManager(maps, tracked())];
    linkUndo(this.#undos);
    doc.on('update', (_update, _origin, _doc, transaction) => this.#changed(transaction));
  }

  /** Writes the site. @returns false if somebody has begun to write; then nothing is changed */
  start(content: SiteContent): boolean {
    const doc = this.#doc;
    if (!isUnwritten(doc)) return false;
    this.#withdrawal.clear();
    this.#separate();
    const site = withWhatIsThere(doc, content);
    doc.transact(() => {
      doc.getMap('meta').set(STARTED_BY, doc.clientID);
      writeSite(doc, site);
    }, START);
    this.#separate();
    this.#client = doc.clientID;
    this.#written = FILES.map((file) => fileText(doc, file)).filter(({ length }) => length > 0);
    return true;
  }

  /** Whatever is edited next is a step of its own for Undo. */
  #separate(): void {
    for (const undo of this.#undos) undo.stopCapturing();
  }

  /** Takes the start back; what was written since stays. */
  undo(): void {
    this.#written = [];
    this.#withdrawal.undo();
  }

  #changed(transaction: Y.Transaction): void {
    if (this.#written.length === 0 || transaction.origin === START) return;
    const types = new Set<unknown>(transaction.changed.keys());
    const changed = this.#written.filter((text) => types.has(text));
    if (changed.length === 0) return;
    const mine = this.#client;
    const writers = changed.map(firstWriters).filter((clients) => clients.includes(mine));
    const rivals = writers.flat().filter((client) => client !== mine);
    // Who did not write at the same moment builds on the site: it stays.
    if (rivals.length === 0) this.#written = [];
    if (!rivals.some((client) => this.#yieldsTo(client))) return;
    this.#written = [];
    // Not within the transaction that showed it.
    queueMicrotask(() => {
      this.undo();
      this.#onYield();
    });
  }

  /** Always to a person's words; of two starts, one stays. */
  #yieldsTo(client: number): boolean {
    const meta = this.#doc.getMap('meta');
    return !starters(meta).has(client) || meta.get(STARTED_BY) === client;
  }
}

/** The clients whose words are in a text, and were written while it was empty to them. */
function firstWriters(text: Y.Text): number[] {
  const store = text.doc?.store;
  const clients: number[] = [];
  if (store === undefined) return clients;
  const isNothing = (id: Y.ID | null) => id === null || Y.getItem(store, id).deleted;
  for (let item = text._start; item !== null; item = item.right) {
    const intoEmpty = isNothing(item.origin) && isNothing(item.rightOrigin);
    if (intoEmpty && !item.deleted) clients.push(item.id.client);
  }
  return clients;
}

/** The clients who started the site, also those whom a later one overwrote. */
function starters(meta: Y.Map<unknown>): Set<number> {
  const clients = new Set<number>();
  for (let item = meta._map.get(STARTED_BY) ?? null; item !== null; item = item.left) {
    clients.add(item.id.client);
  }
  return clients;
}

/** Makes undoing and redoing a start in one of the managers do so in all of them. */
function linkUndo(managers: readonly Y.UndoManager[]): void {
  let linking = false;
  for (const manager of managers) {
    manager.addTrackedOrigin(START);
    manager.on('stack-item-added', ({ stackItem, origin }) => {
      if (origin === START) stackItem.meta.set(START, true);
    });
    manager.on('stack-item-popped', ({ stackItem, type }) => {
      if (!stackItem.meta.has(START)) return;
      const back = type === 'undo' ? manager.redoStack : manager.undoStack;
      back.at(-1)?.meta.set(START, true);
      if (linking) return;
      linking = true;
      for (const other of managers) {
        const stack = type === 'undo' ? other.undoStack : other.redoStack;
        if (other !== manager && stack.at(-1)?.meta.has(START) === true) other[type]();
      }
      linking = false;
    });
  }
}
