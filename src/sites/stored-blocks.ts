/** Blocked addresses and until when, milliseconds since 1970: read when a store is opened, and few. */
import { recordName } from './damaged-sites.ts';
import { sentence } from './lmdb-log.ts';
import { nameOf, type Tables, type Write } from './lmdb-tables.ts';
import { unsealBlock } from './records.ts';

export class StoredBlocks extends Map<string, number> {
  readonly #damaged: Map<string, string>;

  /** @param damaged where blocks are noted that cannot be read */
  constructor({ blocks }: Tables, damaged: Map<string, string>) {
    super();
    this.#damaged = damaged;
    for (const { key, value } of blocks.getRange()) this.#take(nameOf(key), value);
  }

  /** Takes over the blocks among what others have stored. Gives the addresses. */
  follow(writes: readonly Write[]): ReadonlySet<string> {
    const addresses = new Set<string>();
    for (const [table, key, value] of writes) {
      if (table !== 'blocks') continue;
      addresses.add(nameOf(key));
      this.#take(nameOf(key), value);
    }
    return addresses;
  }

  #take(address: string, sealed: Uint8Array | undefined): void {
    this.delete(address);
    if (sealed === undefined) return;
    try {
      const untilMs = unsealBlock(sealed);
      if (untilMs > Date.now()) this.set(address, untilMs);
    } catch (error) {
      this.#damaged.set(recordName('blocks', address), sentence(error));
    }
  }
}
