/** Every limit of the service with its reason, in one place; `--help` prints this list. */

interface Limit {
  readonly value: number;
  readonly unit: string;
  readonly protects: string;
}

const limit = (value: number, unit: string, protects: string): Limit => ({ value, unit, protects });

const TABLE = {
  target_bytes: limit(2_048, 'bytes', 'longer request targets answer 414'),
  header_bytes: limit(8_192, 'bytes', 'larger request heads answer 431'),
  header_count: limit(100, 'headers', 'requests with more headers answer 431'),
  content_bytes: limit(
    65_536,
    'bytes',
    'no route takes content (413); this much is read and dropped, more cuts the connection',
  ),
  headers_timeout_ms: limit(5_000, 'ms', 'a request head that takes longer answers 408'),
  request_timeout_ms: limit(10_000, 'ms', 'a whole request that takes longer answers 408'),
  timeout_check_ms: limit(1_000, 'ms', 'how often slow connections are looked for'),
  response_timeout_ms: limit(30_000, 'ms', 'a client that takes no byte of its answer is cut'),
  keep_alive_ms: limit(15_000, 'ms', 'an idle connection is closed after this'),
  proxied_keep_alive_ms: limit(
    75_000,
    'ms',
    'the same with TRUST_PROXY: longer than proxies reuse',
  ),
  tls_handshake_ms: limit(5_000, 'ms', 'a TLS handshake that takes longer is cut'),
  connections: limit(10_000, 'connections', 'more at once are closed unanswered'),
  connections_per_address: limit(256, 'connections', 'more at once from one address are closed'),
  drain_ms: limit(10_000, 'ms', 'after SIGTERM, requests still running are cut'),
  slow_request_ms: limit(200, 'ms', 'a request that keeps the server busy longer is logged'),
  event_loop_lag_ms: limit(1_000, 'ms', '/health fails when the event loop lags by more'),
  health_interval_ms: limit(1_000, 'ms', 'how often the checks behind /health run'),
  search_characters: limit(64, 'characters', 'a longer search on the homepage is cut'),
  sites_per_page: limit(12, 'sites', 'sites the homepage lists at a time'),
  page_number: limit(10_000, 'pages', 'the last page of the list that can be asked for'),
  prepared_pages: limit(512, 'pages', 'placeholder and list pages kept ready, each'),
  username_characters: limit(64, 'characters', 'longer usernames answer 400'),
  sockets_per_site: limit(200, 'sockets', 'editors and live readers of one site'),
  sockets_per_address: limit(128, 'sockets', 'editors and live readers from one address'),
  message_bytes: limit(12_582_912, 'bytes', 'a larger WebSocket message closes its socket'),
  messages_per_second: limit(200, 'messages', 'a socket that sends more for long is closed'),
  buffered_bytes: limit(8_388_608, 'bytes', 'a reader too slow for this backlog is closed'),
  socket_ping_ms: limit(20_000, 'ms', 'a socket that misses a ping for this long is closed'),
  site_bytes: limit(8_388_608, 'bytes', 'text and assets of one site'),
  sites_per_address_hour: limit(30, 'sites', 'sites created from one address in an hour'),
  sites: limit(100_000, 'sites', 'sites in the store'),
  store_bytes: limit(17_179_869_184, 'bytes', 'all that the store may hold'),
} satisfies Record<string, Limit>;

export type LimitName = keyof typeof TABLE;
export type Limits = { readonly [Name in LimitName]: number };
export type LimitChanges = { readonly [Name in LimitName]?: number | undefined };

export function isLimitName(text: string): text is LimitName {
  return Object.hasOwn(TABLE, text);
}

/** The longest a timer of node can wait; it takes more for one millisecond. */
const LONGEST_MS = 2_147_483_647;

/** The greatest value a limit may be given. */
export function greatest(name: LimitName): number {
  return TABLE[name].unit === 'ms' ? LONGEST_MS : 999_999_999_999_999;
}

const names: readonly LimitName[] = Object.keys(TABLE).filter(isLimitName);

/** The limits as numbers, `changes` (an operator's, a test's) laid over the defaults. */
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

/** One line a limit, for `--help`. */
export function describeLimits(): string {
  const width = Math.max(...names.map((name) => name.length));
  return names
    .map((name) => {
      const { value, unit, protects } = TABLE[name];
      return `  ${name.padEnd(width)}  ${value.toLocaleString('en')} ${unit}: ${protects}`;
    })
    .join('\n');
}
