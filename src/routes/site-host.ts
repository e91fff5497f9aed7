/** What a host of sites answers (SITES_URL): the site at `/`, and the way to the platform for all else. */
import type { Exchange } from '../http/exchange.ts';
import { header } from '../http/headers.ts';
import type { SiteHostHandler } from '../http/kernel.ts';
import type { Sendable } from '../http/page.ts';
import type { Problems } from '../http/problems.ts';
import type { SiteHosts } from '../http/site-host.ts';
import { FIRST_PAGE, pageAddress, pageInQuery } from '../shared/site/page-links.ts';
import { judgeUsername } from '../shared/username.ts';
import type { Sites } from '../sites/sites.ts';
import { answerRedirect, isView } from './member.ts';

export interface SiteHostOptions {
  readonly hosts: SiteHosts;
  readonly sites: Sites;
  readonly problems: Problems;
  readonly username_characters: number;
}

export function siteHostHandler(options: SiteHostOptions): SiteHostHandler {
  const { hosts, sites, problems, username_characters } = options;
  const handle = (exchange: Exchange, path: string): void | Promise<void> => {
    const { request, response, query } = exchange;
    const username = hosts.siteOf(header(request, 'host') ?? '', query) ?? '';
    // Links between sites are written as the platform has them.
    const member = /^\/member\/([^/]+)$/.exec(path)?.[1];
    if (member !== undefined) {
      return answerRedirect(response, 307, hosts.platformOf(member, query));
    }
    if (path !== '/' || judgeUsername(username, username_characters) !== 'valid') {
      return problems.send(exchange, 'not-found');
    }
    const name = isView(query) ? FIRST_PAGE : (pageInQuery(query) ?? FIRST_PAGE);
    const address = pageAddress(hosts.addressOf(username), { page: name, hash: '' });
    if (query !== new URL(address).search.slice(1)) {
      const there = isView(query) ? hosts.platformOf(username, query) : address;
      return answerRedirect(response, 307, there);
    }
    const show = (page: Sendable | undefined) =>
      // What stands in place of a site, the platform says.
      page === undefined || page.status !== 200
        ? answerRedirect(
            response,
            307,
            pageAddress(hosts.platformOf(username, ''), { page: name, hash: '' }),
          )
        : page.send(exchange);
    const page = sites.publish(username, request, name);
    return page instanceof Promise ? page.then(show) : show(page);
  };
  return { owns: (host) => hosts.owns(host), handle };
}
