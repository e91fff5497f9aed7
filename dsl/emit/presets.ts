/** Presets as TypeScript: what instruments learn from, in unit values, so that all targets learn the same bits. */
import type { PresetsOfModes } from '../presets.ts';
import { tsString } from './literals.ts';
import { tsMark } from './mark.ts';

/** Gives build/ts/presets.ts: every preset of every mode that has any. */
export function tsPresets(presets: PresetsOfModes): string {
  const modes = [...presets].map(([modeId, list]) => {
    const lines = list.map(({ name, voiceSpace, examples }) => {
      const taught = examples.map(
        ({ inputs, outputs }) =>
          `      { inputs: [${inputs.join(', ')}], outputs: [${outputs.join(', ')}] },\n`,
      );
      return `    { name: ${tsString(name)}, voiceSpace: ${voiceSpace}, examples: [\n${taught.join('')}    ] },\n`;
    });
    return `  [${tsString(modeId)}, [\n${lines.join('')}  ]],\n`;
  });
  return `${tsMark('modes/presets/')}
export interface PresetExample {
  /** Unit values, one a channel. */
  readonly inputs: readonly number[];
  /** Unit values, one a param. */
  readonly outputs: readonly number[];
}

export interface Preset {
  readonly name: string;
  /** Ordinal of its voice space. */
  readonly voiceSpace: number;
  /** What a new instrument learns, in this order. */
  readonly examples: readonly PresetExample[];
}

const PRESETS: ReadonlyMap<string, readonly Preset[]> = new Map<string, readonly Preset[]>([
${modes.join('')}]);

/** The presets of a mode; none if it has none. */
export const presetsOf = (modeId: string): readonly Preset[] => PRESETS.get(modeId) ?? [];
`;
}
