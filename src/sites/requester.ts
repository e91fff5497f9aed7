import type { Access } from '../shared/site/protocol.ts';
import type { Proofs } from './site-access.ts';

/** Who makes a request: a participant, or the operator's command on a store that no server has open. */
export interface Requester {
  readonly rights: Access;
  readonly name: string;
  readonly address: string;
  readonly proofs: Proofs;
  /** As that of a `Participant`; nobody's if missing. */
  readonly number?: number;
  /** Called with the author's number once they have proven who they are. */
  readonly identified?: (number: number) => void;
  /** Called when they want to be sent comments as they come. */
  readonly follow?: () => void;
  /** Called where answering them only reads what is stored, so that edits need not wait for it. */
  readonly readsOnly?: () => void;
}
