/** Opens the sites of a data folder: locks it, checks it, opens the store. */
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { lockData } from './data-lock.ts';
import { LiveSites, type LiveSitesOptions } from './live-sites.ts';
import { LmdbStore } from './lmdb-store.ts';
import { checkStore } from './store-check.ts';

export interface OpenSitesOptions extends Omit<LiveSitesOptions, 'store'> {
  readonly directory: string;
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
export function openSites({ directory, log, ...options }: OpenSitesOptions): LiveSites {
  const readOnly = !canWrite(directory);
  const unlock = readOnly ? () => {} : lockData(directory);
  try {
    if (readOnly) log.error({ directory }, 'the data folder is read-only; nobody can edit');
    const { damaged, keptAs } = checkStore(directory, !readOnly);
    if (keptAs !== undefined) {
      log.error({ keptAs }, 'the store was damaged; everything intact was copied to a new one');
    }
    const store = new LmdbStore({ directory, readOnly, damaged });
    return new OwnedSites({ ...options, log, store }, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Sites that unlock their folder when they are closed. */
export class OwnedSites extends LiveSites {
  readonly #unlock: () => void;

  constructor(options: LiveSitesOptions, unlock: () => void) {
    super(options);
    this.#unlock = unlock;
  }

  override async close(): Promise<void> {
    await super.close();
    this.#unlock();
  }
}
