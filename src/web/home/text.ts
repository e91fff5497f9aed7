/** What the script of the homepage says. */
export const UNSAVED_TEXT = [
  'Unsaved edits in this browser: ',
  '. Open a site to save or export them.',
] as const;
