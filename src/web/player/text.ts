/** Every word of the player page around its instrument. */
import { counted } from '../../shared/humanize.ts';

export const PLAYER_TEXT = {
  title: 'Player',
  pageTitle: (instrument: string) => `${instrument} · Ensemble`,
  scriptMissing: 'The instrument could not be loaded. Reload the page.',
  unknownInstrument: (id: string, username: string, modes: string) =>
    `There is no instrument “${id}” on ${username}. Available instruments: ${modes}.`,
  site: {
    addTitle: 'Add to a site',
    name: 'Site name',
    add: 'Add to site',
    saveTitle: (username: string) => `On the site ${username}`,
    save: 'Save to site',
    saving: 'Saving…',
    /** The address of the site stands between the two. */
    saved: ['Saved. Visitors to ', ' can play it now.'],
  },
  link: {
    newer: 'This link was made by a newer version of Ensemble. Nothing was loaded.',
    foreign:
      'This link belongs to another instrument, or to another version of this one. Nothing was loaded.',
    damaged: 'This link is incomplete. Copy all of it and try again.',
    title: 'Share',
    label: 'Link',
    copy: 'Copy link',
    hint: 'A link to this instrument with everything you taught it',
    copied: 'Link copied. It opens this instrument as you taught it.',
    copyIt: 'Copy this link. It opens this instrument as you taught it.',
    opened: (sounds: string) => `Opened from a link, with ${sounds}.`,
  },
  kept: {
    label: 'Work that is not saved',
    offer: (sounds: number, when: string) =>
      sounds === 0
        ? `You changed this instrument on ${when} and did not save it.`
        : `You taught this instrument ${counted(sounds, 'sound')} and did not save them. Last change: ${when}.`,
    restore: 'Restore',
    discard: 'Discard',
    restored: 'Restored.',
    discarded: 'Discarded.',
    full: 'Your browser has no room left to keep what you teach. Save it to a file.',
  },
  usb: {
    title: 'USB instrument',
    send: 'Send to instrument',
    load: 'Load from instrument',
    sent: 'Sent to the instrument and saved there.',
    loaded: 'Loaded from the instrument.',
    unsupported: 'This browser does not support USB instruments (Web Serial).',
    notSelected: 'No instrument selected.',
    portUnusable: 'This port can’t be used. Unplug the instrument, plug it in again and retry.',
    modeMissing: (modeId: string) => `The firmware of this instrument does not include ${modeId}.`,
  },
} as const;
