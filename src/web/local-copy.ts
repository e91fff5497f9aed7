/**
 * The copy of a site stored in this browser's IndexedDB, so that offline edits survive a reload.
 *
 * Each update is one record; opening the copy compacts them. The copy records which incarnation of the
 * site it belongs to: after a purge it is deleted instead of bringing the old site back.
 */
import * as v from 'valibot';
import * as Y from 'yjs';
import { applyGuarded } from '../shared/site/integration-guard.ts';
import { UpdateError } from '../shared/site/update-check.ts';
import { completed, done, openDatabase } from './indexed-db.ts';

const UPDATES = 'updates';
const FACTS = 'facts';
const SITE = 'site';
const ACKNOWLEDGED = 'own';
/** Client ids, each with the clock up to which the server has acknowledged its edits. */
const acknowledgedClocks = v.array(v.tuple([v.number(), v.number()]));
/** More records than this are compacted when the copy is opened. */
const MAX_RECORDS = 64;

/** What is read of a copy. */
interface Stored {
  readonly site: unknown;
  readonly acknowledged: unknown;
  readonly keys: readonly IDBValidKey[];
  readonly records: readonly unknown[];
}

async function read(database: IDBDatabase): Promise<Stored> {
  const transaction = database.transaction([FACTS, UPDATES]);
  const facts = transaction.objectStore(FACTS);
  const updates = transaction.objectStore(UPDATES);
  const [site, acknowledged, keys, records] = await Promise.all([
    done<unknown>(facts.get(SITE)),
    done<unknown>(facts.get(ACKNOWLEDGED)),
    done(updates.getAllKeys()),
    done<unknown[]>(updates.getAll()),
  ]);
  return { site, acknowledged, keys, records };
}

function inTime<T>(promise: Promise<T>, timeoutMs: number): Promise<T> {
  let timer = 0;
  const timeout = new Promise<never>((_, reject) => {
    timer = window.setTimeout(() => reject(new Error('the storage does not respond')), timeoutMs);
  });
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}

export class LocalCopy {
  readonly #database: IDBDatabase;
  readonly #doc: Y.Doc;
  readonly #failed: () => void;
  #site: string;
  /** What the server had acknowledged when the last visit ended. */
  readonly acknowledged: v.InferOutput<typeof acknowledgedClocks>;

  private constructor(
    database: IDBDatabase,
    doc: Y.Doc,
    { site, acknowledged }: Stored,
    failed: () => void,
  ) {
    this.#database = database;
    this.#doc = doc;
    this.#site = typeof site === 'string' ? site : '';
    const known = v.safeParse(acknowledgedClocks, acknowledged);
    this.acknowledged = known.success ? known.output : [];
    this.#failed = failed;
  }

  /**
   * Loads the stored updates into `doc` and stores its updates from now on. Storage that responds too late is not used:
   * by then the page may show another site of this name.
   *
   * @param failed called when an update cannot be stored (no space, storage cleared)
   * @throws DOMException if the browser offers no storage
   * @throws Error if it does not respond within `timeoutMs`
   */
  static async open(
    name: string,
    doc: Y.Doc,
    failed: () => void,
    timeoutMs: number,
  ): Promise<LocalCopy> {
    const opening = openDatabase(name, { [UPDATES]: { autoIncrement: true }, [FACTS]: {} });
    const reading = opening.then(async (database) => ({ database, stored: await read(database) }));
    const { database, stored } = await inTime(reading, timeoutMs).catch((error) => {
      void opening.then((late) => late.close()).catch(() => {});
      throw error;
    });
    const copy = new LocalCopy(database, doc, stored, failed);
    try {
      copy.#load(stored);
    } catch (error) {
      // What was merged of a copy that cannot be merged stays in the document: only a new page is rid of it.
      if (error instanceof UpdateError) await copy.forget().then(() => location.reload());
      throw error;
    }
    // Another tab may delete the copy; this page continues without one.
    database.addEventListener('versionchange', () => copy.close());
    doc.on('update', copy.#keep);
    return copy;
  }

  /** Incarnation of the site; empty if the site had not been created. */
  get site(): string {
    return this.#site;
  }

  async setSite(site: string): Promise<void> {
    if (site === this.#site) return;
    this.#site = site;
    await this.#setFact(SITE, site);
  }

  /** Stores what the server has acknowledged, in case this page is closed before the rest is saved. */
  setAcknowledged(acknowledged: ReadonlyMap<number, number>): Promise<void> {
    return this.#setFact(ACKNOWLEDGED, [...acknowledged]);
  }

  async #setFact(name: string, fact: unknown): Promise<void> {
    await done(this.#database.transaction(FACTS, 'readwrite').objectStore(FACTS).put(fact, name));
  }

  /** Replaces everything stored by these updates, in one transaction, and stores no later ones. */
  async replace(updates: readonly Uint8Array[]): Promise<void> {
    this.#doc.off('update', this.#keep);
    const transaction = this.#database.transaction([UPDATES, FACTS], 'readwrite');
    const store = transaction.objectStore(UPDATES);
    store.clear();
    for (const update of updates) store.add(update);
    transaction.objectStore(FACTS).delete(ACKNOWLEDGED);
    await completed(transaction);
  }

  close(): void {
    this.#doc.off('update', this.#keep);
    this.#database.close();
  }

  /** Deletes the copy. */
  async forget(): Promise<void> {
    this.close();
    await done(indexedDB.deleteDatabase(this.#database.name));
  }

  #load({ keys, records }: Stored): void {
    const updates = records.filter((one): one is Uint8Array => one instanceof Uint8Array);
    this.#doc.transact(() => {
      for (const update of updates) applyGuarded(this.#doc, update, { origin: this });
    }, this);
    const last = keys.at(-1);
    if (keys.length <= MAX_RECORDS || last === undefined) return;
    const store = this.#database.transaction(UPDATES, 'readwrite').objectStore(UPDATES);
    store.delete(IDBKeyRange.upperBound(last));
    store.add(Y.encodeStateAsUpdate(this.#doc));
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
