/** Acts again whenever a folder changes, once a burst of changes has settled. */
import { watch } from 'node:fs/promises';

/** Editors write a file in several steps; this long after the last one it is taken as done. */
const SETTLED_MS = 60;

/**
 * Calls `act` after every burst of changes in `folder`, never twice at a time, until the signal aborts.
 *
 * @param ready called once the folder is being watched
 */
export async function watchFolder(
  folder: string,
  signal: AbortSignal,
  act: () => Promise<void>,
  ready: () => void,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let acting = Promise.resolve();
  try {
    const events = watch(folder, { signal });
    ready();
    for await (const _ of events) {
      clearTimeout(timer);
      timer = setTimeout(() => {
        acting = acting.then(act);
      }, SETTLED_MS);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    clearTimeout(timer);
    await acting;
  }
}
