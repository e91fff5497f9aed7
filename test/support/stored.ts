/** Content of sites for tests that store, export or import it. */
import type { SiteContent } from '../../src/shared/site/document.ts';

/** A comment as it is stored. */
export const COMMENT = {
  thread: 1,
  kind: 'comment',
  author: 'a',
  by: 'Ada',
  member: false,
  atMs: 3,
  text: 'Hi',
} as const;

/** What a site is called, and two instruments: one with a taught file, one with examples. */
export const NAMED_WITH_INSTRUMENTS: Omit<SiteContent, 'files' | 'assets'> = {
  displayName: 'Ada 🎹',
  lang: 'en',
  instruments: [
    { id: 'i', mode: 'drone', taught: Uint8Array.of(4, 5), voiceSpace: 2 },
    {
      id: 'j',
      mode: 'drone',
      taught: new Uint8Array(),
      voiceSpace: 0,
      examples: [{ key: '000000-0a1b2c3d', bytes: Uint8Array.of(1, 0, 2, 0) }],
    },
  ],
};
