/** How safe the work is, and the words for it: saved means durable on the server, nothing less. */
import { CLOSE, type Reason } from '../sites/protocol.ts';
import { type Link, takesEdits } from './connection.ts';

/** How it stands with the server, as the session knows it. */
export type Standing =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'saved' }
  | { readonly kind: 'saving' }
  /** No connection; `kept` tells whether this browser keeps the edits until there is one. */
  | { readonly kind: 'offline'; readonly kept: boolean }
  /** Connected, and the server takes no edits for now; `why` is its sentence. */
  | { readonly kind: 'reading'; readonly why: string }
  /** The server will not have us; `why` is its sentence. Not tried again. */
  | { readonly kind: 'stopped'; readonly why: string };

/** The short words of the sign. */
export function signWords(standing: Standing): string {
  switch (standing.kind) {
    case 'connecting':
      return 'Connecting…';
    case 'saved':
      return 'Saved';
    case 'saving':
      return 'Saving…';
    case 'offline':
      return 'Offline';
    case 'reading':
      return 'Reading only';
    case 'stopped':
      return 'Stopped';
  }
}

/** The whole sentence for the banner; empty where the sign says enough. */
export function bannerWords(standing: Standing): string {
  if (standing.kind === 'reading' || standing.kind === 'stopped') return standing.why;
  if (standing.kind !== 'offline') return '';
  if (!standing.kept) return 'Offline: this browser keeps nothing, so leave this page open.';
  return 'Offline: go on, your edits are kept in this browser and join the others’ on return.';
}

/** Why the server takes no edits, for people. */
const REASON_WORDS: Readonly<Record<Reason, string>> = {
  '': 'You are reading only.',
  key: 'Editing here needs the edit key.',
  locked: 'The operator locked this site: it can be read, not edited.',
  hidden: 'The operator hid this site from visitors.',
  removed: 'The operator removed this site; it can be recovered for 30 days.',
  storage:
    'The server cannot write to its disk just now. Your edits are kept here and will be sent.',
  damaged: 'The stored site is damaged; this is its last good state. The operator must repair it.',
  full: 'The server holds as much as it may. Remove something, or ask the operator.',
  growth: 'Too many new sites were created from your address. Try again within the hour.',
};

/** Why the server closed for good, for people. */
const CLOSE_WORDS: ReadonlyMap<number, string> = new Map([
  [
    CLOSE.tooBig,
    'Your last edit is larger than the server takes at a time. Undo it and try again.',
  ],
  [CLOSE.malformed, 'The server did not understand this page. Reload it.'],
  [CLOSE.key, 'That key is not right.'],
  [CLOSE.blocked, 'Your address may not edit here.'],
  [
    CLOSE.conflict,
    'Your last edits cannot be saved as they are. Copy what you wrote, reload this page, and put it in again.',
  ],
  [CLOSE.removed, 'This site was hidden or removed.'],
  [
    CLOSE.siteFull,
    'Your last edit would make the site larger than it may be. Undo it and try again.',
  ],
  [CLOSE.version, 'This page is older than the server. Reload it.'],
]);

/** What a link to the server amounts to. @param kept whether this browser keeps edits meanwhile */
export function standingOf(link: Link, kept: boolean, lasting: boolean): Standing {
  const { state, permission, saved, code } = link;
  if (state === 'stopped') {
    return {
      kind: 'stopped',
      why: CLOSE_WORDS.get(code) ?? `The server closed with code ${code}.`,
    };
  }
  if (state !== 'open') return lasting ? { kind: 'offline', kept } : { kind: 'connecting' };
  if (permission !== undefined && !takesEdits(permission)) {
    return { kind: 'reading', why: REASON_WORDS[permission.reason] };
  }
  return { kind: saved ? 'saved' : 'saving' };
}
