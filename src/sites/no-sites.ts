/** Hosting without a store: every member is without a site, and nobody can edit. */
import type { Sites } from './sites.ts';

export function noSites(): Sites {
  return {
    publish: () => undefined,
    export: () => undefined,
    revision: 0,
    list: () => ({ sites: [], total: 0 }),
    connect: ({ refuse }) => refuse('not-found'),
    health: () => ({ writable: true }),
    close: async () => {},
  };
}
