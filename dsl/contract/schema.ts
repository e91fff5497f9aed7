/** What a contract between the compiled instrument and its callers may declare. */
import * as v from 'valibot';

/** `snake_case`: the same name is a constant in C, an enumerator in C++ and a key in TypeScript. */
const NameSchema = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/));
const SentenceSchema = v.pipe(v.string(), v.minLength(1), v.maxLength(92));
const WordSchema = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffffffff));
const ByteSchema = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255));

/** Whether no two entries have the same value under a key. */
const unique = <Entry, Key extends keyof Entry>(key: Key) =>
  v.check(
    (entries: Entry[]) => new Set(entries.map((entry) => entry[key])).size === entries.length,
    `each ${String(key)} may occur once`,
  );

export const StatusSchema = v.strictObject({
  code: ByteSchema,
  name: NameSchema,
  /** What went wrong and what to do, for people; no capital, no full stop. */
  message: SentenceSchema,
  /** Who answers it: the learning core, the C ABI, or the serial wire alone. */
  from: v.picklist(['core', 'abi', 'wire']),
});

/** A whole number that more than one target has to agree on. */
export const ConstantSchema = v.strictObject({
  name: NameSchema,
  value: WordSchema,
  doc: SentenceSchema,
});

export const EnumSchema = v.strictObject({
  name: NameSchema,
  doc: SentenceSchema,
  /** Whether the values are bits that may be combined. */
  flags: v.boolean(),
  /** How its constants begin in C; left out where the C ABI does not have it. */
  c_prefix: v.optional(v.picklist(['ENS_TRAIN_', 'ENS_INPUT_', 'ENS_SCALE_', 'ENS_ROLE_'])),
  values: v.pipe(
    v.array(v.strictObject({ name: NameSchema, code: WordSchema, doc: SentenceSchema })),
    unique('name'),
    unique('code'),
  ),
});

/**
 * Fields of messages, little-endian: `unit` is a u16 0…32768, `text` a length byte and UTF-8, `flag` a u8
 * that is 0 or 1. `units`, `bytes` and `line` (UTF-8) take all that is left, so they come last.
 */
export const FieldSchema = v.strictObject({
  name: NameSchema,
  type: v.picklist(['u8', 'u16', 'u32', 'f32', 'unit', 'flag', 'text', 'units', 'bytes', 'line']),
  /** Largest value a reader accepts. */
  max: v.optional(WordSchema),
  /** The enum whose codes the field holds. */
  of: v.optional(NameSchema),
});

const FieldsSchema = v.pipe(
  v.array(FieldSchema),
  unique('name'),
  v.check(
    (fields) => fields.slice(0, -1).every(({ type }) => !['units', 'bytes', 'line'].includes(type)),
    'a field that takes all that is left must be the last',
  ),
);

export const RequestSchema = v.strictObject({
  /** Answers have the same code with the top bit set. */
  code: v.pipe(ByteSchema, v.maxValue(0x7f)),
  name: NameSchema,
  doc: SentenceSchema,
  fields: v.pipe(
    FieldsSchema,
    v.check(
      (fields) => fields.every(({ type }) => type !== 'text' && type !== 'line'),
      'a board reads no text',
    ),
  ),
  answer: FieldsSchema,
});

export const EventSchema = v.strictObject({
  /** Above every answer, so that an event is never taken for one. */
  code: v.pipe(ByteSchema, v.minValue(0xf0)),
  name: NameSchema,
  doc: SentenceSchema,
  fields: FieldsSchema,
});

/** A struct of the C ABI. In WebAssembly every field has four bytes. */
export const StructSchema = v.strictObject({
  name: NameSchema,
  c_name: v.pipe(v.string(), v.regex(/^Ens[A-Za-z]+$/)),
  doc: SentenceSchema,
  fields: v.pipe(
    v.array(
      v.strictObject({
        name: NameSchema,
        type: v.picklist(['u32', 'f32', 'text', 'texts', 'u32s']),
        of: v.optional(NameSchema),
        doc: SentenceSchema,
      }),
    ),
    unique('name'),
  ),
});

export const ContractSchema = v.strictObject({
  statuses: v.pipe(v.array(StatusSchema), unique('code'), unique('name')),
  constants: v.pipe(v.array(ConstantSchema), unique('name')),
  enums: v.pipe(v.array(EnumSchema), unique('name')),
  structs: v.pipe(v.array(StructSchema), unique('name')),
  /** Limits of a frame on the serial wire. */
  frame: v.pipe(v.array(ConstantSchema), unique('name')),
  requests: v.pipe(v.array(RequestSchema), unique('code'), unique('name')),
  events: v.pipe(v.array(EventSchema), unique('code'), unique('name')),
});

export type Status = v.InferOutput<typeof StatusSchema>;
export type Constant = v.InferOutput<typeof ConstantSchema>;
export type Enum = v.InferOutput<typeof EnumSchema>;
export type Field = v.InferOutput<typeof FieldSchema>;
export type WireRequest = v.InferOutput<typeof RequestSchema>;
export type Event = v.InferOutput<typeof EventSchema>;
export type Struct = v.InferOutput<typeof StructSchema>;
export type Contract = v.InferOutput<typeof ContractSchema>;
