/** A process that takes data folders as it is told to: `take` and `release` a folder, each answered. */
import { lockData } from '../../src/sites/data-lock.ts';

const held = new Map<string, () => void>();

process.on('message', (message) => {
  const [what = '', folder = ''] = String(message).split(' ');
  if (what === 'release') {
    held.get(folder)?.();
    held.delete(folder);
    process.send?.('released');
    return;
  }
  try {
    held.set(folder, lockData(folder));
    process.send?.('taken');
  } catch (error) {
    process.send?.(String(error));
  }
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
