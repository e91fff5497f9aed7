/** `GET /`: the homepage with search and paging, the form that opens a site, and the player and the reference card of each mode. */
import { prefersHtml } from '../http/accept.ts';
import type { Exchange } from '../http/exchange.ts';
import { headerList } from '../http/headers.ts';
import { Page } from '../http/page.ts';
import { PageCache } from '../http/page-cache.ts';
import { DATA_HEADERS } from '../http/policy.ts';
import type { Problems } from '../http/problems.ts';
import type { Route } from '../http/router.ts';
import type { Limits } from '../limits.ts';
import { judgeUsername, suggestUsername } from '../shared/username.ts';
import type { MemberSite, SiteList, Sites } from '../sites/sites.ts';
import { API_TEXT } from './text.ts';

/** What one request for the homepage shows. */
export interface HomeView {
  readonly search: string;
  /** From 1. */
  readonly page: number;
  /** Number of pages, at least 1. */
  readonly pages: number;
  readonly list: SiteList;
  /** A typed name that is not a valid username, and the nearest valid one (may be empty). */
  readonly refused?: { readonly typed: string; readonly suggestion: string };
}

/** What one request for a member's page shows. */
export interface MemberView {
  /** What the member is called now. */
  readonly name: string;
  readonly sites: readonly MemberSite[];
  /** Number of all their listed sites. */
  readonly total: number;
  /** From 1. */
  readonly page: number;
  /** Number of pages, at least 1. */
  readonly pages: number;
}

interface Rendered {
  readonly body: string;
  readonly headers: readonly string[];
}

export interface HomeOptions {
  readonly sites: Sites;
  readonly problems: Problems;
  readonly limits: Limits;
  readonly render: (view: HomeView) => Rendered;
  readonly renderMember: (view: MemberView) => Rendered;
  /** The player of a mode; undefined if there is no such mode. */
  readonly play?: (modeId: string) => Page | undefined;
  /** The reference card of a mode; undefined if there is no such mode. */
  readonly reference?: (modeId: string) => Page | undefined;
  /** The service worker of our pages; absent if the server has no browser code. */
  readonly offline?: Page | undefined;
}

export function homeRoute(options: HomeOptions): Route {
  const cache = new PageCache({ max: options.limits.prepared_pages });
  return {
    method: 'GET',
    pattern: '/',
    about: API_TEXT.home,
    handle(exchange) {
      if (exchange.query === '') return list(exchange, options, cache, '', 1);
      const query = new URLSearchParams(exchange.query);
      const mode = query.get('play');
      if (mode !== null) return instrument(exchange, options, options.play?.(mode));
      const described = query.get('reference');
      if (described !== null) return instrument(exchange, options, options.reference?.(described));
      if (query.has('offline')) return serviceWorker(exchange, options);
      const typed = query.get('go');
      if (typed !== null) return go(exchange, options, typed);
      const page = pageNumber(query.get('page'), options.limits);
      const member = query.get('member');
      if (member !== null) return sitesOf(exchange, options, cache, member, page);
      const search = cut(query.get('q') ?? '', options.limits.search_characters);
      return list(exchange, options, cache, search, page);
    },
  };
}

/** The first `characters` code points, trimmed; never splits a surrogate pair. */
function cut(text: string, characters: number): string {
  return [...text.trim()].slice(0, characters).join('');
}

function pageNumber(text: string | null, { page_number }: Limits): number {
  const number = /^\d{1,9}$/.test(text ?? '') ? Number(text) : 1;
  return Math.min(page_number, Math.max(1, number));
}

function list(
  exchange: Exchange,
  options: HomeOptions,
  cache: PageCache,
  search: string,
  asked: number,
): void | Promise<void> {
  const { sites, limits, render } = options;
  const again = () => list(exchange, options, cache, search, asked);
  if (sites.loading !== undefined) return sites.loading.then(again);
  const { revision } = sites;
  const key = `${asked} ${search}`;
  const known = cache.get(key, revision);
  if (known !== undefined) return known.send(exchange);
  const count = limits.sites_per_page;
  const find = (number: number) => sites.list({ search, offset: (number - 1) * count, count });
  let found = find(asked);
  const pages = Math.max(1, Math.ceil(found.total / count));
  const shown = Math.min(asked, pages);
  if (shown !== asked) found = find(shown);
  const page = new Page(render({ search, page: shown, pages, list: found }));
  return cache.put(key, revision, page).send(exchange);
}

/** The page of a member: the listed sites that they own or were invited to edit. */
function sitesOf(
  exchange: Exchange,
  { sites, limits, problems, renderMember }: HomeOptions,
  cache: PageCache,
  name: string,
  asked: number,
): void | Promise<void> {
  const member = sites.member(name);
  if (member === undefined) return problems.send(exchange, 'member-not-found');
  const key = `member ${asked} ${name}`;
  const version = `${sites.revision} ${member.name}`;
  const known = cache.get(key, version);
  if (known !== undefined) return known.send(exchange);
  const count = limits.sites_per_page;
  const find = (number: number) => member.list({ offset: (number - 1) * count, count });
  let found = find(asked);
  // Nobody is told who is a member and has nothing to show.
  if (found.total === 0) return problems.send(exchange, 'member-not-found');
  const pages = Math.ceil(found.total / count);
  const page = Math.min(asked, pages);
  if (page !== asked) found = find(page);
  const made = new Page(renderMember({ name: member.name, ...found, page, pages }));
  return cache.put(key, version, made).send(exchange);
}

function instrument(
  exchange: Exchange,
  { problems }: HomeOptions,
  page: Page | undefined,
): void | Promise<void> {
  return page === undefined ? problems.send(exchange, 'mode-not-found') : page.send(exchange);
}

function serviceWorker(
  exchange: Exchange,
  { problems, offline }: HomeOptions,
): void | Promise<void> {
  return offline === undefined ? problems.send(exchange, 'not-found') : offline.send(exchange);
}

/** Redirects a typed name to its member page, ignoring case and surrounding spaces. */
function go(exchange: Exchange, options: HomeOptions, typed: string): void | Promise<void> {
  const { limits, sites, problems, render } = options;
  const name = typed.trim().toLowerCase();
  if (judgeUsername(name, limits.username_characters) === 'valid') {
    const head = [
      'Location',
      `/member/${name}`,
      'Content-Length',
      '0',
      'Cache-Control',
      'no-store',
    ];
    exchange.response.writeHead(303, [...head, ...DATA_HEADERS]);
    exchange.response.end();
    return;
  }
  if (!prefersHtml(headerList(exchange.request, 'accept'))) {
    return problems.send(exchange, 'username-invalid');
  }
  if (sites.loading !== undefined) {
    return sites.loading.then(() => go(exchange, options, typed));
  }
  const refused = {
    typed: cut(typed, limits.username_characters),
    suggestion: suggestUsername(typed, limits.username_characters),
  };
  const count = limits.sites_per_page;
  const found = sites.list({ search: '', offset: 0, count });
  const pages = Math.max(1, Math.ceil(found.total / count));
  const { body, headers } = render({ search: '', page: 1, pages, list: found, refused });
  const page = new Page({ body, headers, status: 400, cache: 'no-store', vary: 'Accept' });
  return page.send(exchange);
}
