/** How safe the work is: "saved" means durable on the server, nothing less. */
import { CLOSE, type Reason } from '../shared/site/protocol.ts';
import { type Link, takesEdits, UNREADABLE } from './connection.ts';
import { WEB_TEXT } from './text.ts';

/** What this browser stores: the site and all edits, only the edits made here, or nothing. */
export type LocalState = 'kept' | 'begun' | 'unsaved';

/** What a session knows about the state of its edits. */
export type SaveStatus =
  | { readonly kind: 'connecting' }
  /** Everything is saved; where `isNew`, there is nothing yet. */
  | { readonly kind: 'saved'; readonly isNew: boolean }
  | { readonly kind: 'saving' }
  /** No connection, or the server is too busy for one. */
  | { readonly kind: 'offline' | 'busy'; readonly local: LocalState }
  /** Connected, but the server takes no edits for now, also not those that wait here; `why` is a sentence. */
  | { readonly kind: 'reading'; readonly why: string; readonly unsaved: boolean }
  /** The server closed the connection for good; `why` is a sentence. There is no retry. */
  | { readonly kind: 'stopped'; readonly why: string };

/** The badge's one or two words. */
export function badgeText(status: SaveStatus): string {
  if (status.kind === 'saved' && status.isNew) return WEB_TEXT.newSite;
  return status.kind === 'reading' && status.unsaved
    ? WEB_TEXT.notSaved
    : WEB_TEXT.status[status.kind];
}

/** The banner's sentence; empty if the badge says enough. */
export function bannerText(status: SaveStatus): string {
  if (status.kind === 'reading' || status.kind === 'stopped') return status.why;
  if (status.kind !== 'offline' && status.kind !== 'busy') return '';
  return WEB_TEXT.waiting[status.kind][status.local];
}

const { closed } = WEB_TEXT;

/** Sentences for the close codes after which the page does not reconnect. */
const CLOSE_SENTENCES: ReadonlyMap<number, string> = new Map([
  [CLOSE.tooBig, closed.tooBig],
  [CLOSE.malformed, closed.malformed],
  [CLOSE.key, closed.key],
  [CLOSE.blocked, closed.blocked],
  [CLOSE.conflict, closed.conflict],
  [CLOSE.removed, closed.removed],
  [CLOSE.siteFull, closed.siteFull],
  [CLOSE.version, closed.version],
  [UNREADABLE, closed.unreadable],
]);

/** Where the edits are that the server does not take, and how to keep them. */
function unsavedText(reason: Reason, local: LocalState): string {
  const { here, onPage, askOwner, exported } = WEB_TEXT.unsaved;
  return `${local === 'unsaved' ? onPage : here} ${reason === 'invited' ? askOwner : exported}`;
}

/**
 * The save status of a link to the server.
 *
 * @param local what this browser stores while there is no connection
 * @param pending whether edits wait to be saved
 * @param offline whether the connection has been missing for long enough to say so
 */
export function saveStatus(
  link: Link,
  local: LocalState,
  pending: boolean,
  offline: boolean,
): SaveStatus {
  const { state, permission, saved, code } = link;
  if (state === 'stopped') {
    return { kind: 'stopped', why: CLOSE_SENTENCES.get(code) ?? closed.other(code) };
  }
  if (state !== 'open') {
    const kind = code === CLOSE.busy ? 'busy' : 'offline';
    return offline ? { kind, local } : { kind: 'connecting' };
  }
  if (permission !== undefined && !takesEdits(permission)) {
    const why = WEB_TEXT.reasons[permission.reason];
    if (!pending) return { kind: 'reading', why, unsaved: false };
    return {
      kind: 'reading',
      why: `${why} ${unsavedText(permission.reason, local)}`,
      unsaved: true,
    };
  }
  return saved ? { kind: 'saved', isNew: !link.exists } : { kind: 'saving' };
}
