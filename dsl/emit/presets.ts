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
    return `  ${tsString(modeId)}: [\n${lines.join('')}  ],\n`;
  });
  return `${tsMark('modes/presets/')}
/** By mode: name, ordinal of the voice space, and examples in unit values, one a channel and one a param. */
export const PRESETS = {
${modes.join('')}};
`;
}
