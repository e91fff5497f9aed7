/** What the list of sites is made of when a store is opened: its sites in order, and what else concerns many of them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import * as v from 'valibot';
import { sentence } from './lmdb-log.ts';
import type { Tables } from './lmdb-tables.ts';
import { unsealAccess, unsealSite } from './records.ts';
import { type Chunk, chunksOf } from './site-order.ts';
import type { ListedSite } from './sites.ts';
import { nodeArguments } from './spawn.ts';
import { entryCount } from './store-format.ts';

export interface Listing {
  /** The listed sites, latest edit first. */
  readonly chunks: readonly Chunk[];
  /** Removed sites, and when: milliseconds since 1970. */
  readonly removed: readonly (readonly [name: string, ms: number])[];
  /** Sites whose records cannot be read, and why. */
  readonly damaged: readonly (readonly [name: string, why: string])[];
}

export const NO_LISTING: Listing = { chunks: [], removed: [], damaged: [] };

type SiteTables = Pick<Tables, 'sites' | 'access'>;

/** Whether its access lets a site be listed. Throws if it cannot be read. */
function isListed({ access }: SiteTables, name: string): boolean {
  const sealed = access.get(name);
  return sealed === undefined || unsealAccess(sealed).listed;
}

/** Reads all records, some 5 µs each. */
export function listingOf(tables: SiteTables): Listing {
  const removed: [string, number][] = [];
  const damaged: [string, string][] = [];
  const sites: ListedSite[] = [];
  for (const { key, value } of tables.sites.getRange()) {
    const name = String(key);
    try {
      const {
        hidden,
        removedMs,
        displayName: display_name,
        editedMs: edited_at,
      } = unsealSite(value);
      if (removedMs > 0) removed.push([name, removedMs]);
      if (isListed(tables, name) && !hidden && removedMs === 0) {
        sites.push({ username: name, display_name, edited_at });
      }
    } catch (error) {
      damaged.push([name, sentence(error)]);
    }
  }
  return { chunks: [...chunksOf(sites)], removed, damaged };
}

const ChunkSchema = v.object({
  edited: v.array(v.number()),
  searched: v.string(),
  shown: v.string(),
});
const RestSchema = v.object({
  removed: v.array(v.tuple([v.string(), v.number()])),
  damaged: v.array(v.tuple([v.string(), v.string()])),
});

/** A listing as lines of text: each chunk, and then the rest. */
export function* linesOf({ chunks, ...rest }: Listing): Generator<string> {
  for (const chunk of chunks) yield `${JSON.stringify(chunk)}\n`;
  yield `${JSON.stringify(rest)}\n`;
}

/**
 * Reads all records in a process of its own, which takes the time and the memory of it.
 *
 * @param signal ends the process
 * @throws Error if it cannot be started, or ends early
 */
export async function readListing(directory: string, signal: AbortSignal): Promise<Listing> {
  const child = spawn(process.execPath, [...nodeArguments('listing-process'), directory], {
    stdio: ['ignore', 'pipe', 'ignore'],
    signal,
  });
  const failed = once(child, 'error').then(([error]) => Promise.reject(error));
  const chunks: Chunk[] = [];
  const read = async (): Promise<Listing> => {
    for await (const line of createInterface({ input: child.stdout })) {
      const value: unknown = JSON.parse(line);
      const chunk = v.safeParse(ChunkSchema, value);
      if (!chunk.success) return { chunks, ...v.parse(RestSchema, value) };
      chunks.push(chunk.output);
    }
    throw new Error('the process that reads the list of sites has ended early');
  };
  return Promise.race([read(), failed]);
}

/** From so many sites on, a process of its own reads them. */
const MANY_SITES = 10_000;

export interface OpenListing {
  readonly tables: Tables;
  /** Of the store. */
  readonly directory: string;
  /** Where damaged sites are noted. */
  readonly damaged: Map<string, string>;
  /** The store is being closed. */
  readonly signal: AbortSignal;
}

/** Reads all records: at once, or, where there are many, in a process of its own. */
export function openListing({
  tables,
  directory,
  damaged,
  signal,
}: OpenListing): Listing | Promise<Listing> {
  const note = (listing: Listing) => {
    for (const [name, why] of listing.damaged) damaged.set(name, why);
    return listing;
  };
  if (entryCount(tables.sites) < MANY_SITES) return note(listingOf(tables));
  // Where there can be no other process, it takes longer here.
  const readHere = () => (signal.aborted ? NO_LISTING : listingOf(tables));
  return readListing(directory, signal).catch(readHere).then(note);
}
