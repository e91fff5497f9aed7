/** Every generated file, path and text, one after another, so that thousands need not stay in memory. */
import { schemaFiles } from '../json-schema.ts';
import type { PresetsOfModes } from '../presets.ts';
import type { ResolvedMode } from '../resolved-mode.ts';
import type { ResolvedTemplate } from '../templates.ts';
import { cppContract, cppDispatch } from './contract-cpp.ts';
import { tsContract } from './contract-ts.ts';
import { cppMode, cppRegistry, cppShared, cppTraining } from './cpp.ts';
import { docsEntry, docsIndex, docsMode } from './docs.ts';
import { lv2Manifest, lv2Plugin } from './lv2.ts';
import { cppLv2Ports } from './lv2-cpp.ts';
import { lv2PresetList, lv2PresetProperty, lv2Presets } from './lv2-presets.ts';
import { pdHelp } from './pd.ts';
import { tsPresets } from './presets.ts';
import { rackDrawings, rackPatch, rackPlugin } from './rack.ts';
import { cppRackPanels } from './rack-cpp.ts';
import { rackPresets } from './rack-presets.ts';
import { cppScales } from './scales-cpp.ts';
import { cppStatuses } from './statuses-cpp.ts';
import { cppTemplates, tsTemplates } from './templates.ts';
import { tsMode, tsRegistry, tsShared, tsTraining } from './ts.ts';

/** Folders of build/ the generator owns: whatever else stands in them is an orphan. */
export const OWNED = ['schema', 'cpp', 'ts', 'docs', 'pd', 'lv2', 'rack'] as const;

/** The mode of the first lesson, or the first of one's own. */
const LESSON = 'paf_synth';

/** Gives [path below build/, text] of every file; modes ordered by id, as resolve gives them. */
export function* emitFiles(
  modes: readonly ResolvedMode[],
  presets: PresetsOfModes = new Map(),
  templates: readonly ResolvedTemplate[] = [],
): Generator<readonly [string, string]> {
  const ids = modes.map((mode) => mode.modeId);
  yield* schemaFiles();
  yield ['cpp/mode.h', cppShared()];
  yield ['cpp/contract.h', cppContract()];
  yield ['cpp/dispatch.h', cppDispatch()];
  yield ['cpp/statuses.h', cppStatuses()];
  yield ['cpp/named_scales.h', cppScales()];
  yield ['cpp/training.h', cppTraining()];
  yield ['cpp/registry.h', cppRegistry(ids)];
  yield ['cpp/lv2_ports.h', cppLv2Ports(modes)];
  yield ['cpp/rack_panels.h', cppRackPanels(modes)];
  yield ['cpp/midi_templates.h', cppTemplates(templates)];
  yield ['ts/mode.ts', tsShared()];
  yield ['ts/contract.ts', tsContract()];
  yield ['ts/training.ts', tsTraining()];
  yield ['ts/registry.ts', tsRegistry(ids)];
  yield ['ts/presets.ts', tsPresets(presets)];
  yield ['ts/midi-templates.ts', tsTemplates(templates)];
  yield ['pd/ensemble~-help.pd', pdHelp(modes, presets)];
  const lists = [...presets].map(([modeId, list]) => lv2PresetList(modeId, list));
  yield ['lv2/manifest.ttl', lv2Manifest(ids, [lv2PresetProperty(), ...lists].join(''))];
  yield ['rack/plugin.json', rackPlugin(modes)];
  const lesson = modes.find(({ modeId }) => modeId === LESSON) ?? modes[0];
  if (lesson !== undefined) yield ['rack/first-lesson.vcv', rackPatch(lesson)];
  yield ['docs/index.html', docsIndex(modes.map(docsEntry))];
  for (const mode of modes) {
    yield [`cpp/modes/${mode.modeId}.h`, cppMode(mode, presets.get(mode.modeId))];
    yield [`ts/modes/${mode.modeId}.ts`, tsMode(mode)];
    yield [`lv2/${mode.modeId}.ttl`, lv2Plugin(mode)];
    for (const [file, text] of rackDrawings(mode)) yield [`rack/${file}`, text];
    const own = presets.get(mode.modeId) ?? [];
    if (own.length > 0) yield [`lv2/${mode.modeId}-presets.ttl`, lv2Presets(mode, own)];
    for (const [file, text] of rackPresets(mode.modeId, own)) yield [`rack/${file}`, text];
    yield [`docs/modes/${mode.modeId}.html`, docsMode(mode)];
  }
}
