/** `GET /member/:username`: the member's site, its views, and the WebSocket that edits it. */
import type { ServerResponse } from 'node:http';
import type { Exchange } from '../http/exchange.ts';
import type { Page, Sendable } from '../http/page.ts';
import { DATA_HEADERS } from '../http/policy.ts';
import type { Problems } from '../http/problems.ts';
import type { Route } from '../http/router.ts';
import type { SiteHosts } from '../http/site-host.ts';
import { FIRST_PAGE, pageAddress, pageInQuery } from '../shared/site/page-links.ts';
import { VIEWS, type View, viewOf } from '../shared/site/views.ts';
import { judgeUsername } from '../shared/username.ts';
import type { Sites } from '../sites/sites.ts';
import { API_TEXT } from './text.ts';

/** Pages that are one document for all members; their scripts read the username from the address. */
export interface MemberViews {
  readonly edit: Page;
  /** The script of the worker that tidies code, which the editor loads when it is first needed. */
  readonly format: Page;
  readonly history: Page;
  readonly live: Page;
  readonly preview: Page;
  /** The same under an address that names its version, for browsers to keep. */
  readonly lastingPreview: Page;
  /** The player of an instrument of the site; its script reports an unknown instrument. */
  readonly play: Page;
}

export interface MemberOptions {
  readonly sites: Sites;
  readonly problems: Problems;
  /** Absent if the server has no browser code. */
  readonly views?: Partial<MemberViews>;
  /** The page of a member without a site. */
  readonly placeholder: (username: string) => Page;
  readonly username_characters: number;
  /** Where sites have hosts of their own: they are shown there. */
  readonly siteHosts?: SiteHosts | undefined;
}

export function memberRoute(options: MemberOptions): Route {
  const { sites, problems, username_characters } = options;
  const judge = (username: string) => judgeUsername(username, username_characters);
  return {
    method: 'GET',
    pattern: '/member/:username',
    about: API_TEXT.member,
    handle(exchange) {
      const judged = judge(exchange.parameter);
      if (judged === 'invalid') return problems.send(exchange, 'username-invalid');
      if (judged === 'capitals') return redirect(exchange);
      if (exchange.query === '') return show(exchange, options, FIRST_PAGE);
      const view = viewOf(new URLSearchParams(exchange.query).keys());
      const page = view === undefined ? pageInQuery(exchange.query) : undefined;
      if (page !== undefined) return showPage(exchange, options, page);
      return view === undefined ? tidy(exchange) : showView(exchange, options, view);
    },
    upgrade(handshake) {
      if (judge(handshake.parameter) !== 'valid') handshake.refuse('username-invalid');
      else sites.connect(handshake);
    },
  };
}

/** Whether a query asks for a view, or nearly so. */
export function isView(query: string): boolean {
  return viewOf(new URLSearchParams(query).keys()) !== undefined || firstNear(query).length > 0;
}

/** Redirects capitals to lower case, so that each member has one address. */
function redirect({ response, parameter, query }: Exchange): void {
  const location = `/member/${parameter.toLowerCase()}${query === '' ? '' : `?${query}`}`;
  answerRedirect(response, 308, location);
}

/**
 * A query that names no view never shows a site under it: `?edit.` leads to `?edit`, and what others hang
 * on links (`?utm_source=…`) is dropped. Not for good, since later versions may give such a query a meaning.
 */
function tidy({ response, parameter, query }: Exchange): void {
  const [name = '', value = ''] = firstNear(query);
  const view = VIEWS.find((known) => known === name);
  const given = value === '' ? '' : `=${encodeURIComponent(value)}`;
  answerRedirect(
    response,
    307,
    `/member/${parameter}${view === undefined ? '' : `?${view}${given}`}`,
  );
}

/** The first parameter that is a view but for capitals and signs, under the view's name. */
function firstNear(query: string): readonly [string, string] | [] {
  for (const [name, value] of new URLSearchParams(query)) {
    const near = name.toLowerCase().replace(/[^a-z]/g, '');
    if (VIEWS.some((known) => known === near)) return [near, value];
  }
  return [];
}

export function answerRedirect(
  response: ServerResponse,
  status: 307 | 308,
  location: string,
): void {
  response.writeHead(status, ['Location', location, 'Content-Length', '0', ...DATA_HEADERS]);
  response.end();
}

/** A page of a site has one address: others lead there. */
function showPage(exchange: Exchange, options: MemberOptions, page: string): void | Promise<void> {
  const { response, parameter, query } = exchange;
  const address = pageAddress(`/member/${parameter}`, { page, hash: '' });
  if (address !== `/member/${parameter}?${query}`) return answerRedirect(response, 307, address);
  return show(exchange, options, page);
}

function show(exchange: Exchange, options: MemberOptions, name: string): void | Promise<void> {
  const { sites, placeholder, siteHosts } = options;
  const { response, parameter, request } = exchange;
  const send = (page: Sendable | undefined) => {
    if (siteHosts === undefined || page?.status !== 200) {
      return (page ?? placeholder(parameter)).send(exchange);
    }
    const address = pageAddress(siteHosts.addressOf(parameter), { page: name, hash: '' });
    return answerRedirect(response, 307, address);
  };
  const page = sites.publish(parameter, request, name);
  return page instanceof Promise ? page.then(send) : send(page);
}

async function showView(
  exchange: Exchange,
  { sites, problems, views }: MemberOptions,
  view: View,
): Promise<void> {
  if (view === 'export') {
    const format = new URLSearchParams(exchange.query).get('export') === 'zip' ? 'zip' : 'html';
    const page = await sites.export(exchange.parameter, exchange.request, format);
    return page === undefined ? problems.send(exchange, 'site-not-found') : page.send(exchange);
  }
  const page = view === 'preview' ? previewOf(exchange, views) : views?.[view];
  if (page !== undefined) return page.send(exchange);
  return problems.send(exchange, 'not-found');
}

function previewOf({ query }: Exchange, views: MemberOptions['views']): Page | undefined {
  const { preview, lastingPreview } = views ?? {};
  const asked = new URLSearchParams(query).get('preview');
  return asked === lastingPreview?.version ? lastingPreview : preview;
}
