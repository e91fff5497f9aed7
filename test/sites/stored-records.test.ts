/** The records of a store: read when asked for, the latest kept, and as they were until a write is on disk. */
import * as fc from 'fast-check';
import { open } from 'lmdb';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Key, lmdbOptions, type Tables } from '../../src/sites/lmdb-tables.ts';
import { openTables } from '../../src/sites/store-format.ts';
import { StoredRecords } from '../../src/sites/stored-records.ts';
import { withFolder } from '../support/folder.ts';

interface Named {
  readonly text: string;
}

type Change = readonly [name: string, before: string | undefined, after: string | undefined];

/** Records of one text each, as a store has them: in a table, which only `write` changes. */
class Texts {
  readonly damaged: string[] = [];
  readonly changes: Change[] = [];
  reads = 0;
  readonly #tables: Tables;
  readonly records: StoredRecords<Named>;

  constructor(tables: Tables) {
    this.#tables = tables;
    this.records = new StoredRecords<Named>({
      tables,
      table: 'sites',
      unseal: (sealed) => {
        this.reads += 1;
        const text = Buffer.from(sealed).toString();
        if (text === 'damaged') throw new Error('spoiled');
        return { text };
      },
      damaged: (name) => {
        this.damaged.push(name);
        return undefined;
      },
      changed: (name, before, after) => this.changes.push([name, before?.text, after?.text]),
    });
  }

  put(name: string, text: string | undefined): void {
    if (text === undefined) this.#tables.sites.removeSync(name);
    else this.#tables.sites.putSync(name, Buffer.from(text));
  }

  text(name: string): string | undefined {
    return this.records.get(name)?.text;
  }

  change(name: string, text: string | undefined, write: () => Promise<void>): Promise<void> {
    const value = text === undefined ? undefined : { text };
    return this.records.change([name], write, () => value);
  }
}

const withTexts = (body: (texts: Texts) => Promise<void>): Promise<void> =>
  withFolder(async (directory) => {
    const root = open<Buffer, Key>(lmdbOptions(directory, false));
    try {
      await body(new Texts(openTables(root)));
    } finally {
      await root.close();
    }
  });

test('a record is read once, and any text may be asked for', () =>
  withTexts(async (texts) => {
    texts.put('a', 'first');
    assert.is(texts.text('a'), 'first');
    assert.is(texts.text('a'), 'first');
    assert.is(texts.reads, 1);
    for (const name of ['', 'b', 'a\0', '\0', 'x'.repeat(1_901), 'é'.repeat(100_000)]) {
      assert.not(texts.records.has(name), name.slice(0, 9));
    }
    assert.is(texts.records.size, 1);
    assert.equal([...texts.records.keys()], ['a']);
    assert.equal([...texts.records.values()], [{ text: 'first' }]);
  }));

test('that there is no record is known until there is one', () =>
  withTexts(async (texts) => {
    assert.is(texts.text('a'), undefined);
    texts.put('a', 'unnoticed');
    assert.is(texts.text('a'), undefined);
    await texts.change('a', 'first', async () => texts.put('a', 'first'));
    assert.is(texts.text('a'), 'first');
    await texts.change('a', undefined, async () => texts.put('a', undefined));
    assert.is(texts.text('a'), undefined);
    assert.is(texts.reads, 0);
  }));

test('a record is as it was until all of a write is on disk, whoever reads it when', () =>
  withTexts(async (texts) => {
    texts.put('a', 'first');
    let written = () => {};
    const write = () =>
      new Promise<void>((resolve) => {
        texts.put('a', 'second');
        texts.put('new', 'there');
        written = resolve;
      });
    const value = (name: string) => ({ text: name === 'a' ? 'second' : 'there' });
    const changed = texts.records.change(['a', 'new'], write, value);
    assert.is(texts.text('a'), 'first');
    assert.is(texts.text('new'), undefined);
    assert.equal([...texts.records.values()], [{ text: 'first' }]);
    written();
    await changed;
    assert.is(texts.text('a'), 'second');
    assert.is(texts.text('new'), 'there');
    assert.equal(texts.changes, [
      ['a', 'first', 'second'],
      ['new', undefined, 'there'],
    ]);
  }));

test('a write that fails leaves the record as it was', () =>
  withTexts(async (texts) => {
    texts.put('a', 'first');
    const failed = texts.change('a', 'second', () => Promise.reject(new Error('full')));
    assert.is(await failed.catch(String), 'Error: full');
    assert.is(texts.text('a'), 'first');
    assert.equal(texts.changes, []);
  }));

test('what is noted stays, however many others are read, until the record is written', () =>
  withTexts(async (texts) => {
    for (let index = 0; index < 10_100; index++) texts.put(`s${index}`, 'stored');
    texts.records.note('s0', { text: 'noted' });
    texts.records.note('s0', { text: 'noted again' });
    for (let index = 1; index < 10_100; index++) texts.text(`s${index}`);
    assert.is(texts.text('s0'), 'noted again');
    await texts.change('s0', 'written', async () => texts.put('s0', 'written'));
    const { reads } = texts;
    for (let index = 1; index < 10_100; index++) texts.text(`s${index}`);
    assert.is(texts.text('s0'), 'written');
    assert.ok(texts.reads > reads, 'only the latest are kept');
  }));

test('a damaged record is there for nobody, and is named', () =>
  withTexts(async (texts) => {
    texts.put('a', 'damaged');
    texts.put('b', 'fine');
    assert.not(texts.records.has('a'));
    assert.equal([...texts.records.values()], [{ text: 'fine' }]);
    assert.ok(texts.damaged.every((name) => name === 'a'));
    assert.is(texts.records.size, 2);
  }));

test('whatever is written, noted and read in any order, each reads what was written last', () =>
  withTexts((texts) =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            name: fc.constantFrom('a', 'b'),
            what: fc.constantFrom('write', 'fail', 'remove', 'note', 'finish'),
          }),
          { maxLength: 30 },
        ),
        async (steps) => {
          const expected = new Map<string, string | undefined>();
          for (const name of ['a', 'b']) {
            await texts.change(name, undefined, async () => texts.put(name, undefined));
          }
          const running: (() => Promise<void>)[] = [];
          for (const [index, { name, what }] of steps.entries()) {
            const text = `${what} ${index}`;
            if (what === 'finish') await running.shift()?.();
            else if (what === 'note') {
              texts.records.note(name, { text });
              expected.set(name, text);
            } else {
              let end = (_: boolean) => {};
              const value = what === 'remove' ? undefined : text;
              const ended = new Promise<boolean>((resolve) => {
                end = resolve;
              });
              const write = async () => {
                if (!(await ended)) throw new Error('full');
                texts.put(name, value);
              };
              const changed = texts.change(name, value, write).catch(() => {});
              running.push(async () => {
                end(what !== 'fail');
                await changed;
                if (what !== 'fail') expected.set(name, value);
              });
            }
            for (const each of ['a', 'b']) assert.is(texts.text(each), expected.get(each));
          }
          for (const finish of running) await finish();
          for (const each of ['a', 'b']) assert.is(texts.text(each), expected.get(each));
        },
      ),
      { numRuns: 200 },
    ),
  ));

test.run();
