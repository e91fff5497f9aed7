/** The instrument that the homepage plays: a taught drum machine, whose lessons are in the address of its player. */
import type { Mode } from '../../build/ts/mode.ts';
import { FOUR_DRUMMERS_MODE, fourDrummers } from '../shared/instrument/four-drummers.ts';
import { modeSpec } from '../shared/instrument/mode-spec.ts';
import { encodeTaughtLink } from '../shared/taught-link.ts';

export interface Hero {
  readonly mode: Mode;
  /** The player of the taught instrument. */
  readonly player: string;
  /** The same with nothing around it, and only the controls it is played with. */
  readonly frame: string;
}

/** Undefined if the service has no such mode. */
export function heroOf(modes: readonly Mode[]): Hero | undefined {
  const mode = modes.find(({ modeId }) => modeId === FOUR_DRUMMERS_MODE);
  if (mode === undefined) return undefined;
  const taught = encodeTaughtLink(modeSpec(mode), { voiceSpace: 0, taught: fourDrummers(mode) });
  const player = `/?play=${mode.modeId}`;
  return { mode, player: player + taught, frame: `${player}&try${taught}` };
}
