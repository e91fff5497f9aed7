/** How much of an instrument a page shows: the attribute `controls`. */

/** `play`: what a visitor plays with. `teach`: everything. `none`: nothing, for pages that make their own controls. */
export type ControlLevel = 'play' | 'teach' | 'none';

const LEVELS: readonly string[] = ['play', 'teach', 'none'] satisfies readonly ControlLevel[];

const isLevel = (text: string | null): text is ControlLevel =>
  text !== null && LEVELS.includes(text);

/** The level an attribute names; `play` where it names none. */
export const controlLevel = (text: string | null): ControlLevel => (isLevel(text) ? text : 'play');
