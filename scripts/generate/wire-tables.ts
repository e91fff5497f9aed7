/** The tables of PROTOCOL.md that describe the serial wire, from dsl/contract. */
import { CONTRACT } from '../../dsl/contract/contract.ts';
import type { Contract, Enum, Field } from '../../dsl/contract/schema.ts';
import { type Column, markdownTable } from './markdown-table.ts';

/** What a field looks like in a table; fields of these types take all bytes that are left. */
const REST: Readonly<Partial<Record<Field['type'], string>>> = {
  units: 'one or more `unit`',
  bytes: 'the remaining bytes',
  line: 'UTF-8',
};

const hex = (code: number): string => `\`${code.toString(16).padStart(2, '0')}\``;
const quoted = (name: string): string => `\`${name}\``;

function fieldText({ name, type, max, of }: Field): string {
  const value = REST[type] ?? quoted(type);
  const limit = max === undefined || of !== undefined ? '' : ` ≤ ${max}`;
  const meaning = of === undefined ? '' : ` (${quoted(of)})`;
  return `${name}: ${value}${limit}${meaning}`;
}

const fieldsText = (fields: readonly Field[]): string => fields.map(fieldText).join(', ');

const columns = (...headings: readonly string[]): Column[] =>
  headings.map((heading) => ({ heading }));

const codes: Column = { heading: 'code', align: 'right' };

/** Enums that a field of a request, an answer or an event holds. */
function wireEnums({ enums, requests, events }: Contract): Enum[] {
  const fields = [
    ...requests.flatMap((request) => [...request.fields, ...request.answer]),
    ...events.flatMap((event) => event.fields),
  ];
  const used = new Set(fields.map(({ of }) => of));
  return enums.filter(({ name }) => used.has(name));
}

/** Sections of PROTOCOL.md by name. */
export const wireTables = (contract: Contract = CONTRACT): Record<string, () => string> => ({
  'wire-limits': () =>
    markdownTable(
      [{ heading: 'name' }, { heading: 'value', align: 'right' }, { heading: 'meaning' }],
      contract.frame.map(({ name, value, doc }) => [quoted(name), String(value), doc]),
    ),
  'wire-requests': () =>
    markdownTable(
      columns('type', 'request', 'what it does', 'fields', 'fields of the answer'),
      contract.requests.map(({ code, name, doc, fields, answer }) => [
        hex(code),
        quoted(name),
        doc,
        fieldsText(fields),
        fieldsText(answer),
      ]),
    ),
  'wire-events': () =>
    markdownTable(
      columns('type', 'event', 'what it reports', 'fields'),
      contract.events.map(({ code, name, doc, fields }) => [
        hex(code),
        quoted(name),
        doc,
        fieldsText(fields),
      ]),
    ),
  'wire-enums': () =>
    markdownTable(
      [{ heading: 'enum' }, codes, { heading: 'name' }, { heading: 'meaning' }],
      wireEnums(contract).flatMap(({ name, values, flags }) =>
        values.map((value, index) => [
          index === 0 ? `${quoted(name)}${flags ? ' (flags)' : ''}` : '',
          String(value.code),
          quoted(value.name),
          value.doc,
        ]),
      ),
    ),
  'wire-statuses': () =>
    markdownTable(
      [codes, { heading: 'status' }, { heading: 'meaning' }],
      contract.statuses.map(({ code, name, message }) => [String(code), quoted(name), message]),
    ),
});
