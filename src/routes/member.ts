/** `GET /member/:username`: the member's site, its views, and the WebSocket that edits it. */
import type { Exchange } from '../http/exchange.ts';
import type { Page } from '../http/page.ts';
import { DATA_HEADERS } from '../http/policy.ts';
import type { Problems } from '../http/problems.ts';
import type { Route } from '../http/router.ts';
import { judgeUsername } from '../http/username.ts';
import type { Sites } from '../sites/sites.ts';

/** Pages that are the same document for every member; each reads the username from its address. */
export interface MemberViews {
  readonly edit: Page;
  readonly history: Page;
  readonly live: Page;
  readonly preview: Page;
  /** The player of an instrument of the site; its script says where there is none. */
  readonly play: Page;
}

export interface MemberOptions {
  readonly sites: Sites;
  readonly problems: Problems;
  /** Absent in a server without browser code for them. */
  readonly views?: Partial<MemberViews>;
  /** The page of a member who has no site yet. */
  readonly placeholder: (username: string) => Page;
  readonly username_characters: number;
}

const VIEWS = ['edit', 'history', 'live', 'preview', 'export', 'play'] as const;
type View = (typeof VIEWS)[number];

export function memberRoute(options: MemberOptions): Route {
  const { sites, problems, username_characters } = options;
  const refusal = (username: string) => judgeUsername(username, username_characters);
  return {
    method: 'GET',
    pattern: '/member/:username',
    about: "A member's website, or a placeholder where there is none yet",
    handle(exchange) {
      const judged = refusal(exchange.parameter);
      if (judged === 'invalid') return problems.send(exchange, 'username-invalid');
      if (judged === 'capitals') return redirect(exchange);
      const view = exchange.query === '' ? undefined : viewOf(exchange.query);
      return view === undefined ? show(exchange, options) : showView(exchange, options, view);
    },
    upgrade(handshake) {
      if (refusal(handshake.parameter) !== 'valid') handshake.refuse('username-invalid');
      else sites.connect(handshake);
    },
  };
}

/** The first view that the query names; what else it says is ignored. */
function viewOf(query: string): View | undefined {
  for (const name of new URLSearchParams(query).keys()) {
    const view = VIEWS.find((known) => known === name);
    if (view !== undefined) return view;
  }
  return undefined;
}

/** One address for each member: capitals are sent to the lower-case spelling. */
function redirect({ response, parameter, query }: Exchange): void {
  const location = `/member/${parameter.toLowerCase()}${query === '' ? '' : `?${query}`}`;
  response.writeHead(308, ['Location', location, 'Content-Length', '0', ...DATA_HEADERS]);
  response.end();
}

function show(exchange: Exchange, options: MemberOptions): void | Promise<void> {
  const { sites, placeholder } = options;
  const send = (page: Page | undefined) => (page ?? placeholder(exchange.parameter)).send(exchange);
  const page = sites.publish(exchange.parameter);
  return page instanceof Promise ? page.then(send) : send(page);
}

async function showView(
  exchange: Exchange,
  { sites, problems, views }: MemberOptions,
  view: View,
): Promise<void> {
  if (view === 'export') {
    const page = await sites.export(exchange.parameter);
    return page === undefined ? problems.send(exchange, 'site-not-found') : page.send(exchange);
  }
  const page = views?.[view];
  if (page !== undefined) return page.send(exchange);
  return problems.send(exchange, 'not-found');
}
