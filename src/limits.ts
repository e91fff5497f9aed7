/** Every limit of the service and what it protects; `--help` prints this list. */

interface Limit {
  readonly value: number;
  readonly unit: string;
  readonly protects: string;
}

const limit = (value: number, unit: string, protects: string): Limit => ({ value, unit, protects });

const TABLE = {
  target_bytes: limit(2_048, 'bytes', 'longer request targets get 414'),
  header_bytes: limit(8_192, 'bytes', 'larger request heads get 431'),
  header_count: limit(100, 'headers', 'requests with more header fields get 431'),
  content_bytes: limit(
    65_536,
    'bytes',
    'no route takes content (413); up to this much is read and dropped, more cuts the connection',
  ),
  headers_timeout_ms: limit(5_000, 'ms', 'slower request heads get 408 (Slowloris)'),
  request_timeout_ms: limit(10_000, 'ms', 'slower requests get 408 (R.U.D.Y.)'),
  timeout_check_ms: limit(1_000, 'ms', 'how often slow connections are checked'),
  response_timeout_ms: limit(
    30_000,
    'ms',
    'a client that reads nothing of its response for this long is cut off',
  ),
  unsent_bytes_per_address: limit(
    268_435_456,
    'bytes',
    'different pages that one address is still reading; beyond it, whoever has taken longest is cut off',
  ),
  keep_alive_ms: limit(15_000, 'ms', 'idle connections are closed after this time'),
  proxied_keep_alive_ms: limit(
    75_000,
    'ms',
    'the same with TRUST_PROXY: longer than proxies reuse connections',
  ),
  tls_handshake_ms: limit(5_000, 'ms', 'slower TLS handshakes are cut off'),
  connections: limit(10_000, 'connections', 'more at once are closed without a response'),
  connections_per_address: limit(
    256,
    'connections',
    'more from one address are closed; an IPv6 address counts as its /64 network',
  ),
  drain_ms: limit(10_000, 'ms', 'requests still running this long after SIGTERM are cut off'),
  slow_request_ms: limit(200, 'ms', 'requests that keep the server busy longer are logged'),
  event_loop_lag_ms: limit(1_000, 'ms', '/health fails when the event loop lags more'),
  health_interval_ms: limit(1_000, 'ms', 'how often the health checks run'),
  search_characters: limit(64, 'characters', 'longer searches on the homepage are cut short'),
  sites_per_page: limit(12, 'sites', 'sites listed on one page of the homepage'),
  page_number: limit(10_000, 'pages', 'the last page of that list'),
  prepared_pages: limit(512, 'pages', 'placeholder pages kept in memory, and as many list pages'),
  username_characters: limit(64, 'characters', 'longer usernames get 400'),
  sockets_per_site: limit(200, 'sockets', 'editors and live viewers of one site'),
  sockets_per_address: limit(128, 'sockets', 'editors and live viewers from one address'),
  message_bytes: limit(12_582_912, 'bytes', 'a larger WebSocket message closes the socket'),
  messages_per_second: limit(
    200,
    'messages',
    'what a socket sends beyond that waits; ten seconds’ worth may come at once, and a request counts as 20',
  ),
  buffered_bytes: limit(8_388_608, 'bytes', 'a reader that falls this far behind is closed'),
  work_ms_per_address: limit(
    250,
    'ms',
    'server time per second for what one address asks over sockets, and saved up for 8 seconds; more waits, and less is had while visitors take the rest',
  ),
  work_ms_per_site: limit(500, 'ms', 'the same for what everyone asks of one site'),
  work_wait_ms: limit(
    10_000,
    'ms',
    'a socket is closed whose messages wait longer, for server time or until it reads its answers',
  ),
  unread_bytes: limit(
    1_048_576,
    'bytes',
    'while more than this waits to be read by a socket, nothing it sends is handled',
  ),
  unread_bytes_per_address: limit(
    67_108_864,
    'bytes',
    'while more waits to be read by one address, it gets no further documents',
  ),
  received_bytes_per_address: limit(
    67_108_864,
    'bytes',
    'unfinished messages and waiting edits of one address; a socket that would exceed it is closed',
  ),
  open_bytes_per_address: limit(
    268_435_456,
    'bytes',
    'memory of the sites that one address has open; above it, it cannot open another large site',
  ),
  awareness_bytes: limit(131_072, 'bytes', 'a larger awareness message closes the socket'),
  wrong_keys_per_minute: limit(
    30,
    'keys',
    'after so many wrong keys from one address no further key of it is tried for a minute',
  ),
  links_per_site: limit(50, 'links', 'edit links and open invitations of one site'),
  editors_per_site: limit(500, 'people', 'people invited to edit one site'),
  invitations_per_address_hour: limit(
    120,
    'links',
    'edit links and invitations made from one address per hour',
  ),
  claims_per_address_hour: limit(30, 'sites', 'sites claimed from one address per hour'),
  comment_characters: limit(2_000, 'characters', 'a longer comment is refused'),
  comments_per_site: limit(2_000, 'comments', 'comments on one site, replies included'),
  comments_per_author: limit(1_000, 'comments', 'comments of one author on one site'),
  comment_bytes_per_site: limit(2_097_152, 'bytes', 'all comments on one site'),
  comments_per_author_minute: limit(20, 'comments', 'comments of one author per minute'),
  comments_per_address_minute: limit(240, 'comments', 'comments from one address per minute'),
  members: limit(100_000, 'people', 'members, who keep their name with a passkey'),
  members_per_address_hour: limit(60, 'people', 'new members from one address per hour'),
  names_per_member: limit(10, 'names', 'names a member can have had; all of them stay theirs'),
  wrong_codes_per_hour: limit(
    5,
    'codes',
    'after so many wrong recovery codes from one address no further one is tried for an hour',
  ),
  socket_ping_ms: limit(
    20_000,
    'ms',
    'a socket that does not answer a ping in this time is closed',
  ),
  site_bytes: limit(8_388_608, 'bytes', 'text and assets of one site'),
  history_bytes_per_address_hour: limit(
    134_217_728,
    'bytes',
    'edits stored from one address per hour',
  ),
  sites_per_address_hour: limit(30, 'sites', 'sites created from one address per hour'),
  sites: limit(100_000, 'sites', 'sites in the store'),
  store_bytes: limit(17_179_869_184, 'bytes', 'everything in the store'),
} satisfies Record<string, Limit>;

