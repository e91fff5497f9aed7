/** Acts again whenever a folder changes, once a burst of changes has settled. */
import { watch } from 'node:fs/promises';

/** Editors write a file in several steps; this long after the last one it is taken as done. */
const SETTLED_MS = 60;

/** Calls `act` at once and after every burst of changes in `folder`, never twice at a time, until aborted. */
export async function watchFolder(
  folder: string,
  signal: AbortSignal,
  act: () => Promise<void>,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let acting = Promise.resolve();
  try {
    const events = watch(folder, { signal });
    // Watching begins with the first step, so a change during the first act is not missed.
    const first = events[Symbol.asyncIterator]();
    let next = first.next();
    acting = act();
    for (let event = await next; event.done !== true; event = await next) {
      next = first.next();
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
