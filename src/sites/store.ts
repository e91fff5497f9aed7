/**
 * What the rest of the service asks of a place that keeps sites. One process owns a store; a store for
 * several processes would implement the same interface, with one owner process for each open site.
 */
import type { LabelRecord, LogEntry, SiteRecord } from './records.ts';
import type { EntryHead } from './timeline.ts';

/** What opens a site: a state, and the edits since. */
export interface LoadedSite {
  /** To be applied in order. */
  readonly updates: readonly Uint8Array[];
  /** Number of the last edit in them. */
  readonly seq: number;
  /** Where the stored site is damaged: what was found, a sentence for the operator. */
  readonly damage?: string;
}

/** A write that did not reach the disk; nothing of it is stored. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code = 'E_STORE_WRITE';
}

export interface SiteStore {
  /** Every site by name. Current at all times; the values are never changed in place. */
  readonly sites: ReadonlyMap<string, SiteRecord>;
  /** Sites that were found damaged, and what was found. */
  readonly damaged: ReadonlyMap<string, string>;
  /** False where the store was opened for reading only. */
  readonly writable: boolean;
  /** Bytes of all sites. */
  readonly bytes: number;

  /** The latest document of a site; empty for a name without one. */
  load(name: string): LoadedSite;
  /** What makes the document as it was after edit `seq`. Throws `DamageError`. */
  loadAt(name: string, seq: number): readonly Uint8Array[];
  /** Log entries without their updates, oldest first, from the entry that holds edit `from` on. */
  heads(name: string, from?: number): EntryHead[];
  labels(name: string): ReadonlyMap<number, LabelRecord>;
  /** Blocked addresses and until when, milliseconds since 1970. */
  readonly blocks: ReadonlyMap<string, number>;

  /**
   * Stores an edit and the site's record in one transaction. Resolves when both are on disk; rejects with
   * `StoreError` when nothing is. Appends of all sites within one turn share a transaction.
   */
  append(record: SiteRecord, entry: LogEntry): Promise<void>;
  /** Stores a changed record. */
  save(record: SiteRecord): Promise<void>;
  /** Names version `to`, or takes its name away. */
  label(name: string, to: number, label: LabelRecord | undefined): Promise<void>;
  /** Makes the site open fast: keeps `state` (all up to edit `seq`), joins the edits of each version. */
  compact(name: string, seq: number, state: Uint8Array): Promise<void>;
  /** Erases a site and its history. */
  purge(name: string): Promise<void>;
  /** Blocks an address until then; 0 ends it. */
  block(address: string, untilMs: number): Promise<void>;
  /** Writes and erases one small value: resolves when the disk takes writes again. */
  probe(): Promise<void>;
  close(): Promise<void>;
}
