/** The list of sites: in order and searched, whatever happened to the sites before. */
import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Directory } from '../../src/sites/directory.ts';
import type { Listing } from '../../src/sites/listing.ts';
import type { SiteRecord } from '../../src/sites/records.ts';
import { type AccessRecord, OPEN_ACCESS } from '../../src/sites/site-access.ts';
import { chunksOf, SiteOrder } from '../../src/sites/site-order.ts';

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

/** What a store in this state would list at the start. */
function listingOf(sites: ReadonlyMap<string, SiteRecord>, unlisted: ReadonlySet<string>): Listing {
  const shown = [...sites.values()].filter(
    ({ name, hidden, removedMs }) => !hidden && removedMs === 0 && !unlisted.has(name),
  );
  const listed = shown.map(({ name, displayName, editedMs }) => ({
    username: name,
    display_name: displayName,
    edited_at: editedMs,
  }));
  const removed = [...sites.values()].filter(({ removedMs }) => removedMs > 0);
  return {
    chunks: [...chunksOf(listed)],
    removed: removed.map(({ name, removedMs }) => [name, removedMs] as const),
    damaged: [],
  };
}

/** The directory, and the sites it lists, changed as a store changes them. */
class Sites {
  readonly sites = new Map<string, SiteRecord>();
  readonly access = new Map<string, AccessRecord>();
  now = REORDER_MS;
  readonly directory: Directory;
  /** Ends loading, with the list as it is now. */
  readonly load: () => Promise<void>;

  /** @param loads whether the list is read later, as that of many sites */
  constructor(names: readonly string[], loads = false) {
    for (const [index, name] of names.entries()) this.sites.set(name, siteNamed(name, index));
    let loaded: (listing: Listing) => void = () => {};
    const later = new Promise<Listing>((resolve) => {
      loaded = resolve;
    });
    this.directory = new Directory({
      store: { sites: this.sites, access: this.access, find: () => [] },
      listing: loads ? later : this.listing(),
      now: () => this.now,
    });
    this.load = async () => {
      loaded(this.listing());
      await this.directory.loading;
    };
  }

  listing(): Listing {
    const unlisted = [...this.access].filter(([, { listed }]) => !listed);
    return listingOf(this.sites, new Set(unlisted.map(([name]) => name)));
  }

  change(name: string, change: Partial<SiteRecord> | undefined): void {
    const before = this.sites.get(name);
    const after = change && { ...(before ?? siteNamed(name, this.now)), ...change };
    if (after === undefined) this.sites.delete(name);
    else this.sites.set(name, after);
    this.directory.recordChanged(name, before, after);
  }

  unlist(name: string, listed = false): void {
    this.access.set(name, { ...OPEN_ACCESS, listed });
    this.directory.accessChanged(name);
  }

  purge(name: string): void {
    this.change(name, undefined);
    this.access.delete(name);
    this.directory.accessChanged(name);
  }

  /** What the list must be: everything filtered and sorted, as a person would do it. */
  naive(search: string, offset: number, count: number) {
    const found = [...this.sites.values()]
      .filter(
        (site) =>
          !site.hidden && site.removedMs === 0 && this.access.get(site.name)?.listed !== false,
      )
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
      'list' as const,
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
    sites.change(name, { editedMs: sites.now, displayName: step.displayName });
  } else if (step.what === 'purge') sites.purge(name);
  else if (step.what === 'unlist' || step.what === 'list') sites.unlist(name, step.what === 'list');
  else if (sites.sites.has(name)) {
    if (step.what === 'remove') sites.change(name, { removedMs: sites.now });
    else sites.change(name, { hidden: step.what === 'hide' });
  }
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

test('what changes while the list is read is in it, whatever was read when', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(Step, { maxLength: 20 }),
      fc.array(Step, { maxLength: 20 }),
      async (before, after) => {
        // The list is read at some time between the two, and arrives after both.
        const sites = new Sites(NAMES.slice(0, 6), true);
        for (const step of before) take(sites, step);
        const read = sites.listing();
        for (const step of after) take(sites, step);
        sites.listing = () => read;
        assert.is.not(sites.directory.loading, undefined);
        await sites.load();
        assert.is(sites.directory.loading, undefined);
        const all = { search: '', offset: 0, count: 99 };
        assert.equal(sites.directory.list(all), sites.naive('', 0, 99));
        const removed = [...sites.sites.values()].filter(({ removedMs }) => removedMs > 0);
        assert.equal(
          [...sites.directory.removed].sort(),
          removed.map(({ name, removedMs }) => [name, removedMs]).sort(),
        );
      },
    ),
    { numRuns: 300 },
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
  const edit = (name: string) => sites.change(name, { editedMs: sites.now });
  assert.equal(names(), ['b', 'a']);
  edit('a');
  assert.equal(names(), ['a', 'b']);
  sites.now += 1;
  edit('b');
  assert.equal(names(), ['a', 'b'], 'the list was reordered less than a second ago');
  sites.now += 1;
  sites.change('c', {});
  assert.equal(names(), ['c', 'a', 'b']);
  sites.now += REORDER_MS;
  assert.equal(names(), ['c', 'b', 'a']);
});

