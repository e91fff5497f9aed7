/** What a key gives, and what the state of a site takes from it. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Access, Permission, Reason } from './protocol.ts';
import type { SiteRecord } from './records.ts';

export interface Keys {
  /** Empty where everybody who reaches the server may edit. */
  readonly edit: string;
  /** Empty where nobody moderates. */
  readonly operator: string;
}

/** Equal or not, in a time that tells nothing of where they differ or how long they are. */
export function sameKey(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected)) && expected !== '';
}

/** What a key given in `hello` gives; undefined where it is wrong. An empty key is none. */
export function rightsOf(given: string, keys: Keys): Access | undefined {
  const operates = sameKey(given, keys.operator);
  const edits = sameKey(given, keys.edit);
  if (operates) return 'operate';
  if (edits) return 'edit';
  if (given === '') return keys.edit === '' ? 'edit' : 'read';
  // A key kept from when one was set opens nothing, and nothing is closed.
  return keys.edit === '' && keys.operator === '' ? 'edit' : undefined;
}

/** `obstacle` stops everybody's edits: the disk, damage, a limit. */
export function permissionFor(
  rights: Access,
  record: SiteRecord | undefined,
  obstacle: Reason,
): Permission {
  if (rights === 'operate') return { access: 'operate', reason: obstacle };
  const reason = moderated(record) || obstacle || (rights === 'read' ? 'key' : '');
  return { access: reason === '' ? rights : 'read', reason };
}

function moderated(record: SiteRecord | undefined): Reason {
  if (record === undefined) return '';
  if (record.removedMs > 0) return 'removed';
  if (record.hidden) return 'hidden';
  return record.locked ? 'locked' : '';
}

/** Edits are taken from a socket that was told this. */
export const mayEdit = ({ access, reason }: Permission): boolean =>
  access !== 'read' && reason === '';
