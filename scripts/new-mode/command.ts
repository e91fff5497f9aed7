/** The command line of `npm run new-mode`: a valid mode file for an engine, checked before it is written. */
import { existsSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Catalogue, Engine } from '../../dsl/catalogue.ts';
import { channelNamed } from '../../dsl/channels.ts';
import { type Diagnostic, formatText, hasErrors } from '../../dsl/diagnostics.ts';
import { type ModeSource, resolveModes } from '../../dsl/resolve.ts';
import type { ResolvedMode } from '../../dsl/resolved-mode.ts';
import { CORE_LIMITS } from '../../dsl/rules/network.ts';
import type { CurveName } from '../../dsl/schema/curve.ts';
import { PRIMARY_INPUTS, type PrimaryInput } from '../../dsl/schema/ui.ts';
import { didYouMean, quote } from '../../dsl/wording.ts';
import { Abi } from '../../src/web/instrument/abi.ts';
import { Refusal } from '../command-line.ts';
import { enginesOf } from '../generate/engines.ts';
import { readModes } from '../generate/sources.ts';
import { measuredCurves } from '../generate/sweep.ts';
import { freshWasm } from '../wasm/artefact.ts';
import { draftMode, formatMode, inputFor } from './draft.ts';

export const USAGE = `usage: npm run new-mode -- <mode_id> --engine ENGINE [--input INPUT] [--modes DIR]

  --engine  the audio engine it plays
  --input   ${PRIMARY_INPUTS.join(', ')} (what suits the engine)
  --modes   folder of the mode files (modes)`;

interface Wish {
  readonly modeId: string;
  readonly engineId: string;
  readonly input: PrimaryInput | undefined;
  readonly folder: string;
}

const isInput = (text: string): text is PrimaryInput =>
  PRIMARY_INPUTS.some((input) => input === text);

/** @throws Refusal or TypeError (of parseArgs) saying what is wrong. */
function parseNewMode(args: readonly string[]): Wish {
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
  if (modeId === undefined || more.length > 0) throw new Refusal('name one mode');
  if (!/^[a-z][a-z0-9_]*$/.test(modeId)) {
    throw new Refusal(`a mode id is a letter, then letters, digits and _; not ${quote(modeId)}`);
  }
  if (modeId.length > CORE_LIMITS.modeIdBytes) {
    throw new Refusal(
      `a mode id has at most ${CORE_LIMITS.modeIdBytes} letters, not ${modeId.length}`,
    );
  }
  const { engine, input, modes } = values;
  if (engine === undefined) throw new Refusal('name its engine: --engine');
  if (input !== undefined && !isInput(input)) {
    throw new Refusal(`--input is one of ${PRIMARY_INPUTS.join(', ')}, not ${quote(input)}`);
  }
  return { modeId, engineId: engine, input, folder: modes };
}

/** A mode that names every slot of an engine, to measure its curves with. */
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
    ui: { primaryInput: 'xy_pad', showVoiceSpaceSelector: false, showSynthVisualizer: false },
  };
}

function curvesOf(abi: Abi, engine: Engine): CurveName[][] {
  const mode = probeMode(engine);
  return Array.from({ length: Math.max(1, engine.voice_spaces.length) }, (_, ordinal) =>
    measuredCurves(abi, engine, mode, ordinal).map((curve, slot) => {
      if (curve !== undefined) return curve;
      throw new Refusal(
        `slot ${quote(engine.slots[slot]?.name ?? '')} follows none of the seven curves`,
      );
    }),
  );
}

/** The schema as seen from a folder, so that editors find it. */
const schemaFrom = (folder: string): string =>
  path.relative(folder, 'build/schema/mode.schema.json').replaceAll('\\', '/');

/** What is wrong with a mode only because of those it would join: a name too much like another's. */
function clashes(folder: string, draft: ModeSource, catalogue: Catalogue): Diagnostic[] {
  const { sources } = readModes(folder);
  const told = ({ file, code, message }: Diagnostic): string => `${file} ${code} ${message}`;
  const before = new Set(resolveModes(sources, catalogue).diagnostics.map(told));
  return resolveModes([...sources, draft], catalogue).diagnostics.filter(
    (problem) => !before.has(told(problem)),
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
 * @throws Refusal when there is no such engine or a slot follows no curve.
 */
export async function draftFor(instance: WebAssembly.Instance, wish: Wish): Promise<Draft> {
  const { catalogue, measure } = enginesOf(instance);
  const engine = catalogue.engines.find(({ engine_id }) => engine_id === wish.engineId);
  if (!engine) {
    const ids = catalogue.engines.map(({ engine_id }) => engine_id);
    throw new Refusal(
      `there is no engine ${quote(wish.engineId)}${didYouMean(wish.engineId, ids)}; there are ${ids.join(', ')}`,
    );
  }
  const curves = curvesOf(new Abi(instance), engine);
  const input = wish.input ?? inputFor(engine);
  const schema = schemaFrom(wish.folder);
  const text = formatMode(draftMode({ modeId: wish.modeId, schema, engine, input, curves }));
  const source = { file: `${wish.modeId}.json`, content: text };
  const { modes, diagnostics } = resolveModes([source], catalogue);
  const drifts = await measure(modes);
  if (hasErrors(diagnostics) || drifts.length > 0) {
    const drifted = drifts.map(({ message }) => message).join('\n');
    throw new Error(`the draft is not valid:\n${formatText(diagnostics, false)}${drifted}`);
  }
  const [clash] = clashes(wish.folder, source, catalogue);
  if (clash) throw new Refusal(`${clash.message}: name it otherwise`);
  return { text, engine, input };
}

/** Writes the file and gives what to print. */
export async function runNewMode(args: readonly string[]): Promise<string> {
  const wish = parseNewMode(args);
  const file = path.join(wish.folder, `${wish.modeId}.json`).replaceAll('\\', '/');
  if (!statSync(wish.folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Refusal(`there is no folder ${quote(wish.folder)} for the mode`);
  }
  if (existsSync(file)) throw new Refusal(`${file} is there already; name another mode`);
  const { instance } = await WebAssembly.instantiate(await freshWasm());
  const { text, engine, input } = await draftFor(instance, wish);
  writeFileSync(file, text, { flag: 'wx' });
  const spaces = engine.voice_spaces.length;
  return `${file}: ${engine.slots.length} params, ${spaces} voice spaces, ${input}\nnext: npm run gen${wish.folder === 'modes' ? '' : ` -- --modes ${wish.folder} --out DIR`}`;
}
