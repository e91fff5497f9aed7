/**
 * What this browser keeps from one visit to the next. Storage may be blocked, as in sandboxed sites, or full: then nothing
 * is kept, and what was chosen lasts until the page is closed.
 */

/** What was kept under a name; undefined where nothing was. */
export function recall(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The value that was kept as JSON, to be checked by a schema; undefined where it is none. */
export function recallJson(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? '');
  } catch {
    return undefined;
  }
}

/** @returns whether it is kept */
export function keep(name: string, text: string): boolean {
  try {
    localStorage.setItem(name, text);
    return true;
  } catch {
    return false;
  }
}

export function forget(name: string): void {
  try {
    localStorage.removeItem(name);
  } catch {
    // Then there is nothing to forget.
  }
}
