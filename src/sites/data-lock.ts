/** One process owns a store. The lock is a file with its process id, which counts while that process lives. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const FILE = 'owner.pid';

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, and belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Takes the folder for this process and gives what releases it. Throws a sentence where another process
 * that lives has it. In a container a restarted server meets its own id, which is no other process.
 */
export function lockData(directory: string): () => void {
  mkdirSync(directory, { recursive: true });
  const file = path.join(directory, FILE);
  const claim = (flag: 'wx' | 'w') => writeFileSync(file, String(process.pid), { flag });
  try {
    claim('wx');
  } catch {
    const owner = Number(readFileSync(file, 'utf8'));
    if (owner !== process.pid && Number.isSafeInteger(owner) && owner > 0 && isAlive(owner)) {
      throw new Error(
        `${directory} is in use by process ${owner}; stop it first, or give another DATA_DIR.`,
      );
    }
    claim('w');
  }
  return () => rmSync(file, { force: true });
}
