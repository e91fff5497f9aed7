/** A store that has nothing and takes nothing: for tests of the service around it. */
import type { Sites } from '../../src/sites/sites.ts';

export function noSites(): Sites {
  return {
    publish: () => undefined,
    export: () => undefined,
    revision: 0,
    loading: undefined,
    list: () => ({ sites: [], total: 0 }),
    member: () => undefined,
    connect: ({ refuse }) => refuse('not-found'),
    health: () => ({ writable: true }),
    disconnect: async () => {},
    close: async () => {},
  };
}
