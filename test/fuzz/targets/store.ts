/** Exports of a store: what is read without a complaint can be imported, and every site of it opens or is set aside. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as Y from 'yjs';
import { limitsWith } from '../../../src/limits.ts';
import { crc32 } from '../../../src/shared/crc32.ts';
import { LiveDocument } from '../../../src/sites/live-document.ts';
import { LmdbStore } from '../../../src/sites/lmdb-store.ts';
import {
  STORE_FORMAT,
  seal,
  sealBlock,
  sealComment,
  sealEdits,
  sealLabel,
  sealSite,
  sealState,
  unseal,
} from '../../../src/sites/records.ts';
import { importStore, readExport, StoreFileError } from '../../../src/sites/store-file.ts';
import { COMMENT } from '../../support/stored.ts';
import { bytesOf, mutateBytes, mutateText, textOf } from '../bytes.ts';
import { mutateList, type Random } from '../random.ts';
import { must, refusal, type Target } from '../target.ts';

/** A command imports, while the server is stopped. */
const LIMIT_MS = 2_000;
/** Importing takes a hundred times as long as reading: one in so many is imported. */
const IMPORTED_ONE_IN = 64;

function exported(name: string): Uint8Array {
  const doc = new Y.Doc();
  doc.clientID = 5;
  doc.getText('index.html').insert(0, 'Hello');
  const update = Y.encodeStateAsUpdate(doc);
  const times = { startedMs: 1, endedMs: 2 };
  const facts = { name, incarnation: 'x', createdMs: 1, editedMs: 2, seq: 2, bytes: 9 };
  const flags = { displayName: 'Ada', locked: false, hidden: false, removedMs: 0 };
  const entry = { ...times, kind: 'edit', authors: ['Ada'] } as const;
  const lines: (readonly [string, unknown, Buffer])[] = [
    ['sites', name, sealSite({ ...facts, ...flags })],
    ['states', name, sealState({ seq: 2, update })],
    ['log', [name, 1], sealEdits([{ ...entry, from: 1, to: 1, update }])],
    ['log', [name, 2], sealEdits([{ ...entry, from: 2, to: 2, update: Uint8Array.of(0, 0) }])],
    ['keyframes', [name, 1], sealState({ seq: 1, update })],
    ['labels', [name, 1], sealLabel({ label: 'first', by: 'Ada', atMs: 3 })],
    ['comments', [name, 1], sealComment(COMMENT)],
    ['blocks', '10.0.0.1', sealBlock(99)],
  ];
  const all = [
    { ensemble: 'store', format: STORE_FORMAT },
    ...lines.map(([table, key, value]) => [table, key, value.toString('base64')]),
    { values: lines.length },
  ];
  return bytesOf(all.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

const WORDS = [
  'sites',
  'states',
  'log',
  'keyframes',
  'labels',
  'comments',
  'blocks',
  'ada',
  '["',
  ']',
  '1e400',
];

/** Changes what a line stores and seals it again, or the line's text. */
function changeLine(line: string, random: Random): string {
  if (random(3) === 0) return mutateText(line, random, line, WORDS);
  try {
    const parsed: unknown = JSON.parse(line);
    if (!Array.isArray(parsed) || typeof parsed[2] !== 'string') return line;
    const payload = unseal(Buffer.from(parsed[2], 'base64'));
    const changed = seal(mutateBytes(payload, random, payload)).toString('base64');
    return JSON.stringify([parsed[0], parsed[1], changed]);
  } catch {
    return line;
  }
}

function mutate(input: Uint8Array, random: Random, other: Uint8Array): Uint8Array {
  const lines = textOf(input).split('\n');
  const others = textOf(other).split('\n');
  const changed = mutateList(lines, random, (line) => changeLine(line, random), others);
  const values = changed.filter((line) => line.startsWith('[')).length;
  const kept = changed.map((line) =>
    line.startsWith('{"values"') && random(8) > 0 ? JSON.stringify({ values }) : line,
  );
  return bytesOf(kept.join('\n').slice(0, 60_000));
}

class Importer {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'ensemble-fuzz-'));
  readonly #file = path.join(this.#folder, 'export');

  async run(input: Uint8Array): Promise<string> {
    writeFileSync(this.#file, input);
    try {
      const records = readExport(this.#file);
      if (crc32(input) % IMPORTED_ONE_IN === 0) await this.#import([...records.keys()]);
      return `${records.size} sites`;
    } catch (error) {
      return refusal(error, StoreFileError);
    }
  }

  async #import(names: readonly string[]): Promise<void> {
    const directory = path.join(this.#folder, 'data');
    rmSync(directory, { recursive: true, force: true });
    const { sites } = await importStore(directory, this.#file);
    must(sites.join() === names.join(), 'everything that was read is imported');
    const store = new LmdbStore({ directory, readOnly: true });
    try {
      must(
        [...store.sites.keys()].sort().join() === [...names].sort().join(),
        'every site is there',
      );
      for (const name of names) new LiveDocument(name, store, limitsWith()).destroy();
    } finally {
      await store.close();
    }
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

export const store = (): Target => {
  const importer = new Importer();
  return {
    seeds: [
      exported('ada'),
      bytesOf(textOf(exported('bob')).replaceAll('\n{"values"', '\n\n{"values"')),
    ],
    limitMs: LIMIT_MS,
    mutate,
    run: (input) => importer.run(input),
    close: () => importer.close(),
  };
};
