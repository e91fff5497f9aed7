/**
 * One process owns a data folder: it holds a lock of the kernel on a file in it, which ends with the process however
 * that ends.
 */
import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { tryLock } from 'fs-native-extensions';

/** Stays when it is unlocked: a second file of this name could be locked beside the first. */
const FILE = 'owner.lock';

/**
 * Makes a folder and those above it. Node's own way never ends where a file system refuses every new folder with ENOENT,
 * as those that mount what is asked for do.
 */
function makeFolder(directory: string): void {
  if (existsSync(directory)) return;
  makeFolder(path.dirname(directory));
  try {
    mkdirSync(directory);
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!existsSync(directory)) throw error;
  }
}

/**
 * Takes the folder for this process, made if it is missing, and gives what releases it. Throws a sentence if it is
 * taken, by this process too.
 */
export function lockData(directory: string): () => void {
  makeFolder(path.resolve(directory));
  const file = path.join(directory, FILE);
  const held = openSync(file, 'a+');
  if (!tryLock(held)) {
    closeSync(held);
    const owner = readFileSync(file, 'utf8').trim();
    const who = owner === '' ? 'another process' : `process ${owner}`;
    throw new Error(
      `The data folder ${directory} is in use by ${who}. Stop that process, or set DATA_DIR to another folder.`,
    );
  }
  ftruncateSync(held);
  writeSync(held, String(process.pid));
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    ftruncateSync(held);
    closeSync(held);
  };
}
