/** The serial wire as C++: its enums, the fields of every message, and the dispatch of requests. */
import { CONTRACT } from '../contract/contract.ts';
import type { Field, WireRequest } from '../contract/schema.ts';
import { enumeratorName, typeName } from '../identifiers.ts';
import { cppMark } from './mark.ts';

const TYPES: Readonly<Record<Field['type'], string>> = {
  u8: 'std::uint8_t',
  u16: 'std::uint16_t',
  u32: 'std::uint32_t',
  f32: 'float',
  unit: 'std::uint16_t',
  flag: 'bool',
  text: 'const char*',
  units: 'Units',
  bytes: 'Bytes',
  line: 'const char*',
};

const isWireEnum = (name: string | undefined): boolean =>
  CONTRACT.enums.some((each) => each.name === name && each.c_prefix === undefined);

/** Flags can be combined, so a field of them stays a number. */
const isEnumField = ({ of }: Field): boolean =>
  isWireEnum(of) && !CONTRACT.enums.some(({ name, flags }) => name === of && flags);

const typeOf = (field: Field): string =>
  isEnumField(field) ? typeName(field.of ?? '') : TYPES[field.type];

const hex = (code: number): string => `0x${code.toString(16).padStart(2, '0')}`;

function enumeration(
  name: string,
  values: readonly { name: string; code: string; doc: string }[],
): string {
  const rows = values.map(
    (value) => `  ${enumeratorName(value.name)} = ${value.code},  // ${value.doc}\n`,
  );
  return `enum class ${name} : std::uint8_t {\n${rows.join('')}};\n`;
}

function structOf(name: string, fields: readonly Field[]): string {
  if (fields.length === 0) return `struct ${typeName(name)} {};\n`;
  const members = fields.map((field) => `  ${typeOf(field)} ${field.name}{};\n`);
  return `struct ${typeName(name)} {\n${members.join('')}};\n`;
}

/** Statements that read a field into `to`; each may make the body a bad one. */
function readField(field: Field): string {
  const { name, type, max } = field;
  const limit = max === undefined ? '' : `  if (to.${name} > ${max}) return false;\n`;
  if (type === 'flag') {
    return `  const std::uint8_t ${name} = in.u8();\n  if (${name} > 1) return false;\n  to.${name} = ${name} == 1;\n`;
  }
  if (type === 'units') {
    return `  while (in.left() >= 2 && to.${name}.count < kMaxUnits) {\n    to.${name}.values[to.${name}.count++] = in.u16();\n  }\n  if (to.${name}.count == 0) return false;\n`;
  }
  if (type === 'bytes') return `  to.${name}.data = in.rest(to.${name}.size);\n`;
  const value = `in.${type === 'unit' ? 'u16' : type}()`;
  const typed = isEnumField(field) ? `static_cast<${typeOf(field)}>(${value})` : value;
  return `  to.${name} = ${typed};\n${limit}`;
}

function writeField({ name, type }: Field): string {
  const from = `from.${name}`;
  switch (type) {
    case 'u8':
    case 'u16':
    case 'u32':
    case 'f32':
    case 'text':
      return `  out.${type}(${from});\n`;
    case 'unit':
      return `  out.u16(${from});\n`;
    case 'flag':
      return `  out.u8(${from} ? 1 : 0);\n`;
    case 'units':
      return `  for (std::size_t i = 0; i < ${from}.count; ++i) out.u16(${from}.values[i]);\n`;
    case 'bytes':
      return `  out.bytes(${from}.data, ${from}.size);\n`;
    case 'line':
      return `  for (const char* at = ${from}; *at != '\\0'; ++at) out.u8(static_cast<std::uint8_t>(*at));\n`;
  }
}

function reader({ name, fields }: WireRequest): string {
  const type = `request::${typeName(name)}`;
  if (fields.length === 0) {
    return `template <class Reader>\nbool read(Reader& in, ${type}&) {\n  return in.done();\n}\n`;
  }
  return `template <class Reader>\nbool read(Reader& in, ${type}& to) {\n${fields.map(readField).join('')}  return in.done();\n}\n`;
}