test('what changes nothing that is shown changes no revision', () => {
  const sites = new Sites(['a']);
  const { revision } = sites.directory;
  sites.change('a', { bytes: 7 });
  sites.now += REORDER_MS;
  assert.is(sites.directory.revision, revision);
});

test('a search finds each site once, wherever and however often it has the text', () => {
  const names = Array.from({ length: 3_000 }, (_, index) => `n${index}`);
  const sites = new Sites([]);
  for (const [index, name] of names.entries()) {
    sites.change(name, { editedMs: index, displayName: index % 7 === 0 ? 'Na na NA n1 Ünï' : '' });
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

test('a display name with the character between the texts hides no other site', () => {
  const sites = new Sites(['a', 'b']);
  sites.change('a', { displayName: 'x\0y', editedMs: 9 });
  sites.change('c', { editedMs: 5, displayName: 'last' });
  const { sites: found } = sites.directory.list({ search: 'last', offset: 0, count: 9 });
  assert.equal(found, [{ username: 'c', display_name: 'last', edited_at: 5 }]);
});

test('many sites are in order after any changes, in chunks that stay few', () => {
  const Change = fc.record({ add: fc.boolean(), from: fc.nat(6_000), many: fc.nat(3_000) });
  const listed = (at: number) => ({
    username: `s${at}`,
    display_name: at % 3 === 0 ? `Site ${at}` : '',
    edited_at: -Math.floor(at / 7),
  });
  fc.assert(
    fc.property(fc.nat(3_000), fc.array(Change, { maxLength: 8 }), (size, changes) => {
      const kept = new Set(Array.from({ length: size }, (_, index) => index * 2));
      const order = new SiteOrder(chunksOf([...kept].reverse().map(listed)));
      for (const { add, from, many } of changes) {
        for (let at = from; at < from + many; at++) {
          if (add && !kept.has(at)) order.insert(listed(at));
          // Also what is not there: nothing else must go instead.
          if (!add) assert.is(order.remove(listed(at)), kept.delete(at));
          if (add) kept.add(at);
        }
      }
      const sorted = [...kept]
        .map(listed)
        .sort((a, b) => b.edited_at - a.edited_at || (a.username < b.username ? -1 : 1));
      const slice = (offset: number, count: number) => order.list({ search: '', offset, count });
      assert.equal(slice(0, Number.MAX_SAFE_INTEGER), { sites: sorted, total: sorted.length });
      assert.equal(slice(size, 50).sites, sorted.slice(size, size + 50));
      assert.ok(order.chunks <= 1 + sorted.length / 256, 'short chunks are joined');
    }),
    { numRuns: 40 },
  );
});

test('sites that were edited within a second, or at an impossible time, are in order at the start, too', () => {
  const times = [-5, 0, 999, 1_000, 1_001, 1_999, 2 ** 45, 2 ** 45 + 1, 1_500, 1_500];
  const sites = new Map(times.map((editedMs, at) => [`s${at}`, siteNamed(`s${at}`, editedMs)]));
  const directory = new Directory({
    store: { sites, access: new Map(), find: () => [] },
    listing: listingOf(sites, new Set()),
  });
  const found = directory.list({ search: '', offset: 0, count: 20 }).sites;
  assert.equal(
    found.map(({ username }) => username),
    ['s7', 's6', 's5', 's8', 's9', 's4', 's3', 's2', 's1', 's0'],
  );
});

test.run();
