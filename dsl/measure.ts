/** The seam of the drift test: what measuring the engines may find, and how it is told. */
import type { Diagnostic } from './diagnostics.ts';
import { readJson } from './json-text.ts';
import type { ModeSource } from './resolve.ts';
import type { ResolvedMode } from './resolved-mode.ts';

/** One slot of one voice space that does not do what a mode declares. */
export interface Drift {
  readonly modeId: string;
  /** Position in the mode's voice spaces. */
  readonly voiceSpace: number;
  /** Name of the param. */
  readonly param: string;
  /** One sentence: what was declared, what was measured, what to do. */
  readonly message: string;
}

/** Sweeps the compiled engines as these modes use them and tells every drift. */
export type Measure = (
  modes: readonly ResolvedMode[],
) => readonly Drift[] | Promise<readonly Drift[]>;

/** Places each drift at the curve that declares it: the override if there is one, else the param's own. */
export function driftDiagnostics(
  drifts: readonly Drift[],
  modes: readonly ResolvedMode[],
  sources: readonly ModeSource[],
): Diagnostic[] {
  return drifts.map((drift) => {
    const mode = modes.find(({ modeId }) => modeId === drift.modeId);
    const source = sources.find(({ file }) => file === mode?.file);
    const index = mode?.params.findIndex(({ name }) => name === drift.param) ?? -1;
    if (!mode || !source || index < 0) {
      throw new Error(`drift of ${drift.param} in ${drift.modeId}, which was not asked about`);
    }
    const space = mode.voiceSpaces[drift.voiceSpace];
    const overridden = space?.curves[index] !== mode.params[index]?.curve;
    const path = overridden
      ? ['voice_spaces', drift.voiceSpace, 'curve_overrides', drift.param]
      : ['params', index, 'curve'];
    const where = space?.name === undefined ? '' : `in voice space ${JSON.stringify(space.name)}: `;
    return readJson(source.file, source.content).at('E_DRIFT', path, `${where}${drift.message}`);
  });
}
