/** The versions in large values of a log are told without reading the values, which takes tens of milliseconds each. */
import { randomBytes } from 'node:crypto';
import type { Database } from 'lmdb';
import { open } from 'lmdb';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { EntryHead, LogEntry } from '../../src/shared/site/edit-log.ts';
import { inTurns } from '../../src/sites/charged-work.ts';
import { LmdbLog } from '../../src/sites/lmdb-log.ts';
import { type Key, lmdbOptions, type Tables, type Write } from '../../src/sites/lmdb-tables.ts';
import { sealCompressed, sealEdits, sealingEdits } from '../../src/sites/records.ts';
import { applyWrites, openTables } from '../../src/sites/store-format.ts';
import { withStore, writeTexts } from '../support/with-store.ts';

const NAME = 'garden';
const LARGE_BYTES = 1_200_000;

const entryOf = (at: number, bytes: number): LogEntry => ({
  from: at,
  to: at,
  startedMs: 1_000 * at,
  endedMs: 1_000 * at,
  kind: 'edit',
  authors: [`author ${at}`],
  update: randomBytes(bytes),
});

const headOf = ({ update: _, ...head }: LogEntry): EntryHead => head;

/** The tables of a store; counts the large values that are read from its log. */
function counting(directory: string): { tables: Tables; readonly large: number } {
  const tables = openTables(open<Buffer, Key>(lmdbOptions(directory, false)));
  let large = 0;
  const read = (value: Buffer | undefined): Buffer | undefined => {
    if (value !== undefined && value.length > 1_048_576) large += 1;
    return value;
  };
  const { log } = tables;
  const counted: Pick<Database<Buffer, Key>, 'get' | 'getRange'> = {
    get: (...given) => read(log.get(...given)),
    getRange: (options) =>
      log.getRange(options).map((entry) => {
        read(entry.value);
        return entry;
      }),
  };
  const proxy = new Proxy(log, {
    get: (target, name) => {
      const value: unknown = Reflect.get(name in counted ? counted : target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return {
    tables: { ...tables, log: proxy },
    get large() {
      return large;
    },
  };
}

interface Written {
  readonly log: LmdbLog;
  readonly tables: Tables;
  /** Large values read so far. */
  readonly large: () => number;
  write(writes: readonly Write[]): void;
}

const withLog = (body: (written: Written) => Promise<void> | void): Promise<void> =>
  withStore(async (_store, directory) => {
    const counts = counting(directory);
    const { tables } = counts;
    const log = new LmdbLog(tables);
    const write = (writes: readonly Write[]) => {
      const written = log.writing(writes);
      tables.log.transactionSync(() => applyWrites(tables, writes));
      written();
    };
    await body({ log, tables, large: () => counts.large, write });
  });

const entries = [entryOf(1, 90), entryOf(2, LARGE_BYTES), entryOf(3, 90), entryOf(4, LARGE_BYTES)];
const heads = entries.map(headOf);

const stored = (entry: LogEntry): Write => ['log', [NAME, entry.to], sealEdits([entry])];

function assertTold(log: LmdbLog, expected: readonly EntryHead[]): void {
  const labels = new Map();
  assert.equal([...log.heads(NAME, labels)], expected);
  assert.equal([...log.headsBefore(NAME, labels)], expected.toReversed());
  for (const [index, { from, to }] of expected.entries()) {
    assert.equal(log.headOf(NAME, to), expected[index]);
    assert.equal([...log.heads(NAME, labels, from)], expected.slice(index));
    assert.equal([...log.headsBefore(NAME, labels, from)], expected.slice(0, index).toReversed());
  }
}

test('what was written is not read to tell its versions', () =>
  withLog(({ log, large, write }) => {
    write(entries.map(stored));
    assertTold(log, heads);
    assert.is(large(), 0);
    assert.equal(
      [...log.entries(NAME)].map(({ update }) => update.length),
      entries.map(({ update }) => update.length),
    );
    assert.is(large(), 2);
  }));

test('what was stored before is read once', () =>
  withLog(({ tables, large, write }) => {
    write(entries.map(stored));
    const log = new LmdbLog(tables);
    assert.equal([...log.heads(NAME, new Map())], heads);
    assert.is(large(), 2);
    assertTold(log, heads);
    assert.is(large(), 2);
  }));

test('compressed by itself, a large edit is told without being read, too', () =>
  withLog(async ({ log, tables, large, write }) => {
    const compressed: Write[] = [];
    for (const entry of entries) {
      compressed.push(['log', [NAME, entry.to], await sealCompressed([entry], [headOf(entry)])]);
    }
    write(compressed);
    assertTold(log, heads);
    assert.is(large(), 0);
    assertTold(new LmdbLog(tables), heads);
    assert.is(large(), 2);
  }));

test('what replaces a large value is told instead, and nothing once it is gone', () =>
  withLog(async ({ log, write }) => {
    write(entries.map(stored));
    const small = { ...entryOf(2, 90), authors: ['someone else'] };
    write([stored(small)]);
    const replaced = heads.with(1, headOf(small));
    assertTold(log, replaced);
    const [, , third, fourth] = entries;
    if (third === undefined || fourth === undefined) throw new Error('no entries');
    const group = { ...headOf(fourth), from: 3, authors: ['author 3', 'author 4'] };
    write([
      ['log', [NAME, 3]],
      [
        'log',
        [NAME, 4],
        await sealCompressed([third, { ...fourth, update: third.update }], [group]),
      ],
    ]);
    assert.equal([...log.heads(NAME, new Map())], [...replaced.slice(0, 2), group]);
    write([['log', [NAME, 4]]]);
    assertTold(log, replaced.slice(0, 2));
  }));

test('damage in a large value is found when it is read', () =>
  withLog(({ log, write }) => {
    const [table, key, value] = stored(entryOf(1, LARGE_BYTES));
    const damaged = Buffer.from(value ?? []);
    damaged.fill(255, 4, 40);
    write([[table, key, damaged]]);
    assert.throws(() => [...log.heads(NAME, new Map())], /checksum/);
  }));

test('sealed in turns, edits are the same bytes', async () => {
  for (const bytes of [0, 65_535, 65_536, LARGE_BYTES]) {
    const given = [entryOf(1, bytes), entryOf(2, 10)];
    assert.ok((await inTurns(sealingEdits(given))).equals(sealEdits(given)), `${bytes}`);
  }
});

test('a store tells the versions of large edits as one that was opened anew', () =>
  withStore(async (store, directory) => {
    const text = () => randomBytes(LARGE_BYTES / 2).toString('hex');
    const { seq, update } = await writeTexts(store, [text(), 'short', text(), text()]);
    const told = () => [...store.headsBefore(NAME)];
    const anew = () => {
      const tables = openTables(open<Buffer, Key>(lmdbOptions(directory, true)));
      return [...new LmdbLog(tables).headsBefore(NAME, store.labels(NAME))];
    };
    assert.is(told().length, 4);
    assert.equal(told(), anew());
    await store.compact(NAME, seq, update);
    assert.equal(told(), anew());
    await store.purge(NAME);
    assert.equal(told(), []);
  }));

test.run();
