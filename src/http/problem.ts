/** Problem details (RFC 9457): every error response of the service, with a type that never changes. */
import type { Limits } from '../limits.ts';
import { usernameRule } from '../shared/username.ts';

/** The limits that problem details mention. */
export type ProblemLimits = Pick<
  Limits,
  'target_bytes' | 'header_bytes' | 'header_count' | 'username_characters'
>;

const written = (count: number): string => count.toLocaleString('en');

interface Details {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
}

const details = (status: number, title: string, detail: string): Details => ({
  status,
  title,
  detail,
});

/** In place of a site that is not shown, or of a page that a site does not have. */
const SITE_TABLE = {
  'site-hidden': details(
    403,
    'This site is hidden',
    'The operator of this service has hidden it for now.',
  ),
  'page-not-found': details(
    404,
    'This page does not exist',
    'This site has no page at this address. It may have been renamed or deleted.',
  ),
  'site-removed': details(
    410,
    'This site was removed',
    'Its owner or the operator of this service removed it.',
  ),
  'site-damaged': details(
    500,
    'This site can’t be shown',
    'Its stored data is damaged. The error has been logged for the operator. Other sites are not affected.',
  ),
  'page-too-slow': details(
    503,
    'This page can’t be shown',
    'The server takes too long to make it. The error has been logged for the operator. Whoever edits the site can try with fewer pictures or less code.',
  ),
} satisfies Record<string, Details>;

export type SiteProblemName = keyof typeof SITE_TABLE;

const tableWith = (limits: ProblemLimits) =>
  ({
    'request-malformed': details(
      400,
      'Malformed request',
      'The request is not well-formed HTTP/1.1.',
    ),
    'target-malformed': details(
      400,
      'Malformed address',
      'The address is not a path, contains a character that must be percent-encoded, or is not valid UTF-8.',
    ),
    'host-invalid': details(400, 'Invalid host', 'The request must name exactly one valid host.'),
    'username-invalid': details(400, 'Invalid site name', usernameRule(limits.username_characters)),
    'origin-refused': details(
      403,
      'Origin refused',
      'Sites can only be edited from the pages of this service.',
    ),
    'not-found': details(
      404,
      'Not found',
      'There is nothing at this address. The homepage lists sites and instruments; /api describes the routes.',
    ),
    'site-not-found': details(404, 'No site yet', 'This member has no site yet.'),
    'mode-not-found': details(404, 'No such instrument', 'The homepage shows the instruments.'),
    'member-not-found': details(404, 'No such member', 'No member of this name lists a site.'),
    'method-not-allowed': details(
      405,
      'Method not allowed',
      'Routes support GET, HEAD and OPTIONS; editing uses a WebSocket.',
    ),
    'request-timeout': details(408, 'Request timeout', 'The request took too long to arrive.'),
    'body-refused': details(413, 'Content refused', 'No route of this service accepts content.'),
    'target-too-long': details(
      414,
      'Address too long',
      `Addresses are limited to ${written(limits.target_bytes)} bytes.`,
    ),
    'expectation-failed': details(417, 'Expectation failed', 'Only 100-continue is supported.'),
    'host-unknown': details(
      421,
      'Unknown host',
      'This server does not answer under this name. If the name is right, set BASE_URL to its address.',
    ),
    'handshake-invalid': details(
      426,
      'WebSocket required',
      'This is not a version 13 WebSocket handshake.',
    ),
    'headers-too-large': details(
      431,
      'Headers too large',
      `Request headers are limited to ${written(limits.header_bytes)} bytes and ${written(limits.header_count)} fields.`,
    ),
    internal: details(
      500,
      'Internal error',
      'Something went wrong on the server. The error was logged.',
    ),
    draining: details(503, 'Shutting down', 'The service is shutting down. Try again in a moment.'),
    'version-unsupported': details(
      505,
      'HTTP version not supported',
      'This service supports HTTP/1.1 and HTTP/1.0.',
    ),
    ...SITE_TABLE,
  }) satisfies Record<string, Details>;

type ProblemTable = ReturnType<typeof tableWith>;
export type ProblemName = keyof ProblemTable;

export interface Problem extends Details {
  readonly name: ProblemName;
  /** Identifies the kind of problem for programs; it is a name, not an address to fetch. */
  readonly type: string;
}

const typeOf = (name: ProblemName): string => `urn:problem-type:ensemble:${name}`;

function isProblemName(text: string, table: ProblemTable): text is ProblemName {
  return Object.hasOwn(table, text);
}

/** Every problem, worded for these limits. */
export function problemsWith(limits: ProblemLimits): readonly Problem[] {
  const table = tableWith(limits);
  return Object.keys(table)
    .filter((name) => isProblemName(name, table))
    .map((name) => ({ name, type: typeOf(name), ...table[name] }));
}

/** One of those about a site: no limit is in their words. */
export const siteProblem = (name: SiteProblemName): Problem => ({
  name,
  type: typeOf(name),
  ...SITE_TABLE[name],
});

/** The document a program receives. */
export function problemJson({ type, title, status, detail }: Problem): string {
  return JSON.stringify({ type, title, status, detail });
}
