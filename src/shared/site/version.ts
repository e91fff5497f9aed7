/** Versions of a site as its history lists them. */

/** How a version came to be. */
export const VERSION_KINDS = ['edit', 'restore', 'remix', 'import'] as const;
export type VersionKind = (typeof VERSION_KINDS)[number];

/** One line of the timeline: edits of one author that belong together in time. */
export interface Version {
  /** Number of its first and of its last edit; `to` names the version in requests. */
  readonly from: number;
  readonly to: number;
  /** Milliseconds since 1970. */
  readonly startedMs: number;
  readonly endedMs: number;
  /** Names people gave themselves, in order of appearance; empty where nobody gave one. */
  readonly authors: readonly string[];
  readonly kind: VersionKind;
  /** Its author was signed in as a member. */
  readonly member?: boolean;
  /** Whoever asks proved to be its author. */
  readonly own?: boolean;
  /** Characters of the texts; missing in versions written before release 0.2. */
  readonly added?: number;
  readonly removed?: number;
  /** The name a person gave this version. */
  readonly label?: string;
}

export interface HistoryReply {
  /** Latest first. */
  readonly versions: readonly Version[];
  /** Ask again with `before` = the last version's `from` where true. */
  readonly more: boolean;
}
