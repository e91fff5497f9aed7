/** Acts again whenever a folder changes, once a burst of changes has settled. */
import { watch } from 'node:fs/promises';

/** Editors write a file in several steps; this long after the last one it is taken as done. */
const SETTLED_MS = 60;

/** Calls `act` at once and after every burst of changes in the folders, never twice at a time, until aborted. */
export async function watchFolders(
  folders: readonly string[],
  signal: AbortSignal,
  act: () => Promise<void>,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let acting = Promise.resolve();
  const again = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      acting = acting.then(act);
    }, SETTLED_MS);
  };
  // Watching begins with the first step, so a change during the first act is not missed.
  const watched = folders.map((folder) => {
    const events = watch(folder, { signal })[Symbol.asyncIterator]();
    return { events, first: events.next() };
  });
  try {
    acting = act();
    await Promise.all(
      watched.map(async ({ events, first }) => {
        for (let event = await first; event.done !== true; event = await events.next()) again();
      }),
    );
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    clearTimeout(timer);
    await acting;
  }
}
