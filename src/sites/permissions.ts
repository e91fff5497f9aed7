/** What each participant of a site may do now, and the messages that tell them when it changes. */
import {
  CLOSE,
  encodeAccess,
  encodeDenied,
  encodeWelcome,
  type Permission,
  type Reason,
} from '../shared/site/protocol.ts';
import { mayEdit, permissionFor } from './access.ts';
import type { LiveDocument } from './live-document.ts';
import type { Participant } from './participant.ts';
import type { Admission, Proofs } from './site-access.ts';

/** What, outside of a site, can stop its edits. */
export interface Obstacles {
  /** What stops all edits now: the disk, or a full store. */
  obstacle(): Reason;
  /** Whether this address may create that site now, */
  mayCreate(address: string, site: string): boolean;
  /** and that it is about to. */
  creates(address: string, site: string): void;
  /** Whether this address has history left to write in this hour, */
  mayWrite(address: string): boolean;
  /** and that it is about to write so many bytes of it. */
  writes(address: string, bytes: number): void;
  /** What the site lets someone with these proofs do. */
  admission(site: string, proofs: Proofs): Admission;
}

export class Permissions {
  readonly #document: LiveDocument;
  readonly #obstacles: Obstacles;
  readonly #lastSent = new WeakMap<Participant, Permission>();

  constructor(document: LiveDocument, obstacles: Obstacles) {
    this.#document = document;
    this.#obstacles = obstacles;
  }

  of({ rights, proofs, connection }: Participant): Permission {
    return this.for(rights, proofs, connection.address);
  }

  for(rights: Participant['rights'], proofs: Proofs, address: string): Permission {
    const admitted = this.#obstacles.admission(this.#document.name, proofs);
    return permissionFor(rights, this.#document.record, this.#obstacle(address), admitted);
  }

  #obstacle(address: string): Reason {
    if (this.#document.damage !== undefined) return 'damaged';
    const obstacle = this.#obstacles.obstacle();
    if (obstacle !== '') return obstacle;
    if (this.#document.historyFull || !this.#obstacles.mayWrite(address)) return 'full';
    const creates = this.#document.record === undefined;
    return creates && !this.#obstacles.mayCreate(address, this.#document.name) ? 'growth' : '';
  }

  /** Counts an edit that was admitted. */
  count({ connection }: Participant, bytes: number): void {
    this.#obstacles.writes(connection.address, bytes);
    if (this.#document.record === undefined) {
      this.#obstacles.creates(connection.address, this.#document.name);
    }
  }

  welcome(participant: Participant): void {
    const permission = this.of(participant);
    this.#lastSent.set(participant, permission);
    if (participant.protocol === 'plain') return;
    const exists = this.#document.record !== undefined;
    participant.connection.send(encodeWelcome(exists, permission, this.#document.incarnation));
  }

  /** Tells a participant that its edit was dropped. */
  deny(participant: Participant, permission: Permission): void {
    if (participant.protocol === 'plain') {
      participant.connection.send(encodeDenied(permission.reason));
      return;
    }
    this.#lastSent.set(participant, permission);
    participant.connection.send(encodeAccess(permission));
  }

  /** Tells those whose permission changed. Gives those of them who may edit now. */
  update(participants: Iterable<Participant>): Participant[] {
    return [...participants].filter((participant) => {
      const permission = this.of(participant);
      const { access, reason } = permission;
      const last = this.#lastSent.get(participant);
      if (access === last?.access && reason === last.reason) return false;
      this.#lastSent.set(participant, permission);
      if (reason === 'hidden' || reason === 'removed') {
        participant.connection.close(CLOSE.removed, `the site was ${reason}`);
        return false;
      }
      if (participant.protocol === 'ensemble') {
        participant.connection.send(encodeAccess(permission));
      }
      return mayEdit(permission);
    });
  }
}
