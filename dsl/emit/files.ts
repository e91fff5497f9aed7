/** Every generated file, path and text, one after another, so that thousands need not stay in memory. */
import { schemaFiles } from '../json-schema.ts';
import type { PresetsOfModes } from '../presets.ts';
import type { ResolvedMode } from '../resolved-mode.ts';
import { cppContract, cppDispatch } from './contract-cpp.ts';
import { tsContract } from './contract-ts.ts';
import { cppMode, cppRegistry, cppShared, cppTraining } from './cpp.ts';
import { docsEntry, docsIndex, docsMode } from './docs.ts';
import { lv2Manifest, lv2Plugin } from './lv2.ts';
import { cppLv2Ports } from './lv2-cpp.ts';
import { pdHelp } from './pd.ts';
import { tsPresets } from './presets.ts';
import { cppStatuses } from './statuses-cpp.ts';
import { tsMode, tsRegistry, tsShared, tsTraining } from './ts.ts';

/** Folders of build/ the generator owns: whatever else stands in them is an orphan. */
export const OWNED = ['schema', 'cpp', 'ts', 'docs', 'pd', 'lv2'] as const;

/** Gives [path below build/, text] of every file; modes ordered by id, as resolve gives them. */
export function* emitFiles(
  modes: readonly ResolvedMode[],
  presets: PresetsOfModes = new Map(),
): Generator<readonly [string, string]> {
  const ids = modes.map((mode) => mode.modeId);
  yield* schemaFiles();
  yield ['cpp/mode.h', cppShared()];
  yield ['cpp/contract.h', cppContract()];
  yield ['cpp/dispatch.h', cppDispatch()];
  yield ['cpp/statuses.h', cppStatuses()];
  yield ['cpp/training.h', cppTraining()];
  yield ['cpp/registry.h', cppRegistry(ids)];
  yield ['cpp/lv2_ports.h', cppLv2Ports(modes)];
  yield ['ts/mode.ts', tsShared()];
  yield ['ts/contract.ts', tsContract()];
  yield ['ts/training.ts', tsTraining()];
  yield ['ts/registry.ts', tsRegistry(ids)];
  yield ['ts/presets.ts', tsPresets(presets)];
  yield ['pd/ensemble~-help.pd', pdHelp(modes)];
  yield ['lv2/manifest.ttl', lv2Manifest(ids)];
  yield ['docs/index.html', docsIndex(modes.map(docsEntry))];
  for (const mode of modes) {
    yield [`cpp/modes/${mode.modeId}.h`, cppMode(mode)];
    yield [`ts/modes/${mode.modeId}.ts`, tsMode(mode)];
    yield [`lv2/${mode.modeId}.ttl`, lv2Plugin(mode)];
    yield [`docs/modes/${mode.modeId}.html`, docsMode(mode)];
  }
}
