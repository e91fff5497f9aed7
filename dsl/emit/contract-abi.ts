/** The contract as C: what firmware/abi/abi.h declares of it, and what the C ABI checks against the core. */
import { CONTRACT } from '../contract/contract.ts';
import type { Constant, Enum, Struct } from '../contract/schema.ts';
import { enumeratorName, typeName } from '../identifiers.ts';

const upper = (name: string): string => name.toUpperCase();
const comment = (sentence: string, indent = ''): string => `${indent}/* ${sentence} */\n`;

const lines = (parts: readonly string[]): string => parts.join('').trimEnd();

const C_TYPES: Readonly<Record<Struct['fields'][number]['type'], string>> = {
  u32: 'uint32_t ',
  f32: 'float ',
  text: 'const char* ',
  texts: 'const char* const* ',
  u32s: 'const uint32_t* ',
};

const enumerators = (values: readonly { doc: string; c: string; code: number }[]): string =>
  `enum {\n${values.map(({ doc, c, code }) => `${comment(doc, '  ')}  ${c} = ${code},\n`).join('')}};`;

function cEnum({ name, doc, c_prefix, values }: Enum): [string, () => string] {
  const named = values.map((value) => ({ ...value, c: `${c_prefix}${upper(value.name)}` }));
  return [name.replaceAll('_', '-'), () => `${comment(doc)}${enumerators(named)}`];
}

function cStruct({ name, c_name, doc, fields }: Struct): [string, () => string] {
  const members = fields.map(
    (field) => `${comment(field.doc, '  ')}  ${C_TYPES[field.type]}${field.name};\n`,
  );
  const text = `${comment(doc)}typedef struct ${c_name} {\n${members.join('')}} ${c_name};`;
  return [name.replaceAll('_', '-'), () => text];
}

const define = ({ name, value, doc }: Constant): string =>
  `${comment(doc)}#define ENS_${upper(name)} ${value}u\n`;

const STATUSES = CONTRACT.statuses.filter(({ from }) => from !== 'wire');

type Sections = Readonly<Record<string, () => string>>;

/** Headers in firmware/abi that abi.h includes, and which enums and structs they declare. */
const INCLUDED: Readonly<Record<string, (name: string) => boolean>> = {
  'engine_slots.h': (name) => name === 'role',
  'explore.h': (name) => name.startsWith('explore_'),
  'scale.h': (name) => name === 'scale',
};
const isIncluded = (name: string): boolean => Object.values(INCLUDED).some((has) => has(name));

/** Sections for the enums and structs of these names. */
function sectionsFor(has: (name: string) => boolean): Sections {
  const enums = CONTRACT.enums.filter(({ name, c_prefix }) => c_prefix !== undefined && has(name));
  const structs = CONTRACT.structs.filter(({ name }) => has(name));
  return Object.fromEntries([...enums.map(cEnum), ...structs.map(cStruct)]);
}

/** Sections of firmware/abi/abi.h by name. */
export const ABI_SECTIONS: Sections = {
  constants: () => lines(CONTRACT.constants.map(define)),
  statuses: () =>
    enumerators(
      STATUSES.map(({ name, code, message }) => ({ c: `ENS_${upper(name)}`, code, doc: message })),
    ),
  ...sectionsFor((name) => !isIncluded(name)),
};

/** Sections of the headers that abi.h includes, by file and name. */
export const INCLUDED_SECTIONS: readonly (readonly [file: string, sections: Sections])[] =
  Object.entries(INCLUDED).map(([file, has]) => [file, sectionsFor(has)]);

const cases = (type: string, names: readonly string[], prefix: string): string =>
  lines(
    names.map(
      (name) =>
        `    case ${type}::${enumeratorName(name)}:\n      return ${prefix}${upper(name)};\n`,
    ),
  );

/** Cases of the switches in firmware/abi/handle.h that turn what the core says into what the ABI says. */
export const CORE_SECTIONS: Readonly<Record<string, () => string>> = {
  'core-statuses': () =>
    cases(
      'Status',
      CONTRACT.statuses.filter(({ from }) => from === 'core').map(({ name }) => name),
      'ENS_',
    ),
  ...Object.fromEntries(
    CONTRACT.enums
      .filter(({ c_prefix, flags }) => c_prefix !== undefined && !flags)
      .map(({ name, c_prefix = '', values }) => [
        `core-${name.replaceAll('_', '-')}`,
        () =>
          cases(
            typeName(name),
            values.map((value) => value.name),
            c_prefix,
          ),
      ]),
  ),
};

function layout({ c_name, fields }: Struct): string {
  const asserts = fields.map(
    ({ name }, index) => `static_assert(offsetof(${c_name}, ${name}) == ${4 * index});\n`,
  );
  return `static_assert(sizeof(${c_name}) == ${4 * fields.length});\n${asserts.join('')}`;
}

/** Section of firmware/abi/layout.cc: what build/ts/contract.ts takes for the layout of the structs. */
export const LAYOUT_SECTIONS: Readonly<Record<string, () => string>> = {
  layouts: () => lines(CONTRACT.structs.map(layout)),
};