export type LimitName = keyof typeof TABLE;
export type Limits = { readonly [Name in LimitName]: number };
export type LimitChanges = { readonly [Name in LimitName]?: number | undefined };

export function isLimitName(text: string): text is LimitName {
  return Object.hasOwn(TABLE, text);
}

/** Longest Node timer; it treats a longer delay as 1 ms. */
const MAX_TIMER_MS = 2_147_483_647;

/** The greatest value a limit can be set to. */
export function greatest(name: LimitName): number {
  return TABLE[name].unit === 'ms' ? MAX_TIMER_MS : 999_999_999_999_999;
}

const names: readonly LimitName[] = Object.keys(TABLE).filter(isLimitName);

/** The limits as numbers: the defaults, overridden by `changes`. */
export function limitsWith(changes: LimitChanges = {}): Limits {
  const numbers: { [Name in LimitName]?: number } = {};
  for (const name of names) numbers[name] = changes[name] ?? TABLE[name].value;
  return complete(numbers);
}

function complete(numbers: { readonly [Name in LimitName]?: number }): Limits {
  const isComplete = (some: typeof numbers): some is Limits =>
    names.every((name) => some[name] !== undefined);
  if (!isComplete(numbers)) throw new Error('a limit has no value');
  return numbers;
}

/** Every limit with its default and what it does, in the order of the table. */
export function limitRows(): (Limit & { readonly name: LimitName })[] {
  return names.map((name) => ({ name, ...TABLE[name] }));
}

/** One line per limit, for `--help`. */
export function describeLimits(): string {
  const width = Math.max(...names.map((name) => name.length));
  return limitRows()
    .map(
      ({ name, value, unit, protects }) =>
        `  ${name.padEnd(width)}  ${value.toLocaleString('en')} ${unit}: ${protects}`,
    )
    .join('\n');
}
