/** Requests to IndexedDB as promises. */

/** @throws DOMException as the request fails */
export function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });
}

/** What was changed is stored once this resolves. @throws DOMException if nothing of it is */
export function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error));
  });
}

/** Opens a database, and makes its stores where there is none yet. @throws Error if the browser has none for this page */
export async function openDatabase(
  name: string,
  stores: Readonly<Record<string, IDBObjectStoreParameters>>,
): Promise<IDBDatabase> {
  const opening = indexedDB.open(name, 1);
  opening.addEventListener('upgradeneeded', () => {
    for (const [store, options] of Object.entries(stores)) {
      opening.result.createObjectStore(store, options);
    }
  });
  return done(opening);
}
