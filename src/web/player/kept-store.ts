/**
 * Texts by name in this browser, in two places. localStorage has a text as soon as it is written, but holds few, and a
 * browser that is killed loses its last seconds; IndexedDB writes a moment later, to the disk, and holds more.
 */
import { forget, keep, recall } from '../browser-storage.ts';
import { completed, done, openDatabase } from '../indexed-db.ts';

const DATABASE = 'ensemble.kept';
const TEXTS = 'texts';
/** How much later than to the database a text is written to the disk, where localStorage is full. */
const FLUSH_MS = 400;

export class KeptStore {
  /** Undefined where the browser has no database for this page. */
  readonly #database: Promise<IDBDatabase | undefined>;
  /** Names of texts that are not on the disk yet. */
  readonly #unflushed = new Set<string>();

  constructor() {
    this.#database = openDatabase(DATABASE, { [TEXTS]: {} }).catch(() => undefined);
  }

  /**
   * Keeps a text under a name; it is there at once unless localStorage is full.
   *
   * @param lasting also writes it to the disk, which takes a moment; otherwise only where localStorage is full
   * @returns whether it is kept
   */
  async put(name: string, text: string, lasting: boolean): Promise<boolean> {
    if (keep(name, text)) {
      if (lasting) await this.#write((texts) => texts.put(text, name));
      return true;
    }
    const kept = await this.#write((texts) => texts.put(text, name), 'relaxed');
    if (kept && lasting) this.#flushLater(name);
    return kept;
  }

  /** A write waits for the one before it, and a page that crashes loses what waits: so no write may wait for the disk. */
  #flushLater(name: string): void {
    if (this.#unflushed.size === 0) setTimeout(() => this.#flush(), FLUSH_MS);
    this.#unflushed.add(name);
  }

  #flush(): void {
    const names = [...this.#unflushed];
    this.#unflushed.clear();
    void this.#write((texts) => {
      for (const name of names) {
        const found = texts.get(name);
        found.addEventListener('success', () => {
          if (found.result !== undefined) texts.put(found.result, name);
        });
      }
    });
  }

  async remove(name: string): Promise<void> {
    forget(name);
    await this.#write((texts) => texts.delete(name));
  }

  /** All texts whose names begin so. One name may have two texts, of which either may be the older one. */
  async all(prefix: string): Promise<(readonly [name: string, text: string])[]> {
    const found = namesHere(prefix).map((name) => [name, recall(name) ?? ''] as const);
    return [...found, ...(await this.#written(prefix))];
  }

  async #written(prefix: string): Promise<(readonly [name: string, text: string])[]> {
    const database = await this.#database;
    if (database === undefined) return [];
    try {
      const texts = database.transaction(TEXTS).objectStore(TEXTS);
      const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
      const found = [done(texts.getAllKeys(range)), done(texts.getAll(range))] as const;
      const [names, values] = await Promise.all(found);
      return names.map((name, at) => [String(name), String(values[at])] as const);
    } catch {
      // A browser that cannot read it has nothing to offer.
      return [];
    }
  }

  /** @param durability whether it is on the disk when it is done */
  async #write(
    change: (texts: IDBObjectStore) => void,
    durability: 'strict' | 'relaxed' = 'strict',
  ): Promise<boolean> {
    const database = await this.#database;
    if (database === undefined) return false;
    try {
      const transaction = database.transaction(TEXTS, 'readwrite', { durability });
      change(transaction.objectStore(TEXTS));
      // At once, and not when the page hears that it was changed: a page that crashes until then would lose it.
      if (durability === 'relaxed') transaction.commit();
      await completed(transaction);
      return true;
    } catch {
      return false;
    }
  }
}

function namesHere(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix));
  } catch {
    return [];
  }
}
