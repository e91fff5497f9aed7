/** The list of sites: in order and searched, whatever happened to the sites before. */
import { setImmediate as turn } from 'node:timers/promises';
import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Directory } from '../../src/sites/directory.ts';
import { OrderedList } from '../../src/sites/ordered-list.ts';
import type { SiteRecord } from '../../src/sites/records.ts';

const REORDER_MS = 1_000;

const siteNamed = (name: string, editedMs: number): SiteRecord => ({
  name,
  incarnation: name,
  createdMs: editedMs,
  editedMs,
  seq: 1,
  bytes: 1,
  displayName: '',
  locked: false,
  hidden: false,
  removedMs: 0,
});

/** The directory, and the sites it lists, changed as a store changes them. */
class Sites {
  readonly sites = new Map<string, SiteRecord>();
  readonly unlisted = new Set<string>();
  now = REORDER_MS;
  readonly directory: Directory;

  constructor(names: readonly string[]) {
    for (const [index, name] of names.entries()) this.sites.set(name, siteNamed(name, index));
    const isListed = (name: string) => !this.unlisted.has(name);
    this.directory = new Directory({ sites: this.sites, isListed, now: () => this.now });
  }

  change(name: string, change: Partial<SiteRecord>): void {
    this.sites.set(name, { ...(this.sites.get(name) ?? siteNamed(name, this.now)), ...change });
  }

  /** What the list must be: everything filtered and sorted, as a person would do it. */
  naive(search: string, offset: number, count: number) {
    const found = [...this.sites.values()]
      .filter((site) => !site.hidden && site.removedMs === 0 && !this.unlisted.has(site.name))
      .filter(({ name, displayName }) => `${name}\n${displayName.toLowerCase()}`.includes(search))
      .sort((a, b) => b.editedMs - a.editedMs || (a.name < b.name ? -1 : 1));
    return {
      total: found.length,
      sites: found.slice(offset, offset + count).map(({ name, displayName, editedMs }) => ({
        username: name,
        display_name: displayName,
        edited_at: editedMs,
      })),
    };
  }
}

const NAMES = Array.from({ length: 12 }, (_, index) => `${'abc'.charAt(index % 3)}${index}`);
const Name = fc.constantFrom(...NAMES);
const Step = fc.oneof(
  fc.record({
    what: fc.constant('edit' as const),
    name: Name,
    displayName: fc.constantFrom('', 'Ada', 'b'),
  }),
  fc.record({
    what: fc.constantFrom(
      'hide' as const,
      'show' as const,
      'remove' as const,
      'purge' as const,
      'unlist' as const,
    ),
    name: Name,
  }),
  fc.record({ what: fc.constant('wait' as const), ms: fc.nat(REORDER_MS * 2) }),
);
type Step = typeof Step extends fc.Arbitrary<infer One> ? One : never;

function take(sites: Sites, step: Step): void {
  if (step.what === 'wait') {
    sites.now += step.ms;
    return;
  }
  const { name } = step;
  if (step.what === 'edit') {
    const isNew = !sites.sites.has(name);
    sites.change(name, { editedMs: sites.now, displayName: step.displayName });
    if (isNew) sites.directory.changed(name);
    else sites.directory.edited(name);
    return;
  }
  if (step.what === 'purge') sites.sites.delete(name);
  else if (step.what === 'unlist') sites.unlisted.add(name);
  else if (sites.sites.has(name)) {
    if (step.what === 'remove') sites.change(name, { removedMs: sites.now });
    else sites.change(name, { hidden: step.what === 'hide' });
  }
  sites.directory.changed(name);
}

test('after any changes the list is the one that sorting all sites gives', () => {
  fc.assert(
    fc.property(
      fc.array(Step, { maxLength: 60 }),
      fc.constantFrom('', 'a', 'B', '1', 'ada'),
      fc.nat(14),
      fc.nat(14),
      (steps, search, offset, count) => {
        const sites = new Sites(NAMES.slice(0, 6));
        for (const step of steps) {
          take(sites, step);
          // Reading at any time must not disturb what comes later.
          sites.directory.list({ search: '', offset: 0, count: 3 });
        }
        sites.now += REORDER_MS;
        assert.equal(
          sites.directory.list({ search, offset, count }),
          sites.naive(search.toLowerCase(), offset, count),
        );
      },
    ),
    { numRuns: 500 },
  );
});

test('equal revisions mean equal lists', () => {
  fc.assert(
    fc.property(fc.array(Step, { maxLength: 40 }), (steps) => {
      const sites = new Sites(NAMES.slice(0, 6));
      const seen = new Map<number, string>();
      for (const step of steps) {
        take(sites, step);
        const { revision } = sites.directory;
        const list = JSON.stringify(sites.directory.list({ search: '', offset: 0, count: 99 }));
        assert.is(seen.get(revision) ?? list, list);
        seen.set(revision, list);
      }
    }),
    { numRuns: 300 },
  );
});

