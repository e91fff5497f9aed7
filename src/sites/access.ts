/** What a key permits, and how the state of a site restricts it. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Access, Permission, Reason } from '../shared/site/protocol.ts';
import type { SiteRecord } from './records.ts';
import type { Admission } from './site-access.ts';

export interface Keys {
  /** Only members may edit. Default false. */
  readonly membersOnly?: boolean;
  /** Empty if everyone who can reach the server may edit. */
  readonly edit: string;
  /** Empty if nobody can moderate. */
  readonly operator: string;
}

/** Compares two keys in constant time, whatever their lengths. */
export function sameKey(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected)) && expected !== '';
}

/** What the key of a `hello` permits; undefined if it is wrong. An empty key is no key. */
export function rightsOf(given: string, keys: Keys): Access | undefined {
  const operates = sameKey(given, keys.operator);
  const edits = sameKey(given, keys.edit);
  if (operates) return 'operate';
  if (edits) return 'edit';
  if (given === '') return keys.edit === '' ? 'edit' : 'read';
  // A client may still send an old key after the operator unset it; then everyone may edit.
  return keys.edit === '' && keys.operator === '' ? 'edit' : undefined;
}

/** `obstacle` stops everyone's edits: the disk, damage, a limit; `admission` is what the site's owner decided. */
export function permissionFor(
  rights: Access,
  record: SiteRecord | undefined,
  obstacle: Reason,
  admission: Admission = 'open',
): Permission {
  if (rights === 'operate') return { access: 'operate', reason: obstacle };
  const reason = moderated(record) || obstacle || missing(rights, admission);
  return { access: reason === '' ? 'edit' : 'read', reason };
}

function missing(rights: Access, admission: Admission): Reason {
  if (admission === 'stranger') return 'member';
  if (admission === 'refused') return 'invited';
  return admission === 'open' && rights === 'read' ? 'key' : '';
}

function moderated(record: SiteRecord | undefined): Reason {
  if (record === undefined) return '';
  if (record.removedMs > 0) return 'removed';
  if (record.hidden) return 'hidden';
  return record.locked ? 'locked' : '';
}

/** Whether edits are accepted with this permission. */
export const mayEdit = ({ access, reason }: Permission): boolean =>
  access !== 'read' && reason === '';
