/**
 * Remembers how a store was when it was closed. One that nobody has changed since need not be read as a whole before it
 * is opened (store-check.ts), which takes as long as it is large.
 */
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const MARK = 'closed';
const DATA = 'data.mdb';

/** Another text after whatever is done to the file: no program sets the time of its last change. */
function stateOf(directory: string): string {
  const { ino, size, ctimeNs } = statSync(path.join(directory, DATA), { bigint: true });
  return `${ino} ${size} ${ctimeNs}\n`;
}

/** The store in `directory` was closed, and is sound as far as is known. Where no mark can be written, the next start checks it. */
export function markClosed(directory: string): void {
  try {
    writeFileSync(path.join(directory, MARK), stateOf(directory));
  } catch {
    // The disk is full, say. An incomplete mark is no mark.
  }
}

/** Whether the store in `directory` is as it was closed. */
export function isAsClosed(directory: string): boolean {
  try {
    return readFileSync(path.join(directory, MARK), 'utf8') === stateOf(directory);
  } catch {
    // There is no mark, or no store.
    return false;
  }
}

/** @returns whether the store in `directory` is as it was closed; it counts as open from now on */
export function takeClosedMark(directory: string): boolean {
  const isClosed = isAsClosed(directory);
  try {
    rmSync(path.join(directory, MARK), { force: true });
    return isClosed;
  } catch {
    return false;
  }
}
