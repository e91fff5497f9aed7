/** The JSON Schema 2020-12 documents that any tool in any language judges our files with. */
import { type ConversionConfig, toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { CurveSchema } from './schema/curve.ts';
import { MlSchema } from './schema/ml.ts';
import { ModeSchema } from './schema/mode.ts';
import { ParamSchema } from './schema/param.ts';
import { PresetExampleSchema, PresetSchema, PresetsSchema } from './schema/presets.ts';
import { TemplateSchema } from './schema/template.ts';
import { TrainConfigSchema } from './schema/train-config.ts';
import { UiSchema } from './schema/ui.ts';
import {
  BareVoiceSpaceSchema,
  DeviatingVoiceSpaceSchema,
  VoiceSpaceSchema,
} from './schema/voice-space.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

type Definitions = Record<string, v.GenericSchema>;

const CONFIG: ConversionConfig = {
  target: 'draft-2020-12',
  // JSON has no infinity; Valibot's number has, so `finite` says in Valibot what JSON cannot even spell.
  ignoreActions: ['finite'],
};

function document(name: string, schema: v.GenericSchema, definitions: Definitions): JsonSchema {
  const { $schema, $defs, ...rules } = toJsonSchema(schema, { ...CONFIG, definitions });
  return {
    $schema,
    $id: `urn:ensemble:schema:${name}`,
    $comment: '@generated from dsl/schema by `npm run schema:emit`; do not edit.',
    ...rules,
    ...($defs && Object.keys($defs).length > 0 ? { $defs } : {}),
  };
}

/** Gives the schema of a mode file. */
export function modeJsonSchema(): JsonSchema {
  return document('mode', ModeSchema, {
    curve: CurveSchema,
    network: MlSchema,
    param: ParamSchema,
    voice_space: VoiceSpaceSchema,
    bare_voice_space: BareVoiceSpaceSchema,
    deviating_voice_space: DeviatingVoiceSpaceSchema,
    interface: UiSchema,
  });
}

/** Gives the schema of a file of presets. */
export function presetsJsonSchema(): JsonSchema {
  return document('presets', PresetsSchema, {
    preset: PresetSchema,
    example: PresetExampleSchema,
  });
}

/** Gives the schema of the argument of `set_train_config`. */
export function trainConfigJsonSchema(): JsonSchema {
  return document('train-config', TrainConfigSchema, {});
}

/** Gives the schema of a template of a synth. */
export function templateJsonSchema(): JsonSchema {
  return document('template', TemplateSchema, {});
}

/** Gives the text of a schema file: two spaces, a last newline, the same bytes on every machine. */
function schemaText(schema: JsonSchema): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}

/** Gives every schema file: path below build/, text. */
export function schemaFiles(): ReadonlyMap<string, string> {
  return new Map([
    ['schema/mode.schema.json', schemaText(modeJsonSchema())],
    ['schema/presets.schema.json', schemaText(presetsJsonSchema())],
    ['schema/template.schema.json', schemaText(templateJsonSchema())],
    ['schema/train-config.schema.json', schemaText(trainConfigJsonSchema())],
  ]);
}
