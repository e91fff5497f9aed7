/** The modes of a folder and the compiled engines: what every tool starts with. */
import * as v from 'valibot';
import { type Catalogue, CatalogueSchema } from '../../dsl/catalogue.ts';
import { formatText, hasErrors } from '../../dsl/diagnostics.ts';
import { type PresetsOfModes, resolvePresets } from '../../dsl/presets.ts';
import { resolveModes } from '../../dsl/resolve.ts';
import type { ResolvedMode } from '../../dsl/resolved-mode.ts';
import { didYouMean, quote } from '../../dsl/wording.ts';
import { Abi } from '../../src/shared/instrument/abi.ts';
import { readEngines } from '../../src/shared/instrument/catalogue.ts';
import { UsageError } from '../command-line.ts';
import { readModes } from '../generate/sources.ts';
import { freshWasm } from '../wasm/artefact.ts';

export interface Workshop {
  readonly abi: Abi;
  readonly catalogue: Catalogue;
  readonly modes: readonly ResolvedMode[];
  readonly presets: PresetsOfModes;
}

/** Gives the compiled engines, fresh, and every mode of `folder` with its presets. @throws Error if one is wrong. */
export async function openWorkshop(folder = 'modes'): Promise<Workshop> {
  const { instance } = await WebAssembly.instantiate(await freshWasm());
  const abi = new Abi(instance);
  const catalogue = v.parse(CatalogueSchema, { engines: readEngines(abi) });
  const read = readModes(folder);
  const { modes, diagnostics } = resolveModes(read.sources, catalogue);
  const { presets, diagnostics: more } = resolvePresets(read.presets, modes);
  const found = [...diagnostics, ...(hasErrors(diagnostics) ? [] : more)];
  if (hasErrors(found)) throw new Error(formatText(found, false).trimEnd());
  return { abi, catalogue, modes, presets };
}

/** @throws UsageError that suggests the nearest name if there is no such mode */
export function modeNamed(modes: readonly ResolvedMode[], modeId: string): ResolvedMode {
  const found = modes.find((mode) => mode.modeId === modeId);
  if (found) return found;
  const ids = modes.map((mode) => mode.modeId);
  throw new UsageError(
    `unknown mode ${quote(modeId)}${didYouMean(modeId, ids)}; there are ${ids.join(', ')}`,
  );
}