test('an edit moves a site up within a second, a new site appears at once', () => {
  const sites = new Sites(['a', 'b']);
  const names = () =>
    sites.directory.list({ search: '', offset: 0, count: 9 }).sites.map(({ username }) => username);
  const edit = (name: string) => {
    sites.change(name, { editedMs: sites.now });
    sites.directory.edited(name);
  };
  assert.equal(names(), ['b', 'a']);
  edit('a');
  assert.equal(names(), ['a', 'b']);
  sites.now += 1;
  edit('b');
  assert.equal(names(), ['a', 'b'], 'the list was reordered less than a second ago');
  sites.now += 1;
  sites.change('c', {});
  sites.directory.changed('c');
  assert.equal(names(), ['c', 'a', 'b']);
  sites.now += REORDER_MS;
  assert.equal(names(), ['c', 'b', 'a']);
});

test('a search finds each site once, wherever and however often it has the text', () => {
  const names = Array.from({ length: 3_000 }, (_, index) => `n${index}`);
  const sites = new Sites([]);
  for (const [index, name] of names.entries()) {
    sites.change(name, { editedMs: index, displayName: index % 7 === 0 ? 'Na na NA n1 Ünï' : '' });
    sites.directory.changed(name);
  }
  for (const search of ['n1', 'na', 'ünï', '\n', 'n2999', '1\0n', 'x', 'a n1']) {
    for (const offset of [0, 5, 1_000]) {
      const query = { search, offset, count: 20 };
      assert.equal(
        sites.directory.list(query),
        sites.naive(search.replace('\0', '').trim(), offset, 20),
        search,
      );
    }
  }
});

test('what a search goes through is made after the start, a little in each turn of the event loop', async () => {
  let reads = 0;
  const counted = (name: string, editedMs: number): SiteRecord => ({
    ...siteNamed(name, editedMs),
    get displayName() {
      reads += 1;
      return '';
    },
  });
  const names = Array.from({ length: 200_000 }, (_, index) => `n${index}`);
  const sites = new Map(names.map((name, index) => [name, counted(name, index)]));
  const directory = new Directory({ sites, isListed: () => true });
  const seen = new Set([reads]);
  while (reads < names.length) {
    await turn();
    seen.add(reads);
  }
  assert.is(Math.min(...seen), 0);
  assert.ok(seen.size > 2);
  assert.is(directory.list({ search: 'n19999', offset: 0, count: 3 }).total, 11);
  assert.is(reads, names.length + 3);
});

test('an ordered list of many items is in order after any changes, and in pieces that stay few', () => {
  const Change = fc.record({ add: fc.boolean(), from: fc.nat(6_000), many: fc.nat(3_000) });
  fc.assert(
    fc.property(fc.nat(3_000), fc.array(Change, { maxLength: 8 }), (size, changes) => {
      const compare = (a: number, b: number) => a - b;
      const kept = new Set(Array.from({ length: size }, (_, index) => index * 2));
      const summarise = (items: readonly number[]) => items.join();
      const rank = (item: number) => Math.floor(item / 7);
      const list = new OrderedList({ compare, rank }, [...kept].reverse(), summarise);
      for (const { add, from, many } of changes) {
        for (let item = from; item < from + many; item++) {
          if (add && !kept.has(item)) list.insert(item);
          // Also what is not there: nothing else must go instead.
          if (!add) list.remove(item);
          if (add) kept.add(item);
          else kept.delete(item);
        }
        for (const [items, summary] of list.pieces()) assert.is(summary, summarise(items));
      }
      const sorted = [...kept].sort(compare);
      assert.equal(list.slice(0, Number.MAX_SAFE_INTEGER), sorted);
      assert.equal(list.slice(size, 50), sorted.slice(size, size + 50));
      assert.equal(
        [...list.pieces()].flatMap(([items]) => items),
        sorted,
      );
      assert.is(list.size, sorted.length);
      assert.ok([...list.pieces()].length <= 1 + sorted.length / 256, 'short chunks are joined');
    }),
    { numRuns: 40 },
  );
});

test('sites that were edited within a second, or at an impossible time, are in order at the start, too', () => {
  const times = [-5, 0, 999, 1_000, 1_001, 1_999, 2 ** 45, 2 ** 45 + 1, 1_500, 1_500];
  const sites = new Map(times.map((editedMs, at) => [`s${at}`, siteNamed(`s${at}`, editedMs)]));
  const directory = new Directory({ sites, isListed: () => true });
  const found = directory.list({ search: '', offset: 0, count: 20 }).sites;
  assert.equal(
    found.map(({ username }) => username),
    ['s7', 's6', 's5', 's8', 's9', 's4', 's3', 's2', 's1', 's0'],
  );
});

test.run();
