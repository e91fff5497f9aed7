/** Presets of a module of VCV Rack: files that the host lists in the module's menu, under Preset. */
import type { ResolvedPreset } from '../presets.ts';
import { MARK } from './mark.ts';
import { RACK_SLUG, RACK_VERSION } from './rack.ts';
import { RACK_PARAMS } from './rack-parts.ts';

/** What would be heard in place of the preset is off. */
const LATCHES = (['hold', 'explore'] as const).map((name) => ({
  id: RACK_PARAMS.indexOf(name),
  value: 0,
}));

/** What file systems, CMake and the host take as it is. */
const plain = (name: string): string => name.replace(/[^\p{L}\p{N} &'()+,.!_-]/gu, '-');

/** Gives [path below build/rack, text] of a file for each preset; the host orders them by number and shows the rest. */
export function* rackPresets(
  modeId: string,
  presets: readonly ResolvedPreset[],
): Generator<readonly [string, string]> {
  for (const [at, { name }] of presets.entries()) {
    const preset = {
      $comment: `${MARK} from modes/presets/${modeId}.json by \`npm run gen\`. Do not edit: change the source and generate again.`,
      plugin: RACK_SLUG,
      model: modeId,
      version: RACK_VERSION,
      params: LATCHES,
      data: { preset: at },
    };
    const number = String(at + 1).padStart(2, '0');
    yield [
      `presets/${modeId}/${number}_${plain(name)}.vcvm`,
      `${JSON.stringify(preset, null, 2)}\n`,
    ];
  }
}
