/**
 * The interface of a store for sites. One process owns each open site (ownership.ts); what others write is followed.
 */
import type { EntryHead, LogEntry } from '../shared/site/edit-log.ts';
import type { Payer } from './charged-work.ts';
import type { CommentRecord } from './comment-record.ts';
import type { Listing } from './listing.ts';
import type { MemberRecord } from './member-record.ts';
import type { MemberStore } from './members.ts';
import type { LabelRecord, LoadedSite, SiteRecord } from './records.ts';
import type { AccessRecord } from './site-access.ts';
import type { Records } from './stored-records.ts';
import type { Thinned, Timed } from './thinning.ts';

/** A write that failed; nothing of it is stored. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code = 'E_STORE_WRITE';
}

/** What is told of changes of sites, whichever process has made them, once they can be read. */
export interface Watcher {
  /** A record was stored or deleted. Each change once, in order; undefined where there was or is no site. */
  recordChanged(name: string, before: SiteRecord | undefined, after: SiteRecord | undefined): void;
  /** Who may edit or find a site was changed, or the site was deleted. */
  accessChanged(name: string): void;
}

/** What other processes have changed, with the records as they were before. */
export interface Followed {
  readonly members: ReadonlyMap<string, MemberRecord | undefined>;
  readonly blocks: ReadonlySet<string>;
}

export type Labels = ReadonlyMap<number, LabelRecord>;

export interface SiteStore extends MemberStore {
  /** Every site by name. */
  readonly sites: Records<SiteRecord>;
  /** Damaged sites that were found, and what is wrong with them. */
  readonly damaged: ReadonlyMap<string, string>;
  /** False if the store was opened read-only. */
  readonly writable: boolean;
  /** Bytes of all sites, with those that were announced and are not measured yet. */
  readonly bytes: number;
  /** So many bytes are about to be written: many at once must not pass a limit that each of them would keep. */
  announce(bytes: number): void;

  /** What the list of sites is made of; a promise where many are read. Those that are damaged are found. */
  listing(): Listing | Promise<Listing>;
  /** Calls `listener` once for each damaged site or other record, those found before included. */
  onDamage(listener: (name: string, damage: string) => void): void;
  /** What to tell of changes; one watcher. */
  watch(watcher: Watcher): void;

  /** The latest document of a site; empty if there is no such site. */
  load(name: string): LoadedSite;
  /**
   * Undefined if opening a site takes little time now; else resolves when it does, for a moment: its document is then
   * made, a few milliseconds in each turn of the event loop.
   *
   * @param payer for whom this is done, if this call causes it. Default nobody
   */
  prepare(name: string, payer?: Payer): Promise<void> | undefined;
  /** Notes how many merge steps the document of a site took. */
  took(name: string, steps: number): void;
  /** The updates that make up the document after edit `seq`. Throws `DamageError`. */
  loadAt(name: string, seq: number): readonly Uint8Array[];
  /**
   * The same as one update, which a thread merges; undefined where that takes little time, or there is no thread. Rejects
   * with `DamageError`, and with `StoreError` where the thread fails.
   */
  mergeAt(name: string, seq: number): Promise<Uint8Array> | undefined;
  /**
   * The edits without their updates, oldest first, from the one that holds edit `from` on. Edits of one version may
   * come together, where the store has them together.
   */
  heads(name: string, labels?: Labels, from?: number): Iterable<EntryHead>;
  /** The same, latest first, of the edits that end before edit `before`. */
  headsBefore(name: string, labels?: Labels, before?: number): Iterable<EntryHead>;
  /** The one edit `at`. */
  headOf(name: string, at: number): EntryHead | undefined;
  /**
   * All about the edits from the run that holds edit `from` on, as runs (edit-log.ts): at least one of them, and no
   * more than `bytes`; and the last edit in them. Throws `DamageError`.
   */
  storedEdits(
    name: string,
    from: number,
    bytes: number,
  ): { readonly values: readonly Uint8Array[]; readonly to: number };
  labels(name: string): Labels;
  /** Who may edit, of the sites about which something was decided. Current at all times. */
  readonly access: Records<AccessRecord>;
  /** Blocked addresses and until when, milliseconds since 1970. */
  readonly blocks: ReadonlyMap<string, number>;

  /**
   * Stores edits and the site's record in one transaction. Resolves when both are on disk; rejects with
   * `StoreError` when nothing is. Appends of all sites within one turn share a transaction.
   */
  append(record: SiteRecord, ...entries: readonly LogEntry[]): Promise<void>;
  /** Stores a changed record. */
  save(record: SiteRecord): Promise<void>;
  /** Labels version `to`, or removes its label. */
  label(name: string, to: number, label: LabelRecord | undefined): Promise<void>;
  /** Stores who may edit a site. */
  saveAccess(name: string, record: AccessRecord): Promise<void>;
  /** What editors said about a site, by number, in the order in which they did. Throws `DamageError`. */
  comments(name: string): ReadonlyMap<number, CommentRecord>;
  /** Stores comments, or removes them, in one transaction. */
  saveComments(
    name: string,
    changes: ReadonlyMap<number, CommentRecord | undefined>,
  ): Promise<void>;
  /**
   * Makes the site open faster: stores its state after edit `seq`, and all edits up to that smaller. Edits may be
   * appended meanwhile, unless it `isQuiet`: then how many bytes the site takes is stored, too, and else with its next
   * edit. Default false.
   * @param state undefined: the store merges it from what it holds, in a thread
   * @returns bytes of the state; undefined if the site is damaged, or was erased or begun anew meanwhile, or if the
   *   server is stopping
   */
  compact(
    name: string,
    seq: number,
    state: Uint8Array | undefined,
    isQuiet?: boolean,
  ): Promise<number | undefined>;
  /**
   * Begins the document of a site anew: the update of `entry` is all of it. What was before stays as history, and opening
   * the site reads nothing of that.
   */
  restart(record: SiteRecord, entry: LogEntry): Promise<void>;
  /** Replaces all history up to edit `entry.to` by `entry`, which holds it as one version. */
  prune(record: SiteRecord, entry: LogEntry): Promise<void>;
  /** Joins the edits of each version (thinning.ts). Throws `DamageError`. */
  thin(name: string, timed: Timed): Promise<Thinned>;
  /** Gives nothing more of a document that cannot be opened, until it is restarted; `why` is its damage. */
  setAside(name: string, why: string): void;
  /** Deletes a site and its history. */
  purge(name: string): Promise<void>;
  /** Blocks an address until then; 0 unblocks it. */
  block(address: string, untilMs: number): Promise<void>;
  /** Writes and deletes one small value: resolves if the disk accepts writes again. */
  probe(): Promise<void>;
  /** What to call when other processes have changed something, which can be read then. */
  onFollow(listener: (followed: Followed) => void): void;
  /** What to call when writes have waited for long, and will go on waiting. */
  onStall(listener: (error: StoreError) => void): void;
  /**
   * The server is stopping: what waits for a database that is away is refused, and nothing is compacted, so that other
   * servers can have the sites sooner.
   */
  giveUp(): void;
  close(): Promise<void>;
}
