/** What a node claims beside sites: of members and of blocks there is one list for all of them. No site has these names. */
export const MEMBERS = '~members';
export const BLOCKS = '~blocks';
