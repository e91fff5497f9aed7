/** The interface of the drift test: what measuring the engines can find, and how it is reported. */
import type { Diagnostic } from './diagnostics.ts';
import { readJson } from './json-text.ts';
import type { ModeSource } from './resolve.ts';
import type { ResolvedMode } from './resolved-mode.ts';
import type { CurveName } from './schema/curve.ts';

/** One slot of one voice space that does not do what a mode declares. */
export interface Drift {
  readonly modeId: string;
  /** Position in the mode's voice spaces. */
  readonly voiceSpace: number;
  /** Name of the param. */
  readonly param: string;
  /** What was declared and what was measured. */
  readonly message: string;
  /** The curve the slot follows here, if it follows one. */
  readonly measured: CurveName | undefined;
}

/** Sweeps the compiled engines as these modes use them and reports every drift. */
export type Measure = (
  modes: readonly ResolvedMode[],
) => readonly Drift[] | Promise<readonly Drift[]>;

const quote = (text: string): string => JSON.stringify(text);

/** What to do about a drift, where its curve is known. Others drift in the same param, or none. */
function advice(drift: Drift, others: readonly Drift[], mode: ResolvedMode): string {
  if (drift.measured === undefined) return '';
  const index = mode.params.findIndex(({ name }) => name === drift.param);
  const declared = mode.params[index]?.curve;
  if (mode.voiceSpaces[drift.voiceSpace]?.curves[index] !== declared) {
    return drift.measured === declared
      ? '; remove this curve override'
      : '; declare what the engine does';
  }
  const alike = others.every(({ measured }) => measured === drift.measured);
  if (others.length + 1 === mode.voiceSpaces.length && alike) {
    return '; declare what the engine does';
  }
  return `; give this voice space a curve override, ${quote(drift.param)}: ${quote(drift.measured)}`;
}

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
    const others = drifts.filter(
      (other) => other !== drift && other.modeId === drift.modeId && other.param === drift.param,
    );
    const slot = `${mode.engineId}, slot ${quote(drift.param)}`;
    const where = space?.name === undefined ? slot : `${slot} in voice space ${quote(space.name)}`;
    const message = `${where}: ${drift.message}${advice(drift, others, mode)}`;
    return readJson(source.file, source.content).at('E_DRIFT', path, message);
  });
}
