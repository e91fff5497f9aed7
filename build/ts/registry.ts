// @generated from modes/ by `npm run gen`.
// Do not edit: change the source and generate again.
import type { Mode } from './mode.ts';

export const MODES = [
] as const satisfies readonly Mode[];

export type ModeId = (typeof MODES)[number]['modeId'];

/** Gives a mode by its id; undefined for an id that is none, whatever the text. */
export function modeNamed(modeId: string): Mode | undefined {
  return (MODES satisfies readonly Mode[]).find((mode: Mode) => mode.modeId === modeId);
}
