/** The contract as TypeScript: constants, statuses, enums, structs by byte offset, and messages by their fields. */
import { CONTRACT } from '../contract/contract.ts';
import type { Constant, Enum, Event, Field, Struct, WireRequest } from '../contract/schema.ts';
import { typeName } from '../identifiers.ts';
import { tsString } from './literals.ts';
import { tsMark } from './mark.ts';

const upper = (name: string): string => name.toUpperCase();

const constant =
  (prefix: string) =>
  ({ name, value, doc }: Constant): string =>
    `/** ${doc} */\nexport const ${prefix}${upper(name)} = ${value};\n`;

const enumNamed = (name: string | undefined): Enum | undefined =>
  CONTRACT.enums.find((each) => each.name === name);

/** Enums whose fields are read as names; flags stay numbers. */
const named = (of: string | undefined): Enum | undefined => {
  const found = enumNamed(of);
  return found?.flags === false ? found : undefined;
};

const lookup = (name: string): string => {
  const type = typeName(name);
  return `${type.charAt(0).toLowerCase()}${type.slice(1)}Of`;
};

function enumeration({ name, doc, values, flags }: Enum): string {
  const type = typeName(name);
  const rows = values.map((value) => `  /** ${value.doc} */\n  ${value.name}: ${value.code},\n`);
  const table = `/** ${doc} */\nexport const ${upper(name)} = {\n${rows.join('')}} as const;\nexport type ${type} = keyof typeof ${upper(name)};\n`;
  if (flags) return table;
  const cases = values.map(
    (value) => `    case ${value.code}:\n      return ${tsString(value.name)};\n`,
  );
  return `${table}
/** @throws RangeError for a number that stands for none. */
export function ${lookup(name)}(code: number): ${type} {
  switch (code) {
${cases.join('')}    default:
      throw new RangeError(\`${upper(name)} has no \${code}\`);
  }
}
`;
}

/** Names apart from messages: the audio thread reports names only and does not load the messages. */
function statuses(): string {
  const rows = CONTRACT.statuses.map(({ name, code }) => `  ${name}: ${code},\n`);
  const messages = CONTRACT.statuses.map(
    ({ name, message }) => `  ${name}: ${tsString(message)},\n`,
  );
  return `/** Everything a call or a request can answer. Names and numbers are stable. */
export const STATUS = {
${rows.join('')}} as const;
export type StatusName = keyof typeof STATUS;

/** What went wrong and what to do, for people. */
export const STATUS_MESSAGES: Readonly<Record<StatusName, string>> = {
${messages.join('')}};

const isStatusName = (name: string): name is StatusName => Object.hasOwn(STATUS, name);

/** Gives the name of a status; undefined for a number that this version does not know. */
export function statusName(code: number): StatusName | undefined {
  return Object.keys(STATUS).filter(isStatusName).find((name) => STATUS[name] === code);
}
`;
}

function struct({ name, c_name, doc, fields }: Struct): string {
  const type = typeName(name);
  const members = fields.map(({ name: field, of, doc: about, type: kind }) => {
    const pointer = kind === 'u32' || kind === 'f32' ? '' : 'address of ';
    return `  /** ${pointer}${about} */\n  readonly ${field}: ${named(of) ? typeName(of ?? '') : 'number'};\n`;
  });
  const call = (kind: string): string => (kind === 'f32' ? 'Float32' : 'Uint32');
  const reads = fields.map(({ name: field, type: kind, of }, index) => {
    const value = `from.get${call(kind)}(at + ${4 * index}, true)`;
    return `    ${field}: ${named(of) ? `${lookup(of ?? '')}(${value})` : value},\n`;
  });
  const writes = fields.map(({ name: field, type: kind, of }, index) => {
    const value = named(of) ? `${upper(of ?? '')}[value.${field}]` : `value.${field}`;
    return `    to.set${call(kind)}(at + ${4 * index}, ${value}, true);\n`;
  });
  return `/** ${doc} */
export interface ${type} {
${members.join('')}}
/** Size of ${c_name}. */
export const ${upper(name)}_BYTES = ${4 * fields.length};
/** Reads ${c_name}. */
export function read${type}(from: DataView, at: number): ${type} {
  return {
${reads.join('')}  };
}
/** Writes ${c_name}. */
export function write${type}(to: DataView, at: number, value: ${type}): void {
${writes.join('')}}
`;
}

const TYPES: Readonly<Record<Field['type'], string>> = {
  u8: 'number',
  u16: 'number',
  u32: 'number',
  f32: 'number',
  unit: 'number',
  flag: 'boolean',
  text: 'string',
  units: 'readonly number[]',
  bytes: 'Uint8Array',
  line: 'string',
};

function fieldsType(fields: readonly Field[]): string {
  if (fields.length === 0) return 'NoFields';
  const members = fields.map(
    ({ name, type, of }) => `readonly ${name}: ${named(of) ? typeName(of ?? '') : TYPES[type]}`,
  );
  return `{ ${members.join('; ')} }`;
}

