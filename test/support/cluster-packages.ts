/** What has to be installed to run servers that share a database behind proxies. */
import { spawnSync } from 'node:child_process';
import { programs } from '../../scripts/postgres.ts';

const isThere = (program: string): boolean => spawnSync(program, ['-v']).error === undefined;

/** A sentence for who runs `what`; undefined if nothing is missing. */
export function missingPackages(what: string, proxies: readonly string[]): string | undefined {
  const missing = [
    ...(programs() === undefined ? ['postgresql'] : []),
    ...(proxies.includes('nginx') && !isThere('nginx') ? ['nginx-light'] : []),
    ...(proxies.includes('haproxy') && !isThere('haproxy') ? ['haproxy'] : []),
  ].join(' ');
  return missing === '' ? undefined : `${what} needs ${missing}: apt-get install ${missing}`;
}
