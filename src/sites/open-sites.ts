/** Opens the sites of a data folder: locks it, checks it, opens the store. */
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { BackgroundCheck } from './background-check.ts';
import { markClosed, takeClosedMark } from './closed-store.ts';
import { lockData } from './data-lock.ts';
import { LiveSites, type LiveSitesOptions } from './live-sites.ts';
import { LmdbStore } from './lmdb-store.ts';
import { type CheckReport, checkStore } from './store-check.ts';

const NO_DAMAGE: CheckReport = { damaged: new Map() };

export interface OpenSitesOptions extends Omit<LiveSitesOptions, 'store'> {
  readonly directory: string;
  /** When a store is checked that was opened without. Default 10,000 ms after it was opened. */
  readonly checkDelayMs?: number;
}

/** Whether the folder and the store in it are writable. */
function canWrite(directory: string): boolean {
  const file = path.join(directory, 'data.mdb');
  try {
    accessSync(existsSync(file) ? file : directory, constants.W_OK);
    accessSync(directory, constants.W_OK);
    return true;
  } catch {
    return !existsSync(directory);
  }
}

/**
 * Opens or creates the store in `directory` and returns its sites. If the disk is read-only, sites are served but nobody
 * can edit. Throws a sentence if another process has the store, or if it cannot be read at all.
 */
export function openSites(all: OpenSitesOptions): LiveSites {
  const { directory, log, checkDelayMs: delayMs, ...options } = all;
  const readOnly = !canWrite(directory);
  const unlock = readOnly ? () => {} : lockData(directory);
  try {
    if (readOnly) log.error({ directory }, 'the data folder is read-only; nobody can edit');
    const isAsClosed = !readOnly && takeClosedMark(directory);
    const { damaged, keptAs } = isAsClosed ? NO_DAMAGE : checkStore(directory, !readOnly);
    if (keptAs !== undefined) {
      log.error({ keptAs }, 'the store was damaged; everything intact was copied to a new one');
    }
    const store = new LmdbStore({ directory, readOnly, damaged });
    const check = new BackgroundCheck({
      directory,
      isDue: isAsClosed,
      damaged: store.damaged,
      log,
      ...(delayMs !== undefined && { delayMs }),
    });
    return new OwnedSites({ ...options, log, store, check }, () => {
      if (!readOnly && check.isSound) markClosed(directory);
      unlock();
    });
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Sites in a folder of their own. */
class OwnedSites extends LiveSites {
  readonly #closed: () => void;

  /** @param closed called when nobody writes to the folder any more */
  constructor(options: LiveSitesOptions, closed: () => void) {
    super(options);
    this.#closed = closed;
  }

  override async close(): Promise<void> {
    await super.close();
    this.#closed();
  }
}
