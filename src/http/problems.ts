/** Sends problems, as HTML if the client prefers it, otherwise as JSON; both are prepared at start-up. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { prefersHtml } from './accept.ts';
import type { Exchange } from './exchange.ts';
import { headerList } from './headers.ts';
import { Page, type Sendable } from './page.ts';
import {
  type Problem,
  type ProblemLimits,
  type ProblemName,
  problemJson,
  problemsWith,
} from './problem.ts';

/** Every route supports the same methods, so `Allow` is a constant. */
export const ALLOW = 'GET, HEAD, OPTIONS';

const RETRY_AFTER_S = '5';

interface RawResponse {
  readonly head: string;
  readonly body: string;
}

interface Document {
  readonly body: string;
  readonly headers: readonly string[];
}

interface Prepared {
  readonly page: Sendable;
  /** A response without its date, for connections on which no request could be read. */
  readonly raw: RawResponse;
}

export class Problems {
  readonly #prepared = new Map<ProblemName, Prepared>();

  /**
   * @param limits mentioned in problem details
   * @param headers security headers of every JSON problem
   * @param htmlOf the document people see, with the headers it needs
   */
  constructor(
    limits: ProblemLimits,
    headers: readonly string[],
    htmlOf: (problem: Problem) => Document,
  ) {
    for (const problem of problemsWith(limits)) {
      const page = problemAnswer(problem, headers, () => htmlOf(problem));
      const raw = rawResponse(problem, problemJson(problem), headers);
      this.#prepared.set(problem.name, { page, raw });
    }
  }

  send(exchange: Exchange, name: ProblemName): void | Promise<void> {
    return this.#of(name).page.send(exchange);
  }

  /** Answers on a connection without a request, and closes it. */
  sendRaw(socket: Socket, name: ProblemName): void {
    const { head, body } = this.#of(name).raw;
    if (socket.writable) socket.end(`${head}Date: ${new Date().toUTCString()}\r\n\r\n${body}`);
    else socket.destroy();
  }

  #of(name: ProblemName): Prepared {
    const prepared = this.#prepared.get(name);
    if (prepared === undefined) throw new Error(`There is no problem "${name}".`);
    return prepared;
  }
}

/** Answers with a problem: as HTML if the client prefers it, otherwise as JSON with these headers; each is made once. */
export function problemAnswer(
  problem: Problem,
  headers: readonly string[],
  htmlOf: () => Document,
): Sendable {
  const { status } = problem;
  const own = headersOf(problem);
  const shared = { status, cache: 'no-store', vary: 'Accept', prepared: 'once' } as const;
  const asHtml = (): Page => {
    const { body, headers } = htmlOf();
    return new Page({ ...shared, body, headers: [...headers, ...own] });
  };
  const asJson = (): Page => {
    const type = 'application/problem+json';
    const body = problemJson(problem);
    return new Page({ ...shared, body, type, headers: [...headers, ...own] });
  };
  let html: Page | undefined;
  let json: Page | undefined;
  const send = (exchange: Exchange): void | Promise<void> => {
    if (prefersHtml(headerList(exchange.request, 'accept'))) {
      html ??= asHtml();
      return html.send(exchange);
    }
    json ??= asJson();
    return json.send(exchange);
  };
  return { status, send };
}

function headersOf({ status }: Problem): string[] {
  if (status === 405) return ['Allow', ALLOW];
  if (status === 426) return ['Upgrade', 'websocket', 'Sec-WebSocket-Version', '13'];
  if (status === 503) return ['Retry-After', RETRY_AFTER_S];
  return [];
}

function rawResponse(problem: Problem, body: string, headers: readonly string[]): RawResponse {
  const fields = [
    'Connection',
    'close',
    'Content-Type',
    'application/problem+json',
    'Content-Length',
    String(Buffer.byteLength(body)),
    'Cache-Control',
    'no-store',
    ...headers,
  ];
  let head = `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? problem.title}\r\n`;
  for (let i = 0; i < fields.length; i += 2) head += `${fields[i]}: ${fields[i + 1]}\r\n`;
  return { head, body };
}
