/** What the systemd unit sets of the allocator, for processes that are started as the service is. */
import { readFileSync } from 'node:fs';

const UNIT = 'scripts/service/ensemble.service';

/** Name and value of each variable of glibc's allocator in the unit. */
export function allocatorSettings(): Readonly<Record<string, string>> {
  const lines = readFileSync(UNIT, 'utf8').matchAll(/^Environment=(MALLOC_\w+)=(\d+)$/gm);
  return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]));
}
