/** From files of presets to examples in unit values: judged by the schema and by the mode that each file is named after. */
import { unshape } from './curves.ts';
import { type Diagnostic, hasErrors } from './diagnostics.ts';
import { presetsJsonSchema } from './json-schema.ts';
import { type Path, readJson } from './json-text.ts';
import type { ModeSource } from './resolve.ts';
import type { ResolvedMode } from './resolved-mode.ts';
import type { PresetDeclaration, PresetsFile } from './schema/presets.ts';
import { onStep } from './steps.ts';
import { isRefused, schemaDiagnostics, validatorOf } from './validate.ts';
import { instead, quote } from './wording.ts';

const UNIT_ONE = 32768;

export interface ResolvedPreset {
  readonly name: string;
  /** Ordinal of its voice space. */
  readonly voiceSpace: number;
  /** Unit values, 0…32768: one a channel, one a param. */
  readonly examples: readonly {
    readonly inputs: readonly number[];
    readonly outputs: readonly number[];
  }[];
}

/** Presets by mode id. */
export type PresetsOfModes = ReadonlyMap<string, readonly ResolvedPreset[]>;

export interface PresetResolution {
  readonly presets: PresetsOfModes;
  readonly diagnostics: readonly Diagnostic[];
}

type Report = (path: Path, message: string, mark?: 'key') => void;

type Values = Readonly<Record<string, number>>;

const nameOf = (file: string): string => file.replace(/^.*[\\/]/, '').replace(/\.json$/, '');

const voiceSpaceOf = (mode: ResolvedMode, { voice_space }: PresetDeclaration): number =>
  voice_space === undefined ? 0 : mode.voiceSpaces.findIndex(({ name }) => name === voice_space);

/** Reports values of params that the mode has not, or that are out of range. */
function judgeParams(mode: ResolvedMode, values: Values, path: Path, report: Report): void {
  const names = mode.params.map(({ name }) => name);
  for (const [name, value] of Object.entries(values)) {
    const param = mode.params[names.indexOf(name)];
    if (param === undefined) {
      report(
        [...path, name],
        `this mode has no param ${quote(name)}${instead(name, names)}`,
        'key',
      );
    } else if (value < param.min || value > param.max) {
      report([...path, name], `expected ${param.min} to ${param.max}; received ${value}`);
    }
  }
}

function judge(mode: ResolvedMode, file: PresetsFile, report: Report): void {
  const channels = mode.channels.map(({ name }) => name);
  const spaces = mode.voiceSpaces.map(({ name }) => name ?? '');
  const names = file.presets.map(({ name }) => name);
  for (const [index, preset] of file.presets.entries()) {
    const path = ['presets', index];
    if (names.indexOf(preset.name) < index) {
      report([...path, 'name'], `there is a preset ${quote(preset.name)} already`);
    }
    if (voiceSpaceOf(mode, preset) < 0) {
      const wanted = preset.voice_space ?? '';
      const message = `this mode has no voice space ${quote(wanted)}${instead(wanted, spaces)}`;
      report([...path, 'voice_space'], message);
    }
    judgeParams(mode, preset.base ?? {}, [...path, 'base'], report);
    for (const [number, { at, plays }] of preset.examples.entries()) {
      const place = [...path, 'examples', number];
      for (const name of Object.keys(at)) {
        if (channels.includes(name)) continue;
        const message = `this mode has no channel ${quote(name)}${instead(name, channels)}`;
        report([...place, 'at', name], message, 'key');
      }
      judgeParams(mode, plays, [...place, 'plays'], report);
    }
  }
}

/** The unit value for a value of a param, in its own unit and range, in a voice space; on a step where it has some. */
export function unitOfParam(
  mode: ResolvedMode,
  voiceSpace: number,
  index: number,
  value: number,
): number {
  const param = mode.params[index];
  if (param === undefined) return 0;
  const { curves = [], steps = [] } = mode.voiceSpaces[voiceSpace] ?? {};
  const share = (value - param.min) / (param.max - param.min);
  const shaped = onStep({ ...param, steps: steps[index] ?? 0 }, share);
  return Math.round(unshape(curves[index] ?? param.curve, shaped) * UNIT_ONE);
}

function resolvePreset(mode: ResolvedMode, preset: PresetDeclaration): ResolvedPreset {
  const voiceSpace = voiceSpaceOf(mode, preset);
  const examples = preset.examples.map(({ at, plays }) => ({
    inputs: mode.channels.map(({ name, rest }) => Math.round((at[name] ?? rest) * UNIT_ONE)),
    outputs: mode.params.map((param, index) => {
      const value = plays[param.name] ?? preset.base?.[param.name] ?? param.default;
      return unitOfParam(mode, voiceSpace, index, value);
    }),
  }));
  return { name: preset.name, voiceSpace, examples };
}

/**
 * Resolves files of presets, each named `<mode_id>.json`, against the modes that are complete.
 *
 * @param modeFiles all files of modes: what is wrong with one is not said again of its presets
 */
export function resolvePresets(
  sources: readonly ModeSource[],
  modes: readonly ResolvedMode[],
  modeFiles: readonly string[] = [],
): PresetResolution {
  const presets = new Map<string, readonly ResolvedPreset[]>();
  const diagnostics: Diagnostic[] = [];
  const ids = modes.map(({ modeId }) => modeId);
  const validate = validatorOf<PresetsFile>(presetsJsonSchema());
  for (const { file, content } of sources) {
    const text = readJson(file, content);
    const found: Diagnostic[] = [...text.problems];
    const verdict = text.value === undefined ? [] : validate(text.value);
    if (isRefused(verdict)) found.push(...schemaDiagnostics(text, verdict));
    const mode = modes.find(({ modeId }) => modeId === nameOf(file));
    if (mode === undefined && !modeFiles.some((other) => nameOf(other) === nameOf(file))) {
      const message = `there is no mode ${quote(nameOf(file))} that these presets are of${instead(nameOf(file), ids)}`;
      found.push(text.at('E_PRESET', [], message));
    } else if (mode !== undefined && !isRefused(verdict)) {
      judge(mode, verdict, (path, message, mark) =>
        found.push(text.at('E_PRESET', path, message, mark)),
      );
      if (!hasErrors(found)) {
        presets.set(
          mode.modeId,
          verdict.presets.map((preset) => resolvePreset(mode, preset)),
        );
      }
    }
    diagnostics.push(...found);
  }
  return { presets, diagnostics };
}