function writeField({ name, type, of }: Field): string {
  const value = named(of) ? `${upper(of ?? '')}[fields.${name}]` : `fields.${name}`;
  switch (type) {
    case 'u8':
    case 'u16':
    case 'u32':
    case 'f32':
    case 'bytes':
      return `to.${type}(${value});`;
    case 'unit':
      return `to.u16(${value});`;
    case 'flag':
      return `to.u8(${value} ? 1 : 0);`;
    case 'units':
      return `for (const unit of ${value}) to.u16(unit);`;
    case 'text':
    case 'line':
      throw new Error('a board reads no text');
  }
}

function readField({ name, type, of }: Field): string {
  const raw = ((): string => {
    switch (type) {
      case 'u8':
      case 'u16':
      case 'u32':
      case 'f32':
        return `from.${type}()`;
      case 'unit':
        return 'from.u16()';
      case 'flag':
        return 'from.u8() === 1';
      case 'text':
        return 'from.string(from.u8())';
      case 'units':
        return 'Array.from({ length: Math.floor(from.left / 2) }, () => from.u16())';
      case 'bytes':
        return 'from.bytes(from.left)';
      case 'line':
        return 'from.string(from.left)';
    }
  })();
  return `${name}: ${named(of) ? `${lookup(of ?? '')}(${raw})` : raw}`;
}

const reading = (fields: readonly Field[]): string =>
  fields.length === 0 ? '() => ({})' : `(from) => ({ ${fields.map(readField).join(', ')} })`;

const writing = (fields: readonly Field[]): string =>
  fields.length === 0
    ? '() => {}'
    : `(to, fields) => {\n      ${fields.map(writeField).join('\n      ')}\n    }`;

function request({ code, name, doc, fields, answer }: WireRequest): string {
  return `  /** ${doc} */
  ${name}: {
    code: 0x${code.toString(16).padStart(2, '0')},
    write: ${writing(fields)},
    read: ${reading(answer)},
  },
`;
}

const event = ({ code, name, doc, fields }: Event): string =>
  `  /** ${doc} */\n  ${name}: { code: 0x${code.toString(16)}, read: ${reading(fields)} },\n`;

const interfaceOf = (
  name: string,
  doc: string,
  rows: readonly { readonly name: string; readonly fields: readonly Field[] }[],
): string =>
  `/** ${doc} */\nexport interface ${name} {\n${rows
    .map((row) => `  readonly ${row.name}: ${fieldsType(row.fields)};\n`)
    .join('')}}\n`;

/** Gives build/ts/contract.ts. */
export function tsContract(): string {
  const { requests, events } = CONTRACT;
  const answers = requests.map(({ name, answer }) => ({ name, fields: answer }));
  return `${tsMark('dsl/contract/')}
${CONTRACT.constants.map(constant('')).join('')}
${CONTRACT.frame.map(constant('WIRE_')).join('')}
${statuses()}
${CONTRACT.enums.map(enumeration).join('\n')}
// Structs of the C ABI in WebAssembly memory, little-endian at any address. Readers and writers are functions
// of their own, so that the audio thread is only sent those that it calls.

${CONTRACT.structs.map(struct).join('\n')}
/** Reads the little-endian fields of a body. */
export interface FieldReader {
  readonly left: number;
  u8(): number;
  u16(): number;
  u32(): number;
  f32(): number;
  bytes(count: number): Uint8Array;
  string(bytes: number): string;
}

/** Writes the little-endian fields of a body. */
export interface FieldWriter {
  u8(value: number): unknown;
  u16(value: number): unknown;
  u32(value: number): unknown;
  f32(value: number): unknown;
  bytes(bytes: Uint8Array): unknown;
}

export type NoFields = Readonly<Record<never, never>>;

${interfaceOf('RequestFields', 'The fields of every request.', requests)}
${interfaceOf('AnswerFields', 'The fields of every answer, behind a status of 0.', answers)}
${interfaceOf('EventFields', 'The fields of every event.', events)}
export type RequestName = keyof RequestFields;
export type EventName = keyof EventFields;

/** What a host can request: how its fields are written, and how those of the answer are read. */
export const REQUESTS: {
  readonly [Name in RequestName]: {
    readonly code: number;
    readonly write: (to: FieldWriter, fields: RequestFields[Name]) => void;
    readonly read: (from: FieldReader) => AnswerFields[Name];
  };
} = {
${requests.map(request).join('')}};

export const EVENT_NAMES = [${events.map(({ name }) => tsString(name)).join(', ')}] as const satisfies readonly EventName[];

/** What a board sends by itself. */
export const EVENTS: {
  readonly [Name in EventName]: {
    readonly code: number;
    readonly read: (from: FieldReader) => EventFields[Name];
  };
} = {
${events.map(event).join('')}};
`;
}
