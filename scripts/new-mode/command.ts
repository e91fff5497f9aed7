/** The command line of `npm run new-mode`: a valid mode file for an engine, checked before it is written. */
import { existsSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Catalogue, Engine } from '../../dsl/catalogue.ts';
import { channelNamed } from '../../dsl/channels.ts';
import { CORE_LIMITS } from '../../dsl/contract/constants.ts';
import { type Diagnostic, formatText, hasErrors } from '../../dsl/diagnostics.ts';
import { type ModeSource, resolveModes } from '../../dsl/resolve.ts';
import type { ResolvedMode } from '../../dsl/resolved-mode.ts';
import type { CurveName } from '../../dsl/schema/curve.ts';
import { PRIMARY_INPUTS, type PrimaryInput } from '../../dsl/schema/ui.ts';
import { didYouMean, quote } from '../../dsl/wording.ts';
import { Abi } from '../../src/shared/instrument/abi.ts';
import { UsageError } from '../command-line.ts';
import { enginesOf } from '../generate/engines.ts';
import { readModes } from '../generate/sources.ts';
import { measuredCurves } from '../generate/sweep.ts';
import { freshWasm } from '../wasm/artefact.ts';
import { draftMode, formatMode, inputFor } from './draft.ts';

export const USAGE = `usage: npm run new-mode -- <mode_id> --engine ENGINE [--input INPUT] [--modes DIR]

  --engine  audio engine of the mode
  --input   ${PRIMARY_INPUTS.join(', ')} (default: depends on the engine)
  --modes   folder of mode files (modes)`;

interface NewModeOptions {
  readonly modeId: string;
  readonly engineId: string;
  readonly input: PrimaryInput | undefined;
  readonly folder: string;
}

const isInput = (text: string): text is PrimaryInput =>
  PRIMARY_INPUTS.some((input) => input === text);

/** @throws UsageError, or TypeError by parseArgs */
function parseNewMode(args: readonly string[]): NewModeOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      engine: { type: 'string' },
      input: { type: 'string' },
      modes: { type: 'string', default: 'modes' },
    },
  });
  const [modeId, ...more] = positionals;
  if (modeId === undefined || more.length > 0) throw new UsageError('name one mode');
  if (!/^[a-z][a-z0-9_]*$/.test(modeId)) {
    throw new UsageError(
      `a mode id must be a lower-case letter, then lower-case letters, digits or _, got ${quote(modeId)}`,
    );
  }
  if (modeId.length > CORE_LIMITS.modeIdBytes) {
    throw new UsageError(
      `a mode id must have at most ${CORE_LIMITS.modeIdBytes} characters, got ${modeId.length}`,
    );
  }
  const { engine, input, modes } = values;
  if (engine === undefined) throw new UsageError('name an engine with --engine');
  if (input !== undefined && !isInput(input)) {
    throw new UsageError(
      `--input must be one of ${PRIMARY_INPUTS.join(', ')}, got ${quote(input)}`,
    );
  }
  return { modeId, engineId: engine, input, folder: modes };
}

/** A mode with every slot of an engine, to measure its curves. */
function probeMode(engine: Engine): ResolvedMode {
  const pad = channelNamed('pad_x');
  if (!pad) throw new Error('there is no pad_x');
  const unmeasured: CurveName = 'linear';
  return {
    file: '',
    modeId: 'probe',
    engineId: engine.engine_id,
    note: undefined,
    channels: [pad],
    layers: [1, 1, engine.slots.length],
    defaultSpread: 0,
    params: engine.slots.map(({ name, min, max }) => ({
      name,
      label: name,
      group: '',
      unit: undefined,
      min,
      max,
      default: min,
      curve: unmeasured,
      note: undefined,
    })),
    voiceSpaces: [],
    microphone: false,
    listens: false,
    followsMidi: false,
    followsClock: false,
    playsNotes: false,
    drones: false,
    sendsMidi: false,
    ui: { primaryInput: 'xy_pad', showVoiceSpaceSelector: false, showSynthVisualizer: false },
  };
}

