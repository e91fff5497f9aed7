/** How much of an instrument a page shows: the attribute `controls`. */

/** `play`: what a visitor plays with. `teach`: everything. `none`: nothing, for pages that make their own controls. */
export type ControlLevel = 'play' | 'teach' | 'none';

const LEVELS: readonly string[] = ['play', 'teach', 'none'] satisfies readonly ControlLevel[];

const isLevel = (text: string | null | undefined): text is ControlLevel =>
  LEVELS.includes(text ?? '');

/** The level an attribute names; `fallback` where it names none. */
export function controlLevel(
  text: string | null | undefined,
  fallback: ControlLevel = 'play',
): ControlLevel {
  return isLevel(text) ? text : fallback;
}
