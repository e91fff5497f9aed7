/** Words that several pages share: how safe the work is, why it can't be edited, names of people. */
import type { Reason } from '../shared/site/protocol.ts';

/** A sentence for each reason why the server takes no edits. */
const REASONS: Readonly<Record<Reason, string>> = {
  '': 'This site is read-only.',
  key: 'You need the edit key to edit this site.',
  locked: 'The operator has locked this site. It is read-only for now.',
  hidden: 'The operator has hidden this site from visitors.',
  removed: 'This site was deleted. The operator can recover it within 30 days.',
  storage: 'The server can’t save right now.',
  damaged:
    'This site’s stored data is damaged. You’re seeing its last good version. Ask the operator to repair it.',
  full: 'There is no space left for more edits. The owner of this site can make room in its History; otherwise ask the operator.',
  invited: 'Only people invited by its owner can edit this site.',
  member: 'Only members can edit here. Choose “Your account” or “Sign in” in the menu.',
  growth: 'Too many new sites were created from your address. Try again in an hour.',
};

export const WEB_TEXT = {
  status: {
    connecting: 'Connecting…',
    saved: 'Saved',
    saving: 'Saving…',
    offline: 'Offline',
    busy: 'Server busy',
    reading: 'Read-only',
    stopped: 'Disconnected',
  },
  newSite: 'New site',
  notSaved: 'Not saved',
  /** Where the server takes no edits, and some wait. */
  unsaved: {
    here: 'Your last edits are only in this browser.',
    onPage: 'Your last edits are only on this page, so keep it open.',
    askOwner: 'Ask the owner to let you edit, or export the site to keep them.',
    exported: 'They will sync when you can edit again. Export the site to keep a copy.',
  },
  waiting: {
    offline: {
      kept: 'You’re offline. Keep working; your edits will sync.',
      begun:
        'You’re offline, and this site isn’t stored in this browser. What you write will be added to it.',
      unsaved:
        'You’re offline and this browser can’t store your edits. Keep this page open until you’re back online.',
    },
    busy: {
      kept: 'The server is too busy to connect you right now. Keep working; your edits will sync.',
      begun:
        'The server is too busy to connect you right now. What you write will be added to this site.',
      unsaved:
        'The server is too busy to connect you right now, and this browser can’t store your edits. Keep this page open until they are saved.',
    },
  },
  reasons: REASONS,
  closed: {
    tooBig: 'Your last edit is too large to save. Undo it and try again.',
    malformed: 'Something went wrong between this page and the server. Reload the page.',
    key: 'That key is wrong.',
    blocked: 'Your network address is blocked from editing.',
    conflict:
      'Your latest edits can’t be saved. Copy your text, reload this page and paste it back in.',
    removed: 'This site has been hidden or removed.',
    siteFull: 'Your last edit would exceed the site’s size limit. Undo it and try again.',
    version: 'This page is out of date. Reload it.',
    unreadable:
      'This site contains edits that can’t be shown safely. The operator can restore an earlier version.',
    other: (code: number) => `The server closed the connection (code ${code}). Try again.`,
  },
  request: {
    offline: 'You’re not connected to the server. Try again later.',
    busy: 'The server is too busy to connect you right now. Try again later.',
    timeout: 'The server took too long to respond. Try again.',
    interrupted: 'The connection was lost before the server responded. Try again.',
    refused: 'The server declined the request.',
  },
  notEditable: 'You can’t edit this site right now.',
  someone: 'Someone',
  colours: {
    violet: 'Violet',
    blue: 'Blue',
    teal: 'Teal',
    green: 'Green',
    amber: 'Amber',
    red: 'Red',
    pink: 'Pink',
    slate: 'Slate',
  },
  /** A new visitor is one of the first and one of the second: "Quiet Otter". */
  names: [
    'Quiet Bright Gentle Swift Curious Sunny Silver Merry Calm Wild'.split(' '),
    'Otter Finch Heron Lynx Cricket Whale Robin Hare Moth Seal'.split(' '),
  ],
} as const;

/** Why a preview does not run. */
export const STOPPED_TEXT = {
  asked: 'Preview stopped.',
  flood: 'Preview stopped: a script sent too many messages.',
  silence: 'Preview stopped: a script kept it busy for 10 seconds.',
  hang: 'Preview stopped: the page did not respond last time.',
  unreachable: 'The preview can’t be loaded, because the server can’t be reached.',
} as const;
export const RUN_TEXT = 'Run';
