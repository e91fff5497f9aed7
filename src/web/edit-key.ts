/** Stores the edit key or the operator key for this tab or for this browser. */

const STORED = 'ensemble.key';

function stores(): Storage[] {
  try {
    return [sessionStorage, localStorage];
  } catch {
    return [];
  }
}

/** The stored key; empty if there is none. */
export function recallKey(): string {
  for (const store of stores()) {
    const key = store.getItem(STORED);
    if (key !== null) return key;
  }
  return '';
}

/** Stores the key for this tab or, if `lasting`, for this browser. */
export function rememberKey(key: string, lasting: boolean): void {
  forgetKey();
  const [tab, browser] = stores();
  (lasting ? browser : tab)?.setItem(STORED, key);
}

export function forgetKey(): void {
  for (const store of stores()) store.removeItem(STORED);
}
