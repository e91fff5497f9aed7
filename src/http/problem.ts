/** Problem details (RFC 9457): every refusal the service knows, with a type that never changes. */
import type { Limits } from '../limits.ts';
import { usernameRule } from './username.ts';

/** Limits that a refusal tells. */
export type ToldLimits = Pick<
  Limits,
  'target_bytes' | 'header_bytes' | 'header_count' | 'username_characters'
>;

const written = (count: number): string => count.toLocaleString('en');

interface Refusal {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
}

const refusal = (status: number, title: string, detail: string): Refusal => ({
  status,
  title,
  detail,
});

const tableWith = (limits: ToldLimits) =>
  ({
    'request-malformed': refusal(
      400,
      'Malformed request',
      'The request is not well-formed HTTP/1.1.',
    ),
    'target-malformed': refusal(
      400,
      'Malformed address',
      'The address is no path, has a character that must be percent-encoded, or an encoding that is not UTF-8.',
    ),
    'host-invalid': refusal(400, 'Invalid host', 'The request must name exactly one valid host.'),
    'username-invalid': refusal(400, 'Not a username', usernameRule(limits.username_characters)),
    'origin-refused': refusal(
      403,
      'Origin refused',
      'Editing is possible only from the pages of this service.',
    ),
    'not-found': refusal(
      404,
      'Not found',
      'There is nothing at this address. GET /api lists what there is.',
    ),
    'site-not-found': refusal(404, 'No site yet', 'This member has no site yet.'),
    'mode-not-found': refusal(404, 'No such instrument', 'The homepage shows the instruments.'),
    'method-not-allowed': refusal(
      405,
      'Method not allowed',
      'Routes answer GET, HEAD and OPTIONS; editing is a WebSocket.',
    ),
    'request-timeout': refusal(408, 'Request timeout', 'The request took too long to arrive.'),
    'body-refused': refusal(413, 'Content refused', 'No route of this service takes content.'),
    'target-too-long': refusal(
      414,
      'Address too long',
      `An address has ${written(limits.target_bytes)} bytes at most.`,
    ),
    'expectation-failed': refusal(417, 'Expectation failed', 'This service expects nothing.'),
    'handshake-invalid': refusal(
      426,
      'WebSocket needed',
      'This is not a WebSocket handshake of version 13.',
    ),
    'headers-too-large': refusal(
      431,
      'Headers too large',
      `A request head has ${written(limits.header_bytes)} bytes and ${written(limits.header_count)} fields at most.`,
    ),
    internal: refusal(500, 'Internal error', 'Something went wrong here. It has been noted.'),
    draining: refusal(503, 'Shutting down', 'The service is about to stop. Try again in a moment.'),
    'version-unsupported': refusal(
      505,
      'HTTP version not supported',
      'This service speaks HTTP/1.1 and HTTP/1.0.',
    ),
  }) satisfies Record<string, Refusal>;

type Table = ReturnType<typeof tableWith>;
export type ProblemName = keyof Table;

export interface Problem extends Refusal {
  readonly name: ProblemName;
  /** Names the kind of problem for programs; it is a name, there is nothing to fetch behind it. */
  readonly type: string;
}

function isProblemName(text: string, table: Table): text is ProblemName {
  return Object.hasOwn(table, text);
}

/** Every problem, in the words that go with these limits. */
export function problemsWith(limits: ToldLimits): readonly Problem[] {
  const table = tableWith(limits);
  return Object.keys(table)
    .filter((name) => isProblemName(name, table))
    .map((name) => ({ name, type: `urn:problem-type:ensemble:${name}`, ...table[name] }));
}

/** The document a program receives. */
export function problemJson({ type, title, status, detail }: Problem): string {
  return JSON.stringify({ type, title, status, detail });
}
