/**
 * From mode files to resolved modes: reads, judges by the schema, applies every rule the schema cannot say,
 * and reports all problems of all files together.
 */
import type { Catalogue, Engine, Slot } from './catalogue.ts';
import { channelNamed } from './channels.ts';
import { type Code, type Diagnostic, hasErrors, sortDiagnostics } from './diagnostics.ts';
import { constantName } from './identifiers.ts';
import { type JsonText, readJson } from './json-text.ts';
import type { ResolvedMode, ResolvedVoiceSpace } from './resolved-mode.ts';
import { engineKnown, paramsAreSlots, rangeOfEngine, voiceSpacesOfEngine } from './rules/engine.ts';
import { paramIdentifiers, voiceSpaceIdentifiers } from './rules/identifiers.ts';
import {
  channelsKnown,
  channelsOnce,
  coreLimits,
  inputSize,
  modeIdFits,
  outputSize,
} from './rules/network.ts';
import { defaultInside, paramsOnce, rangeRises } from './rules/params.ts';
import { type Parts, partsOfMode, partsOfRefused, type Rule } from './rules/subject.ts';
import { overridesDeviate, overridesKnown, voiceSpacesOnce } from './rules/voice-spaces.ts';
import type { Mode } from './schema/mode.ts';
import { unitOf } from './units.ts';
import { isRefused, type ModeValidator, modeValidator, schemaDiagnostics } from './validate.ts';
import { quote } from './wording.ts';

/** The param that a MIDI clock sets, see firmware/instrument/clocked_tempo.h. */
const CLOCKED = 'tempo_bpm';

export interface ModeSource {
  /** Path as reported; the last part must be `<mode_id>.json`. */
  readonly file: string;
  /** Text, or bytes that must be UTF-8. */
  readonly content: string | Uint8Array;
}

export interface Resolution {
  /** Ordered by mode id; only what is complete, so none of a file that has an error. */
  readonly modes: readonly ResolvedMode[];
  /** Ordered by file and place. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Every rule about one file, beyond the schema. The mutation test takes each away in turn. */
export const RULES: readonly Rule[] = [
  channelsKnown,
  channelsOnce,
  inputSize,
  outputSize,
  coreLimits,
  modeIdFits,
  paramsOnce,
  rangeRises,
  defaultInside,
  voiceSpacesOnce,
  overridesKnown,
  overridesDeviate,
  engineKnown,
  paramsAreSlots,
  voiceSpacesOfEngine,
  rangeOfEngine,
  paramIdentifiers,
  voiceSpaceIdentifiers,
];

interface Read {
  readonly source: ModeSource;
  readonly modeId: string | undefined;
  /** What the file becomes if nothing is wrong with it; the file itself need not stay in memory. */
  readonly mode: ResolvedMode | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** Marks a place of this file; reads the file again, so that thousands of files need not stay in memory. */
  readonly at: JsonText['at'];
}

const fileName = (file: string): string =>
  file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);

function applyRules(file: string, parts: Parts, engines: Engines, text: JsonText): Diagnostic[] {
  const found: Diagnostic[] = [];
  const engine = parts.engineId === undefined ? undefined : engines.named.get(parts.engineId);
  for (const rule of RULES) {
    rule({
      file,
      parts,
      catalogue: engines.catalogue,
      engine,
      report: (code, path, message, mark) => found.push(text.at(code, path, message, mark)),
    });
  }
  if (parts.modeId !== undefined && fileName(file) !== `${parts.modeId}.json`) {
    const message = `mode ${quote(parts.modeId)} belongs in a file named ${quote(`${parts.modeId}.json`)}; this one is named ${quote(fileName(file))}`;
    found.push(text.at('E_FILE_NAME', ['mode_id'], message));
  }
  return found;
}

interface Engines {
  readonly catalogue: Catalogue | undefined;
  readonly named: ReadonlyMap<string, Engine>;
}

/** Made apart from readMode: a closure made there would keep the whole parsed file in memory. */
const placesOf =
  (source: ModeSource): JsonText['at'] =>
  (...args) =>
    readJson(source.file, source.content).at(...args);

function readMode(source: ModeSource, validate: ModeValidator, engines: Engines): Read {
  const text = readJson(source.file, source.content);
  const at = placesOf(source);
  if (text.value === undefined) {
    return { source, modeId: undefined, mode: undefined, diagnostics: text.problems, at };
  }
  const verdict = validate(text.value);
  const refused = isRefused(verdict);
  const broken = refused ? schemaDiagnostics(text, verdict) : [];
  const parts = refused ? partsOfRefused(text.value) : partsOfMode(verdict);
  const ruled = applyRules(source.file, parts, engines, text);
  const diagnostics = [...text.problems, ...broken, ...ruled];
  return {
    source,
    modeId: parts.modeId,
    mode:
      refused || hasErrors(diagnostics)
        ? undefined
        : resolveMode(source.file, verdict, engines.named.get(verdict.engine_id)),
    diagnostics,
    at,
  };
}

const bearsItsName = ({ source, modeId }: Read): boolean =>
  fileName(source.file) === `${modeId}.json`;

