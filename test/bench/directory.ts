/** The list of sites on the homepage: what one edited site costs, and reading and searching the list. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Bench, figure, median, type Table } from '../../scripts/bench/bench.ts';
import { bundle } from '../../scripts/bundle.ts';
import { Directory } from '../../src/sites/directory.ts';
import type { Listing } from '../../src/sites/listing.ts';
import type { MemberRecord } from '../../src/sites/member-record.ts';
import {
  type SiteRecord,
  sealAccess,
  sealMember,
  unsealAccess,
  unsealMember,
} from '../../src/sites/records.ts';
import type { AccessRecord } from '../../src/sites/site-access.ts';
import { chunksOf } from '../../src/sites/site-order.ts';
import { manyNamed, ownerOf } from '../support/many-sites.ts';
import { starting } from './directory/starting.ts';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

const TIMES = 21;
const PAGE = 24;
const DEEP = 0.9;
/** After a second a site that was edited moves up. */
const REORDER_MS = 1_000;

function sitesOf(count: number): Map<string, SiteRecord> {
  const sites = new Map<string, SiteRecord>();
  let seed = 1;
  for (let index = 0; index < count; index++) {
    seed = (seed * 48_271) % 2_147_483_647;
    const name = `site-${index}`;
    const about = { name, incarnation: name, createdMs: 1, editedMs: seed, seq: 1, bytes: 1 };
    const flags = { locked: false, hidden: false, removedMs: 0 };
    sites.set(name, { ...about, ...flags, displayName: `The site ${seed.toString(36)}` });
  }
  return sites;
}

function listingOf(sites: ReadonlyMap<string, SiteRecord>): Listing {
  const listed = [...sites.values()].map(({ name, displayName, editedMs }) => ({
    username: name,
    display_name: displayName,
    edited_at: editedMs,
  }));
  return { chunks: [...chunksOf(listed)], removed: [], damaged: [] };
}

function timed(work: (turn: number) => void, times = TIMES): number {
  const took = Array.from({ length: times }, (_, turn) => {
    const before = performance.now();
    work(turn);
    return performance.now() - before;
  });
  return median(took);
}

/** What the list cost before it was kept in order: everything filtered and sorted after each change. */
function sortAll(sites: ReadonlyMap<string, SiteRecord>): number {
  return [...sites.values()]
    .filter(({ hidden, removedMs }) => !hidden && removedMs === 0)
    .sort((a, b) => b.editedMs - a.editedMs || (a.name < b.name ? -1 : 1))
    .map((site) => ({ site, text: `${site.name}\n${site.displayName.toLowerCase()}` })).length;
}

/** After garbage collection. */
function heapMB(): number {
  collect();
  return process.memoryUsage().heapUsed / 1_048_576;
}

/** What owners of so many sites, and the members who own ten each, took before they were read when asked for. */
function peopleMB(count: number): number {
  const none = heapMB();
  const access = new Map<string, AccessRecord>();
  const members = new Map<string, MemberRecord>();
  for (let index = 0; index < count; index++) {
    const owner = ownerOf(index);
    access.set(manyNamed(index), unsealAccess(sealAccess(owner.access)));
    const { id } = owner.member;
    if (!members.has(id)) members.set(id, unsealMember(sealMember(owner.member)));
  }
  const taken = heapMB() - none;
  // Both are in use until here.
  return access.size + members.size > 0 ? taken : 0;
}

/** What a search cost before many texts were searched at once: each is looked at by itself. */
function searchEach(texts: readonly { readonly text: string }[], wanted: string): number {
  return texts.filter(({ text }) => text.includes(wanted)).length;
}

function measure(count: number): string[] {
  const none = heapMB();
  const sites = sitesOf(count);
  const records = heapMB() - none;
  const people = peopleMB(count);
  const sorting = timed(() => sortAll(sites), count > 100_000 ? 1 : 5);
  const before = heapMB();
  let now = 0;
  const directory = new Directory({
    store: { sites, access: new Map(), find: () => [] },
    listing: listingOf(sites),
    now: () => now,
  });
  const megabytes = heapMB() - before;
  const build = timed(() => listingOf(sites), 3);
  const list = (search: string, offset = 0) => directory.list({ search, offset, count: PAGE });
  let editedMs = 2_147_483_647;
  const change = timed((turn) => {
    const name = `site-${Math.floor((count * turn) / TIMES)}`;
    const site = sites.get(name);
    if (site === undefined) return;
    const edited = { ...site, editedMs: ++editedMs };
    sites.set(name, edited);
    directory.recordChanged(name, site, edited);
    // When it is moved up.
    now += REORDER_MS;
    list('');
  });
  const deep = timed(() => list('', Math.floor(count * DEEP)));
  const search = timed(() => list('site-77'));
  // In the order of the list, in which they were not made.
  const texts = [...sites.values()]
    .map(({ name, displayName, editedMs: at }) => ({
      at,
      text: `${name}\n${displayName.toLowerCase()}`,
    }))
    .sort((a, b) => b.at - a.at);
  const one_by_one = timed(() => searchEach(texts, 'site-77'));
  return [
    count.toLocaleString('en-US'),
    figure(change),
    figure(sorting),
    figure(sorting / change),
    figure(deep),
    figure(search),
    figure(one_by_one),
    figure(one_by_one / search),
    figure(build),
    figure(records),
    figure(people),
    figure(megabytes),
  ];
}

export const bench: Bench = {
  title: 'List of sites',
  about:
    'The event loop works this long for the homepage after a site was edited, and for other pages and searches of the list. Before, it was sorted anew after every change, and each name was searched by itself; both are measured in the same run.',
  rivals: false,
  run: async (quick) => {
    await bundle();
    const sizes = quick ? [1_000, 10_000] : [10_000, 100_000, 1_000_000];
    const table: Table = {
      columns: [
        'sites',
        'ms after an edit',
        'ms to sort all',
        'times as fast',
        'ms for a page at 90 %',
        'ms to search',
        'ms to search one by one',
        'times as fast',
        'ms to build at start',
        'MB of their records as objects',
        'MB of owners and members as objects',
        'MB of the list',
      ],
      rows: sizes.map(measure),
      notes: [
        `Medians of ${TIMES}. A search goes through all names, many at once, and counts what it finds. Sorting a million is timed once. From 10,000 sites on, another process builds the list. All records were in memory before, beside the list; here a member owns ten sites.`,
      ],
    };
    return [table, await starting(sizes)];
  },
};
