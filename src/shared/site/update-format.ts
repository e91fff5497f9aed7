/** The bytes of Yjs' updates (UpdateEncoderV1), as far as sites have them. */

/** The first byte of a range that was collected as garbage. */
export const GC = 0;
/** The whole first byte of a gap: with other bits set, one reader of Yjs takes it for a gap and another for an item. */
export const SKIP = 10;
/** Deletions, text of files, and values of maps; editors make neither formats nor embeds, which would hang others. */
export const CONTENT = { deleted: 1, string: 4, any: 8 } as const;
export const CONTENT_BITS = 0x1f;
/** What an item names: the items that it stands between, or else a root, and a key of that. */
export const HAS_ORIGIN = 0x80;
export const HAS_RIGHT_ORIGIN = 0x40;
export const HAS_PARENT_SUB = 0x20;