/** Rules between files: a mode is defined once, and no two meet in one identifier. */
function between(reads: readonly Read[]): Diagnostic[] {
  const found: Diagnostic[] = [];
  // The file that bears the name of its mode is kept; the others are reported.
  const inTurn = reads.toSorted(
    (a, b) =>
      Number(bearsItsName(b)) - Number(bearsItsName(a)) || (a.source.file < b.source.file ? -1 : 1),
  );
  const twice = (
    key: (modeId: string) => string,
    code: Code,
    say: (a: Read, b: Read) => string,
  ) => {
    const first = new Map<string, Read>();
    for (const read of inTurn) {
      if (read.modeId === undefined) continue;
      const before = first.get(key(read.modeId));
      if (!before) first.set(key(read.modeId), read);
      else if (code === 'E_MODE_ID_DUPLICATE' || before.modeId !== read.modeId) {
        found.push(read.at(code, ['mode_id'], say(before, read)));
      }
    }
  };
  twice(
    (id) => id,
    'E_MODE_ID_DUPLICATE',
    (a, b) => `mode ${quote(b.modeId ?? '')} is defined in ${a.source.file} already`,
  );
  twice(constantName, 'E_IDENTIFIER', (a, b) => {
    const names = `${quote(a.modeId ?? '')} (${a.source.file}) and ${quote(b.modeId ?? '')}`;
    return `${names} both become ${constantName(b.modeId ?? '')} in TypeScript; rename one`;
  });
  return found;
}

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) freeze(part);
  }
  return value;
}

function resolveVoiceSpaces(mode: Mode, engine: Engine | undefined): ResolvedVoiceSpace[] {
  const defaults = mode.params.map((param) => param.curve);
  const stepsIn = (ordinal: number): number[] =>
    mode.params.map(({ name }) => {
      const slot = engine?.slots.find((candidate) => candidate.name === name);
      return slot?.steps?.[ordinal] ?? 0;
    });
  if (mode.voice_spaces.length === 0) {
    return [{ name: undefined, note: undefined, curves: defaults, steps: stepsIn(0) }];
  }
  return mode.voice_spaces.map((space, ordinal) => {
    const steps = stepsIn(ordinal);
    if (typeof space === 'string') return { name: space, note: undefined, curves: defaults, steps };
    const overrides = new Map(Object.entries(space.curve_overrides));
    const curves = mode.params.map((param) => overrides.get(param.name) ?? param.curve);
    return { name: space.name, note: space._note, curves, steps };
  });
}

const slotFacts = (slot: Slot | undefined) => ({
  stepValues: slot?.step_values,
  isPitch: slot?.pitch,
  role: slot?.role,
});

function resolveMode(file: string, mode: Mode, engine: Engine | undefined): ResolvedMode {
  const channels = mode.ml.input_channels.flatMap((name) => channelNamed(name) ?? []);
  const microphone = channels.some((channel) => channel.family === 'audio');
  return freeze({
    file,
    modeId: mode.mode_id,
    engineId: mode.engine_id,
    note: mode._note,
    channels,
    layers: [mode.ml.input_size, ...mode.ml.hidden_layers, mode.ml.output_size],
    defaultSpread: mode.ml.default_spread,
    params: mode.params.map((param) => ({
      name: param.name,
      label: param.label,
      group: param.group,
      unit: unitOf(param.name),
      min: param.min,
      max: param.max,
      default: param.default,
      curve: param.curve,
      note: param._note,
      ...slotFacts(engine?.slots.find(({ name }) => name === param.name)),
    })),
    voiceSpaces: resolveVoiceSpaces(mode, engine),
    microphone,
    listens: microphone || (engine?.driver?.input ?? 'none') !== 'none',
    followsMidi: engine?.notes === true || channels.some(({ family }) => family === 'midi'),
    followsClock: mode.params.some(({ name }) => name === CLOCKED),
    playsNotes: engine?.notes === true,
    drones: engine?.drones === true,
    sendsMidi: engine?.sends === true,
    ui: {
      primaryInput: mode.ui.primary_input,
      showVoiceSpaceSelector: mode.ui.show_voice_space_selector,
      showSynthVisualizer: mode.ui.show_synth_visualizer,
    },
  });
}

/**
 * Resolves mode files against the engines there are.
 *
 * Without a catalogue the rules that ask an engine cannot run; the caller has to say so to its user.
 */
export function resolveModes(
  sources: readonly ModeSource[],
  catalogue: Catalogue | undefined,
  validate: ModeValidator = modeValidator(),
): Resolution {
  const named = new Map(catalogue?.engines.map((engine) => [engine.engine_id, engine]));
  const reads = sources.map((source) => readMode(source, validate, { catalogue, named }));
  const diagnostics = sortDiagnostics([
    ...reads.flatMap((read) => read.diagnostics),
    ...between(reads),
  ]);
  const failed = new Set(
    diagnostics.filter(({ severity }) => severity === 'error').map(({ file }) => file),
  );
  const modes = reads
    .flatMap(({ source, mode }) => (mode && !failed.has(source.file) ? [mode] : []))
    .sort((a, b) => (a.modeId < b.modeId ? -1 : 1));
  return { modes, diagnostics };
}
