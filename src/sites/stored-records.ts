/**
 * The records of a table by name, read when they are asked for: as objects, a million take most of a gigabyte. The latest
 * that were asked for are kept. While something is written, its record stays as it was until all of it is on disk.
 */
import { LRUCache } from 'lru-cache';
import { MAX_KEY_BYTES, nameOf, type TableName, type Tables, type Write } from './lmdb-tables.ts';
import { entryCount } from './store-format.ts';

/** Records that are kept after they were read. */
const LATEST = 10_000;

/** Records by name, each current at all times and never changed in place. */
export interface Records<Value> {
  get(name: string): Value | undefined;
  has(name: string): boolean;
  /** How many there are, with those that are damaged. */
  readonly size: number;
  keys(): Iterable<string>;
  /** Without those that are damaged. */
  values(): Iterable<Value>;
}

export interface StoredRecordsOptions<Value> {
  readonly tables: Tables;
  readonly table: TableName;
  /** Throws if the value is damaged. */
  readonly unseal: (sealed: Uint8Array) => Value;
  /** A record cannot be read. Gives what takes its place, if anything. */
  readonly damaged: (name: string, error: unknown) => Value | undefined;
  /** A record is another one from now on. Default nobody is told. */
  readonly changed?: (name: string, before: Value | undefined, after: Value | undefined) => void;
}

interface Read<Value> {
  value: Value | undefined;
}

interface Held<Value> extends Read<Value> {
  /** How many writes, and what is not written yet, keep it here. */
  count: number;
}

export class StoredRecords<Value extends object> implements Records<Value> {
  readonly #options: StoredRecordsOptions<Value>;
  /** Also of records that are not there. */
  readonly #latest = new LRUCache<string, Read<Value>>({ max: LATEST });
  readonly #held = new Map<string, Held<Value>>();
  /** What is stored with the next change of the record. */
  readonly #unwritten = new Set<string>();

  constructor(options: StoredRecordsOptions<Value>) {
    this.#options = options;
  }

  get(name: string): Value | undefined {
    const held = this.#held.get(name);
    if (held !== undefined) return held.value;
    const latest = this.#latest.get(name);
    if (latest !== undefined) return latest.value;
    const value = this.#read(name);
    this.#latest.set(name, { value });
    return value;
  }

  get #table(): Tables[TableName] {
    const { tables, table } = this.#options;
    return tables[table];
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  get size(): number {
    return entryCount(this.#table);
  }

  *keys(): Generator<string> {
    for (const key of this.#table.getKeys()) yield String(key);
  }

  *values(): Generator<Value> {
    for (const name of this.keys()) {
      const held = this.#held.get(name);
      const known = held ?? this.#latest.get(name);
      const value = known === undefined ? this.#read(name) : known.value;
      if (value !== undefined) yield value;
    }
  }

  #read(name: string): Value | undefined {
    const isKey = name !== '' && Buffer.byteLength(name) <= MAX_KEY_BYTES;
    const sealed = isKey ? this.#table.get(name) : undefined;
    return sealed && this.unsealed(name, sealed);
  }

  /** What a value holds, or what takes its place if it is damaged. */
  unsealed(name: string, sealed: Uint8Array): Value | undefined {
    try {
      return this.#options.unseal(sealed);
    } catch (error) {
      return this.#options.damaged(name, error);
    }
  }

  /**
   * Writes records. Each stays as it is until `write` has resolved, and is what `stored` gives from then on; where it
   * rejects, all stay.
   */
  async change(
    names: readonly string[],
    write: () => Promise<void>,
    stored: (name: string) => Value | undefined,
  ): Promise<void> {
    for (const name of names) this.#hold(name);
    try {
      await write();
      for (const name of names) {
        this.#set(name, stored(name));
        if (this.#unwritten.delete(name)) this.#release(name);
      }
    } finally {
      for (const name of names) this.#release(name);
    }
  }

  /** Takes over the records of this table among what others have stored. @param write stores all of it here */
  follow(writes: readonly Write[], write: () => Promise<void>): Promise<void> {
    const sealed = new Map<string, Uint8Array | undefined>();
    for (const [table, key, value] of writes) {
      if (table === this.#options.table) sealed.set(nameOf(key), value);
    }
    return this.change([...sealed.keys()], write, (name) => {
      const value = sealed.get(name);
      return value && this.unsealed(name, value);
    });
  }

  /** Changes a record of which the difference is stored with its next change. */
  note(name: string, value: Value): void {
    this.#hold(name);
    if (this.#unwritten.has(name)) this.#release(name);
    this.#unwritten.add(name);
    this.#set(name, value);
  }

  #hold(name: string): void {
    const held = this.#held.get(name);
    if (held === undefined) this.#held.set(name, { value: this.get(name), count: 1 });
    else held.count += 1;
  }

  #release(name: string): void {
    const held = this.#held.get(name);
    if (held === undefined) return;
    held.count -= 1;
    if (held.count > 0) return;
    this.#held.delete(name);
    this.#latest.set(name, { value: held.value });
  }

  #set(name: string, value: Value | undefined): void {
    const held = this.#held.get(name);
    if (held === undefined) return;
    const before = held.value;
    held.value = value;
    this.#options.changed?.(name, before, value);
  }
}
