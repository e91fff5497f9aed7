/**
 * The copy of a site that this browser keeps in IndexedDB, so that edits made without a network
 * outlive the page.
 *
 * Every update is one record; at opening many records become one. The copy remembers of which
 * incarnation of the site it is: when that was purged, the copy goes too and does not bring it back.
 */
import * as v from 'valibot';
import * as Y from 'yjs';

const UPDATES = 'updates';
const FACTS = 'facts';
const SITE = 'site';
const OWN = 'own';
/** Client ids, and the clocks up to which the server is known to have their edits. */
const ownEdits = v.array(v.tuple([v.number(), v.number()]));
/** More records than this are put together at the next opening. */
const RECORDS_KEPT = 64;

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });
}

function openDatabase(name: string): Promise<IDBDatabase> {
  const opening = indexedDB.open(name, 1);
  opening.addEventListener('upgradeneeded', () => {
    opening.result.createObjectStore(UPDATES, { autoIncrement: true });
    opening.result.createObjectStore(FACTS);
  });
  return done(opening);
}

export class LocalCopy {
  readonly #database: IDBDatabase;
  readonly #doc: Y.Doc;
  readonly #failed: () => void;
  #site: string;
  /** What the last visit was sure that the server has, as `OwnEdits` knows it. */
  readonly own: v.InferOutput<typeof ownEdits>;

  private constructor(
    database: IDBDatabase,
    doc: Y.Doc,
    [site, own]: readonly [site: unknown, own: unknown],
    failed: () => void,
  ) {
    this.#database = database;
    this.#doc = doc;
    this.#site = typeof site === 'string' ? site : '';
    const known = v.safeParse(ownEdits, own);
    this.own = known.success ? known.output : [];
    this.#failed = failed;
  }

  /**
   * Puts what was kept into `doc` and keeps what happens to it from now on.
   *
   * @param failed called when an edit could not be kept (no room, storage taken away)
   * @throws DOMException where the browser gives no storage
   */
  static async open(name: string, doc: Y.Doc, failed: () => void): Promise<LocalCopy> {
    const database = await openDatabase(name);
    const facts = database.transaction(FACTS, 'readonly').objectStore(FACTS);
    const known = await Promise.all([done(facts.get(SITE)), done(facts.get(OWN))]);
    const copy = new LocalCopy(database, doc, known, failed);
    await copy.#load();
    // Another tab may erase the copy; this page goes on without one.
    database.addEventListener('versionchange', () => copy.close());
    doc.on('update', copy.#keep);
    return copy;
  }

  /** Incarnation of the site this copy is of; empty while the site had not been created. */
  get site(): string {
    return this.#site;
  }

  async setSite(site: string): Promise<void> {
    if (site === this.#site) return;
    this.#site = site;
    await this.#setFact(SITE, site);
  }

  /** Remembers what the server is known to have, for when this page is closed before it has the rest. */
  setOwn(own: ReadonlyMap<number, number>): Promise<void> {
    return this.#setFact(OWN, [...own]);
  }

  async #setFact(name: string, fact: unknown): Promise<void> {
    await done(this.#database.transaction(FACTS, 'readwrite').objectStore(FACTS).put(fact, name));
  }

  /** Keeps these updates in place of all that was kept, at once or not at all, and nothing that follows. */
  async replace(updates: readonly Uint8Array[]): Promise<void> {
    this.#doc.off('update', this.#keep);
    const transaction = this.#database.transaction([UPDATES, FACTS], 'readwrite');
    const store = transaction.objectStore(UPDATES);
    store.clear();
    for (const update of updates) store.add(update);
    transaction.objectStore(FACTS).delete(OWN);
    await new Promise((resolve, reject) => {
      transaction.addEventListener('complete', resolve);
      transaction.addEventListener('abort', () => reject(transaction.error));
    });
  }

  close(): void {
    this.#doc.off('update', this.#keep);
    this.#database.close();
  }

  /** Erases what is kept. */
  async forget(): Promise<void> {
    this.close();
    await done(indexedDB.deleteDatabase(this.#database.name));
  }

  async #load(): Promise<void> {
    const store = this.#database.transaction(UPDATES, 'readwrite').objectStore(UPDATES);
    const [keys, records] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
    const updates = records.filter((one): one is Uint8Array => one instanceof Uint8Array);
    this.#doc.transact(() => {
      for (const update of updates) Y.applyUpdate(this.#doc, update, this);
    }, this);
    const last = keys.at(-1);
    if (keys.length <= RECORDS_KEPT || last === undefined) return;
    store.delete(IDBKeyRange.upperBound(last));
    await done(store.add(Y.encodeStateAsUpdate(this.#doc)));
  }

  readonly #keep = (update: Uint8Array, origin: unknown): void => {
    if (origin === this) return;
    try {
      const transaction = this.#database.transaction(UPDATES, 'readwrite');
      transaction.addEventListener('abort', this.#failed);
      transaction.objectStore(UPDATES).add(update);
    } catch {
      this.#failed();
    }
  };
}
