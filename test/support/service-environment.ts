/** What the systemd unit sets of memory, for processes that are started as the service is. */
import { readFileSync } from 'node:fs';

const UNIT = 'scripts/service/ensemble.service';

/** Name and value of each variable of an allocator in the unit. */
export function allocatorSettings(): Readonly<Record<string, string>> {
  const lines = readFileSync(UNIT, 'utf8').matchAll(/^Environment=(LD_PRELOAD|MALLOC_\w+)=(.+)$/gm);
  return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]));
}
