/** Someone in a site's room: one socket, after its first message said who it is. */
import type { Access } from '../shared/site/protocol.ts';
import type { Connection } from './connection.ts';
import type { Proofs } from './site-access.ts';

/** Only `number` and `proofs` change, when someone proves who they are; what a step of an edit keeps, it keeps to itself. */
export interface Participant {
  readonly connection: Connection;
  /** Tells its author from others of the same name in the history: at random, or the author's own (identity.ts). */
  number: number;
  /** What its key permits; the state of the site may permit less. */
  readonly rights: Access;
  readonly proofs: Proofs;
  /** `plain`: a standard Yjs client, which said no hello. */
  readonly protocol: 'ensemble' | 'plain';
}
