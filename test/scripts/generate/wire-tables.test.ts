/** The tables of the serial wire in PROTOCOL.md: they hold all of the contract, and nobody edits them. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CONTRACT } from '../../../dsl/contract/contract.ts';
import { updateDocuments } from '../../../scripts/generate/document-sections.ts';
import { DOCUMENTS } from '../../../scripts/generate/documents.ts';
import { wireTables } from '../../../scripts/generate/wire-tables.ts';

const table = (section: string, contract = CONTRACT): string =>
  wireTables(contract)[section]?.() ?? '';

/** Cells of the row that has this cell; empty if there is none. */
const row = (text: string, cell: string): string[] =>
  text
    .split('\n')
    .map((line) => line.split('|').map((part) => part.trim()))
    .find((cells) => cells.includes(cell)) ?? [];

test('every request, event, status and limit has a row with its number', () => {
  const hex = (code: number): string => `\`${code.toString(16).padStart(2, '0')}\``;
  for (const { name, code } of CONTRACT.requests) {
    assert.is(row(table('wire-requests'), `\`${name}\``)[1], hex(code));
  }
  for (const { name, code } of CONTRACT.events) {
    assert.is(row(table('wire-events'), `\`${name}\``)[1], hex(code));
  }
  for (const { name, code } of CONTRACT.statuses) {
    assert.is(row(table('wire-statuses'), `\`${name}\``)[1], String(code));
  }
  for (const { name, value } of CONTRACT.frame) {
    assert.is(row(table('wire-limits'), `\`${name}\``)[2], String(value));
  }
});

test('fields are listed with their type, their limit and the enum they hold', () => {
  const requests = table('wire-requests');
  assert.is(row(requests, '`taught_read`')[4], 'at: `u32`, count: `u16` ≤ 511');
  assert.is(row(requests, '`taught_read`')[5], 'bytes: the remaining bytes');
  assert.is(row(requests, '`name`')[4], 'kind: `u8` (`name_kind`), index: `u8`');
  assert.is(row(requests, '`set_inputs`')[4], 'first: `u8`, values: one or more `unit`');
  assert.is(row(table('wire-events'), '`log`')[4], 'text: UTF-8');
});

test('only enums that a message holds are listed', () => {
  const enums = table('wire-enums');
  for (const name of ['train_state', 'name_kind']) assert.ok(row(enums, `\`${name}\``).length > 0);
  assert.ok(row(enums, '`train_field` (flags)').length > 0);
  assert.not.match(enums, 'audio_input');
});

test('a check rejects PROTOCOL.md when any of its tables was edited by hand', () => {
  const protocol = DOCUMENTS.find(({ file }) => file === 'PROTOCOL.md');
  assert.ok(protocol);
  const text = readFileSync('PROTOCOL.md', 'utf8');
  const folder = mkdtempSync(path.join(tmpdir(), 'wire-tables-'));
  const file = path.join(folder, 'PROTOCOL.md');
  const isStale = (content: string): boolean => {
    writeFileSync(file, content);
    return updateDocuments([{ file, sections: protocol.sections }], true).length > 0;
  };
  try {
    assert.not(isStale(text), 'as committed');
    for (const section of Object.keys(wireTables())) {
      const at = text.indexOf('| `', text.indexOf(`generated: ${section} `)) + 3;
      assert.ok(isStale(`${text.slice(0, at)}x${text.slice(at)}`), section);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.run();