function writer(scope: string, name: string, fields: readonly Field[]): string {
  const body = fields.map(writeField).join('');
  return `template <class Writer>\nvoid write(Writer& out, const ${scope}::${typeName(name)}& from) {\n${body}}\n`;
}

function dispatchCase({ name, answer }: WireRequest): string {
  const type = typeName(name);
  const run =
    answer.length === 0
      ? `answer_to<request::${type}>(in, handler)`
      : `answer_to<request::${type}, answer::${type}>(in, out, handler)`;
  return `    case Request::${enumeratorName(name)}:\n      return ${run};\n`;
}

const answering = CONTRACT.requests.filter(({ answer }) => answer.length > 0);

const constants = (): string =>
  CONTRACT.frame
    .map(
      ({ name, value, doc }) =>
        `// ${doc}\ninline constexpr std::uint32_t ${enumeratorName(name)} = ${value};\n`,
    )
    .join('');

function enums(): string {
  const coded = <Entry extends { code: number }>(entries: readonly Entry[], text = hex) =>
    entries.map((entry) => ({ ...entry, code: text(entry.code) }));
  const own = CONTRACT.enums.filter(({ name }) => isWireEnum(name));
  return [
    `// First byte of every answer; any but kOk stands alone and means that nothing was changed.\n${enumeration(
      'Status',
      coded(CONTRACT.statuses, String).map((status) => ({ ...status, doc: status.message })),
    )}`,
    `// What a host can request.\n${enumeration('Request', coded(CONTRACT.requests))}`,
    `// What a board sends by itself.\n${enumeration('Event', coded(CONTRACT.events))}`,
    ...own.map(
      ({ name, doc, values }) => `// ${doc}\n${enumeration(typeName(name), coded(values, String))}`,
    ),
  ].join('\n');
}

/** Gives build/cpp/contract.h. */
export function cppContract(): string {
  const most = CONTRACT.constants.find(({ name }) => name === 'max_outputs')?.value ?? 0;
  return `${cppMark('dsl/contract/')}#pragma once

#include <cstddef>
#include <cstdint>

namespace ens::link {

${constants()}
${enums()}
// Unit values of a message, as many as the widest layer of channels or params has.
inline constexpr std::size_t kMaxUnits = ${most};
struct Units {
  std::uint16_t values[kMaxUnits];
  std::size_t count;
};

// Bytes of a message, which lie in its frame or in memory that outlives the call.
struct Bytes {
  const std::uint8_t* data;
  std::size_t size;
};

// The fields of every request.
namespace request {
${CONTRACT.requests.map(({ name, fields }) => structOf(name, fields)).join('')}}  // namespace request

// The fields behind status kOk, of the requests that have any.
namespace answer {
${answering.map(({ name, answer }) => structOf(name, answer)).join('')}}  // namespace answer

// The fields of every event.
namespace event {
${CONTRACT.events.map(({ name, fields }) => structOf(name, fields)).join('')}}  // namespace event

// Read a body; false unless it holds exactly these fields, each in its range.
${CONTRACT.requests.map(reader).join('\n')}
// Write a body.
${answering.map(({ name, answer }) => writer('answer', name, answer)).join('\n')}
${CONTRACT.events.map(({ name, fields }) => writer('event', name, fields)).join('\n')}
}  // namespace ens::link
`;
}

/** Gives build/cpp/dispatch.h: the cases; what each does is in firmware/device/answering.h. */
export function cppDispatch(): string {
  return `${cppMark('dsl/contract/')}#pragma once

#include "contract.h"
#include "device/answering.h"

namespace ens::link {

// Reads the fields of a request, has \`handler\` handle them and writes its answer: every request calls
// \`Status handle(const request::X&)\` or \`Status handle(const request::X&, answer::X&)\`. A handler
// that lacks one does not compile.
template <class Reader, class Writer, class Handler>
Status dispatch(std::uint8_t type, Reader& in, Writer& out, Handler& handler) {
  switch (static_cast<Request>(type)) {
${CONTRACT.requests.map(dispatchCase).join('')}  }
  return Status::kUnknownType;
}

}  // namespace ens::link
`;
}
