/** What stands between a store and its own files where writes are stored elsewhere first. */
import type { Write } from './lmdb-tables.ts';
import type { StoreError } from './store.ts';

/** Stores writes elsewhere and then here; as `SiteStore.append`, all of them or none. */
export interface WriteThrough {
  write(writes: readonly Write[]): Promise<void>;
  stalled: (error: StoreError) => void;
  /** From now on nothing waits for what is away. */
  giveUp(): void;
  close(): Promise<void>;
}