function curvesOf(abi: Abi, engine: Engine): CurveName[][] {
  const mode = probeMode(engine);
  const measured = Array.from({ length: Math.max(1, engine.voice_spaces.length) }, (_, ordinal) =>
    measuredCurves(abi, engine, mode, ordinal),
  );
  // Where a voice space has no use for a slot, the curve of one that has needs no override.
  const elsewhere = (slot: number): CurveName => {
    const used = measured.map((curves) => curves[slot]).find((curve) => curve !== 'unused');
    return used ?? 'linear';
  };
  return measured.map((curves) =>
    curves.map((curve, slot) => {
      if (curve === 'unused') return elsewhere(slot);
      if (curve !== undefined) return curve;
      throw new UsageError(
        `slot ${quote(engine.slots[slot]?.name ?? '')} follows none of the seven curves`,
      );
    }),
  );
}

/** The schema as seen from a folder, so that editors find it. */
const schemaFrom = (folder: string): string =>
  path.relative(folder, 'build/schema/mode.schema.json').replaceAll('\\', '/');

/** Problems that only the other modes cause: a name that clashes with another's. */
function clashes(folder: string, draft: ModeSource, catalogue: Catalogue): Diagnostic[] {
  const { sources } = readModes(folder);
  const asLine = ({ file, code, message }: Diagnostic): string => `${file} ${code} ${message}`;
  const before = new Set(resolveModes(sources, catalogue).diagnostics.map(asLine));
  return resolveModes([...sources, draft], catalogue).diagnostics.filter(
    (problem) => !before.has(asLine(problem)),
  );
}

export interface Draft {
  readonly text: string;
  readonly engine: Engine;
  readonly input: PrimaryInput;
}

/**
 * Drafts the file of a mode for an engine of a running module.
 *
 * @throws UsageError when there is no such engine or a slot follows no curve.
 */
export async function draftFor(
  instance: WebAssembly.Instance,
  options: NewModeOptions,
): Promise<Draft> {
  const { catalogue, measure } = enginesOf(instance);
  const engine = catalogue.engines.find(({ engine_id }) => engine_id === options.engineId);
  if (!engine) {
    const ids = catalogue.engines.map(({ engine_id }) => engine_id);
    throw new UsageError(
      `unknown engine ${quote(options.engineId)}${didYouMean(options.engineId, ids)}; there are ${ids.join(', ')}`,
    );
  }
  const curves = curvesOf(new Abi(instance), engine);
  const input = options.input ?? inputFor(engine);
  const schema = schemaFrom(options.folder);
  const text = formatMode(draftMode({ modeId: options.modeId, schema, engine, input, curves }));
  const source = { file: `${options.modeId}.json`, content: text };
  const { modes, diagnostics } = resolveModes([source], catalogue);
  const drifts = await measure(modes);
  if (hasErrors(diagnostics) || drifts.length > 0) {
    const drifted = drifts.map(({ message }) => message).join('\n');
    throw new Error(`the draft is not valid:\n${formatText(diagnostics, false)}${drifted}`);
  }
  const [clash] = clashes(options.folder, source, catalogue);
  if (clash) throw new UsageError(`${clash.message}; choose another name`);
  return { text, engine, input };
}

/** Writes the file and returns what to print. */
export async function runNewMode(args: readonly string[]): Promise<string> {
  const options = parseNewMode(args);
  const file = path.join(options.folder, `${options.modeId}.json`).replaceAll('\\', '/');
  if (!statSync(options.folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`${quote(options.folder)}: no such folder`);
  }
  if (existsSync(file)) throw new UsageError(`${file} already exists; choose another name`);
  const { instance } = await WebAssembly.instantiate(await freshWasm());
  const { text, engine, input } = await draftFor(instance, options);
  writeFileSync(file, text, { flag: 'wx' });
  const spaces = engine.voice_spaces.length;
  return `${file}: ${engine.slots.length} params, ${spaces} voice spaces, ${input}\nnext: npm run gen${options.folder === 'modes' ? '' : ` -- --modes ${options.folder} --out DIR`}`;
}
