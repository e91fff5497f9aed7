/**
 * The copy of a database is not flushed to disk with each write, since it can be made anew. What the kernel has not
 * written when the machine loses its power is lost, perhaps in another order than it was written. So a mark in the folder
 * names the start of the machine under which the copy was written, until it is flushed: a server that is killed finds its
 * copy whole, and after a power failure it is made anew.
 */
import { closeSync, fsyncSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const MARK = 'unflushed';
const DATA = ['data.mdb', 'lock.mdb'] as const;
/** Another one after each start of the machine. Linux only. */
const BOOT_ID = '/proc/sys/kernel/random/boot_id';

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function flush(file: string): void {
  const opened = openSync(file, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

/** Removes the copy in `folder`. */
export function removeCopy(folder: string): void {
  for (const file of [...DATA, MARK]) rmSync(path.join(folder, file), { force: true });
}

/** Whether what was written to the copy in `folder` may not be on its disk. */
export function isUnflushed(folder: string, bootId = read(BOOT_ID)): boolean {
  const mark = read(path.join(folder, MARK));
  return mark !== undefined && mark !== bootId;
}

/** @returns whether the copy in `folder` may be written without flushing from now on: the machine can tell its starts apart */
export function markUnflushed(folder: string, bootId = read(BOOT_ID) ?? ''): boolean {
  if (bootId === '') return false;
  const mark = path.join(folder, MARK);
  writeFileSync(mark, bootId);
  flush(mark);
  flush(folder);
  return true;
}

/** Flushes the copy in `folder`, which nobody writes any more. Throws what the disk says; then it stays marked. */
export function flushCopy(folder: string): void {
  const mark = path.join(folder, MARK);
  if (read(mark) === undefined) return;
  flush(path.join(folder, DATA[0]));
  rmSync(mark);
}
