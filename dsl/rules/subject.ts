/** What a rule looks at: the sound parts of one mode file, and where to report. */
import * as v from 'valibot';
import type { Catalogue, Engine } from '../catalogue.ts';
import type { Code } from '../diagnostics.ts';
import type { Mark, Path } from '../json-text.ts';
import { IDENTIFIER_PATTERN } from '../schema/identifier.ts';
import { MlSchema } from '../schema/ml.ts';
import type { Mode } from '../schema/mode.ts';
import { ParamSchema } from '../schema/param.ts';
import { VoiceSpaceSchema } from '../schema/voice-space.ts';

type Param = v.InferOutput<typeof ParamSchema>;
type VoiceSpace = v.InferOutput<typeof VoiceSpaceSchema>;

/** A part the schema refuses is undefined, so that the rules still judge the rest of the file. */
export interface Parts {
  readonly modeId: string | undefined;
  readonly engineId: string | undefined;
  readonly ml: v.InferOutput<typeof MlSchema> | undefined;
  readonly params: readonly (Param | undefined)[];
  readonly voiceSpaces: readonly (VoiceSpace | undefined)[];
}

export type ReportProblem = (code: Code, path: Path, message: string, mark?: Mark) => void;

export interface Subject {
  readonly file: string;
  readonly parts: Parts;
  /** Undefined while no engine is compiled. */
  readonly catalogue: Catalogue | undefined;
  /** The engine the mode names, if there is one. */
  readonly engine: Engine | undefined;
  readonly report: ReportProblem;
}

export type Rule = (subject: Subject) => void;

export function partsOfMode(mode: Mode): Parts {
  return {
    modeId: mode.mode_id,
    engineId: mode.engine_id,
    ml: mode.ml,
    params: mode.params,
    voiceSpaces: mode.voice_spaces,
  };
}

const IdentifierSchema = v.pipe(v.string(), v.regex(IDENTIFIER_PATTERN));

function sound<T>(schema: v.GenericSchema<unknown, T>, value: unknown): T | undefined {
  const result = v.safeParse(schema, value);
  return result.success ? result.output : undefined;
}

const soundEach = <T>(schema: v.GenericSchema<unknown, T>, value: unknown): (T | undefined)[] =>
  Array.isArray(value) ? value.map((item) => sound(schema, item)) : [];

/** Gives what is sound of a value the schema refused. */
export function partsOfRefused(value: unknown): Parts {
  const fields: Readonly<Record<string, unknown>> =
    typeof value === 'object' && value !== null ? { ...value } : {};
  return {
    modeId: sound(IdentifierSchema, fields['mode_id']),
    engineId: sound(IdentifierSchema, fields['engine_id']),
    ml: sound(MlSchema, fields['ml']),
    params: soundEach(ParamSchema, fields['params']),
    voiceSpaces: soundEach(VoiceSpaceSchema, fields['voice_spaces']),
  };
}

/** Calls `again` for every item whose key was met before, with the index of the first. */
export function repeated(
  keys: readonly (string | undefined)[],
  again: (key: string, index: number, first: number) => void,
): void {
  const first = new Map<string, number>();
  for (const [index, key] of keys.entries()) {
    if (key === undefined) continue;
    const before = first.get(key);
    if (before === undefined) first.set(key, index);
    else again(key, index, before);
  }
}

/** Gives the name of either form of a voice space. */
export const voiceSpaceName = (space: VoiceSpace): string =>
  typeof space === 'string' ? space : space.name;
