/** The files of this repository with generated sections. */
import {
  ABI_SECTIONS,
  CORE_SECTIONS,
  INCLUDED_SECTIONS,
  LAYOUT_SECTIONS,
} from '../../dsl/emit/contract-abi.ts';
import { limitRows } from '../../src/limits.ts';
import type { GeneratedDocument } from './document-sections.ts';
import { folderList } from './folders.ts';
import { type Column, markdownTable } from './markdown-table.ts';
import { wireTables } from './wire-tables.ts';

const LIMIT_COLUMNS: readonly Column[] = [
  { heading: 'limit' },
  { heading: 'default', align: 'right' },
  { heading: 'unit' },
  { heading: 'effect' },
];

/** Thousands apart, as Intl.NumberFormat gives them; loading its rules takes longer than all tables. */
const grouped = (value: number): string => String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');

function limitsTable(): string {
  const rows = limitRows().map(({ name, value, unit, protects }) => [
    `\`${name}\``,
    grouped(value),
    unit,
    protects,
  ]);
  return markdownTable(LIMIT_COLUMNS, rows);
}

export const DOCUMENTS: readonly GeneratedDocument[] = [
  { file: 'ARCHITECTURE.md', sections: { folders: folderList } },
  { file: 'PROTOCOL.md', sections: wireTables() },
  { file: 'SECURITY.md', sections: { limits: limitsTable } },
  { file: 'firmware/abi/abi.h', sections: ABI_SECTIONS },
  { file: 'firmware/abi/handle.h', sections: CORE_SECTIONS },
  { file: 'firmware/abi/layout.cc', sections: LAYOUT_SECTIONS },
  ...INCLUDED_SECTIONS.map(([name, sections]) => ({ file: `firmware/abi/${name}`, sections })),
];
