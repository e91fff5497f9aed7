/** What a room needs of the house it is in; rooms.ts is the house. */
import type { Limits } from '../limits.ts';
import type { Connection } from './connection.ts';
import type { Reason } from './protocol.ts';
import type { Room } from './room.ts';
import type { SiteStore, StoreError } from './store.ts';

export interface Answer {
  readonly ok: boolean;
  readonly value: unknown;
  readonly bytes?: Uint8Array;
}

/** Who asks: a socket, or the operator's command on a store that no server has open. */
export type Asker = Pick<Connection, 'rights' | 'name' | 'address'>;

export interface RoomHost {
  readonly store: SiteStore;
  readonly limits: Limits;
  /** What stops all edits now: the disk, or a full store. */
  obstacle(): Reason;
  /** Whether this address may create one more site now. */
  mayCreate(address: string): boolean;
  /** A site was edited; `createdBy` is the address that created it with this edit. */
  edited(name: string, createdBy: string | undefined): void;
  storageFailed(error: StoreError): void;
  request(room: Room, from: Asker, json: string): Promise<Answer>;
  /** Something went wrong that should not: the room cannot go on, what is stored is as it was. */
  broke(room: Room, error: unknown): void;
  /** Nobody is here and nothing is left to do. */
  empty(room: Room): void;
}
