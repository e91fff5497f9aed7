/** Every word a person reads on the pages the routes draw, and in what /api and /health say. */
import { counted, formatCount } from '../shared/humanize.ts';

export const FRAME_TEXT = {
  skip: 'Skip to content',
  navigation: 'Main',
  sites: 'Sites',
  instruments: 'Instruments',
  tagline: 'Websites you make together. Instruments that learn by example.',
  api: 'API:',
  homepage: 'Go to the homepage',
  firstPage: 'Go to the first page of this site',
} as const;

export const HOME_TEXT = {
  description:
    'Websites that people create and edit together, with playable instruments that learn by example.',
  heading: 'Play an instrument, teach it your sounds, and share it on a website you make together.',
  lead: 'Pick a name and start writing. Anyone with the link can edit with you in real time. Add an instrument, teach it a few sounds, and let visitors play.',
  steps: {
    play: { title: 'Play.', text: 'Press Play, then drag across the pad or use the arrow keys.' },
    teach: {
      title: 'Teach.',
      text: ', pick a sound, move to a spot and press Teach here. It plays everything in between.',
    },
    share: {
      title: 'Share.',
      text: 'Copy a link to what you taught, or put it on a site that anyone with the link can edit with you.',
    },
  },
  openPlayer: (instrument: string) => `Open the ${instrument.toLowerCase()}`,
  start: 'Create a site, or open one',
  go: 'Go',
  nameMissing: 'Enter a name.',
  nameInvalid: 'can’t be used as a site name.',
  sites: 'Sites',
  searchResults: 'Sites matching',
  searchLabel: 'Search sites',
  searchHint: 'Search by name',
  search: 'Search',
  empty: 'No sites yet. Create the first one.',
  noMatch: 'No sites match',
  showAll: 'Show all sites',
  edited: 'Edited',
  open: 'Open',
  edit: 'Edit',
  paging: 'Pagination',
  newer: 'Newer',
  older: 'Older',
  instruments: 'Instruments',
  /** Where there is a mouse. */
  instrumentsPreview: 'Point at one to hear it.',
  instrumentsHint: 'Open one to play it and teach it.',
  insecure:
    'This page is not secure (http). Browsers allow sound, microphones and MIDI only over https.',
  total: (sites: number) => `${counted(sites, 'site')}, most recently edited first`,
  page: (page: number) => `Page ${formatCount(page)}`,
  pageOf: (page: number, pages: number) => `Page ${formatCount(page)} of ${formatCount(pages)}`,
} as const;

/** The page of a member. */
export const MEMBER_TEXT = {
  title: (name: string) => `Sites of ${name} · Ensemble`,
  description: (name: string) => `The websites that ${name} owns and edits on Ensemble.`,
  total: (sites: number) => `${counted(sites, 'site')}, most recently edited first`,
  owns: 'Owner',
  edits: 'Editor',
} as const;

/** How an instrument is played, by the control its mode declares. */
export const INPUT_TEXT = {
  xy_pad: 'Play it on a pad',
  joystick: 'Play it with a joystick',
  sliders: 'Play it with sliders',
  audio_in: 'Play it through your microphone',
  midi_in: 'Play it on a keyboard',
  none: 'Plays itself',
} as const;

/** The kinds of instruments, in the order of the homepage. */
export const KIND_TEXT = {
  played: 'To play',
  playsItself: 'Generative',
  effect: 'Effects',
  analyser: 'From sound to MIDI',
} as const;

export const PLACEHOLDER_TEXT = {
  over: 'No site here yet',
  lead: 'This name is available. Your first edit creates the site, and everyone who can edit here can join in.',
  create: 'Create this site',
  browse: 'Browse sites',
  description: (username: string) => `${username} has no site on Ensemble yet. Create it.`,
} as const;

/** Pages that need a script. */
export const APP_TEXT = {
  editor: 'Editor',
  live: 'Live',
  preview: 'Preview',
  player: 'Player',
  reference: 'Reference card',
  referenceDescription:
    'The parameters of an instrument: their ranges and curves, and what each does to the sound.',
  playerDescription: 'Play an instrument, teach it by example and add it to a site.',
  noScript: 'This page needs JavaScript. Turn it on in your browser’s settings, then reload.',
} as const;

export const API_TEXT = {
  description:
    "A collaborative website hosting platform where users create and edit each other's websites.",
  home: 'Homepage: browse sites, play instruments, create a site',
  member: "A member's website, or a placeholder page if there is none yet",
  health: 'Health check: whether the service is working',
  api: 'Information about this API and its routes, as JSON',
} as const;

export const HEALTH_TEXT = {
  storeSilent: 'The store is not responding.',
  draining: 'The service is shutting down.',
} as const;
