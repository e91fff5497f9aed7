/** The records of the sites of a store, written together with what belongs to them. */
import { sentence } from './lmdb-log.ts';
import type { Tables, Write } from './lmdb-tables.ts';
import { type SiteRecord, sealSite, unsealSite, withBytes } from './records.ts';
import type { Watcher } from './store.ts';
import { StoredRecords } from './stored-records.ts';

/** Writes all or nothing. */
type WriteAll = (writes: readonly Write[]) => Promise<void>;

export class SiteRecords extends StoredRecords<SiteRecord> {
  watcher: Watcher | undefined;
  readonly #write: WriteAll;

  /** @param damaged where sites are noted whose record cannot be read */
  constructor(tables: Tables, damaged: Map<string, string>, write: WriteAll) {
    super({
      tables,
      table: 'sites',
      unseal: unsealSite,
      damaged: (name, error) => void damaged.set(name, sentence(error)),
      changed: (name, before, after) => this.watcher?.recordChanged(name, before, after),
    });
    this.#write = write;
  }

  bytesOf(name: string): number {
    return this.get(name)?.bytes ?? 0;
  }

  /**
   * Writes a record with what belongs to it.
   *
   * @param stored the record when it is on disk: it may take more or less than before, if it was compacted meanwhile
   */
  async store(
    writes: readonly Write[],
    written: SiteRecord,
    stored: () => SiteRecord | undefined = () => written,
  ): Promise<void> {
    const { name } = written;
    const all: readonly Write[] = [...writes, ['sites', name, sealSite(written)]];
    await this.change([name], () => this.#write(all), stored);
    const now = this.get(name);
    if (now !== undefined && now.bytes !== written.bytes) this.note(name, now);
  }

  /** A site takes more or fewer bytes; its record is stored with its next change. */
  grow(name: string, bytes: number): void {
    const record = withBytes(this.get(name), bytes);
    if (record !== undefined) this.note(name, record);
  }

  async remove(name: string, writes: readonly Write[]): Promise<void> {
    await this.change(
      [name],
      () => this.#write([['sites', name], ...writes]),
      () => undefined,
    );
  }
}
