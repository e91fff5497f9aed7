/** Every word of the player page around its instrument. */
import { counted } from '../../shared/humanize.ts';

export const PLAYER_TEXT = {
  title: 'Player',
  reference: 'What each parameter does: the reference card',
  pageTitle: (instrument: string) => `${instrument} · Ensemble`,
  scriptMissing: 'The instrument could not be loaded. Reload the page.',
  noInstrument: (id: string, modes: string) =>
    `There is no instrument “${id}”. Available instruments: ${modes}.`,
  unknownInstrument: (id: string, username: string, modes: string) => {
    const named = `There is no instrument “${id}” on ${username}.`;
    const what = id === '' ? 'This address does not name an instrument.' : named;
    return `${what} Available instruments: ${modes}.`;
  },
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
        : `You taught this instrument ${counted(sounds, 'sound')} and did not save ${sounds === 1 ? 'it' : 'them'}. Last change: ${when}.`,
    restore: 'Restore',
    discard: 'Discard',
    restored: 'Restored.',
    discarded: 'Discarded.',
    undo: 'Undo',
    full: 'Your browser has no room left to keep what you teach. Save it to a file.',
  },
  presets: {
    title: 'My presets',
    name: 'Preset name',
    save: 'Save preset',
    saved: (name: string) => `Saved “${name}” in this browser. Choose it under Preset.`,
    replaced: (name: string) => `Replaced “${name}”.`,
    nameOf: (name: string) => `Name of “${name}”`,
    nameRule: 'A preset needs a name of up to 40 characters.',
    nameTaken: (name: string) => `There is a preset “${name}” already. Choose another name.`,
    renamed: (from: string, to: string) => `Renamed “${from}” to “${to}”.`,
    up: (name: string) => `Move “${name}” up`,
    down: (name: string) => `Move “${name}” down`,
    delete: 'Delete',
    deleteHint: (name: string) => `Delete “${name}”`,
    deleted: (name: string) => `Deleted “${name}”.`,
    undo: 'Undo last change',
    undone: 'Undone.',
    changedElsewhere: 'Your presets were changed in another tab, so this can’t be undone.',
    export: 'Export presets',
    exportHint: 'Download all your presets of this instrument as one file',
    import: 'Import presets',
    importHint: 'Add the presets of an exported file',
    imported: (presets: string) => `Imported ${presets}.`,
    notPresets: 'This is not a file of Ensemble presets.',
    newer: 'These presets were saved by a newer version of Ensemble.',
    otherMode: (mode: string) => `These presets belong to another instrument (${mode}).`,
    damaged: (where: string) => `These presets can’t be read: “${where}” is wrong.`,
    sound: {
      newer: (name: string) => `“${name}” was saved by a newer version of Ensemble.`,
      foreign: (name: string) => `“${name}” belongs to another version of this instrument.`,
      damaged: (name: string) => `“${name}” is damaged.`,
    },
    tooMany: (most: number) => `You can save up to ${most} presets. Delete some first.`,
    full: 'Your browser has no room left for presets. Export them, then delete some.',
  },
  usb: {
    title: 'USB instrument',
    send: 'Send to instrument',
    load: 'Load from instrument',
    sent: 'Sent to the instrument and saved there.',
    loaded: 'Loaded from the instrument.',
    preset: 'Preset on the instrument',
    ownSounds: 'What it was taught',
    playPreset: 'Play on instrument',
    playsPreset: (name: string) => `The instrument plays: ${name}.`,
    unsupported: 'This browser does not support USB instruments (Web Serial).',
    notSelected: 'No instrument selected.',
    portUnusable: 'This port can’t be used. Unplug the instrument, plug it in again and retry.',
    modeMissing: (modeId: string) => `The firmware of this instrument does not include ${modeId}.`,
  },
} as const;
