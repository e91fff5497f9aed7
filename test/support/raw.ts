/** HTTP by hand over TCP: bytes out, responses in, nothing tidied on the way. */
import { connect, type Socket } from 'node:net';

export interface RawResponse {
  readonly status: number;
  /** Lower-case names; the values of a repeated field joined with ", ". */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface RawResult {
  readonly responses: readonly RawResponse[];
  /** True if the server ended the connection. */
  readonly closed: boolean;
  /** Bytes behind the last whole response. */
  readonly rest: string;
  /** Everything that came, one character a byte. */
  readonly text: string;
}

export interface RawOptions {
  /** Responses to wait for; otherwise the end of the connection is. Default 1. */
  readonly count?: number;
  /** True if the answers have no body although they tell a length. */
  readonly head?: boolean;
  readonly timeout_ms?: number;
  /** Local address to come from, as in 127.0.0.2. */
  readonly from?: string;
}

interface Parsed {
  readonly response: RawResponse;
  readonly used: number;
}

function parseOne(bytes: Buffer, head: boolean): Parsed | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  const status = Number(first.split(' ')[1]);
  const bare = head || status === 204 || status === 304 || status < 200;
  const length = bare ? 0 : Number(headers['content-length'] ?? 0);
  const used = end + 4 + length;
  if (bytes.length < used) return undefined;
  const body = bytes.subarray(end + 4, used).toString();
  return { response: { status, headers, body }, used };
}

function parseAll(bytes: Buffer, head: boolean): { responses: RawResponse[]; rest: Buffer } {
  const responses: RawResponse[] = [];
  let left = bytes;
  for (let one = parseOne(left, head); one !== undefined; one = parseOne(left, head)) {
    responses.push(one.response);
    left = left.subarray(one.used);
  }
  return { responses, rest: left };
}

export function open(port: number, from?: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      port,
      host: '127.0.0.1',
      ...(from !== undefined && { localAddress: from }),
    });
    socket.setNoDelay(true);
    socket.once('connect', () => resolve(socket));
    socket.once('error', reject);
  });
}

const ignore = () => {};

/** Sends `bytes` on an open socket and reads what comes back. */
export function talk(
  socket: Socket,
  bytes: string | Buffer,
  { count = 1, head = false, timeout_ms = 8_000 }: RawOptions = {},
): Promise<RawResult> {
  return new Promise((resolve) => {
    const received: Buffer[] = [];
    const responses: RawResponse[] = [];
    let rest = Buffer.alloc(0);
    const end = () => finish(true);
    const finish = (closed: boolean) => {
      clearTimeout(timer);
      socket.off('data', take);
      socket.off('close', end);
      socket.off('error', ignore);
      const text = Buffer.concat(received).toString('latin1');
      resolve({ responses, rest: rest.toString('latin1'), closed, text });
    };
    const take = (chunk: Buffer) => {
      received.push(chunk);
      const parsed = parseAll(Buffer.concat([rest, chunk]), head);
      responses.push(...parsed.responses);
      rest = Buffer.from(parsed.rest);
      if (responses.length >= count) finish(false);
    };
    const timer = setTimeout(() => finish(false), timeout_ms);
    socket.on('data', take);
    socket.once('error', ignore);
    socket.once('close', end);
    socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  });
}

/** Sends `bytes` on a connection of its own; the connection is gone afterwards. */
export async function raw(
  port: number,
  bytes: string | Buffer,
  options: RawOptions = {},
): Promise<RawResult> {
  const socket = await open(port, options.from);
  const result = await talk(socket, bytes, options);
  socket.destroy();
  return result;
}

/** One well-formed request; the first response. */
export async function ask(
  port: number,
  target: string,
  { method = 'GET', headers = '' }: { method?: string; headers?: string } = {},
): Promise<RawResponse> {
  const request = `${method} ${target} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`;
  const { responses } = await raw(port, request, { head: method === 'HEAD' });
  const [response] = responses;
  if (response === undefined) throw new Error(`${method} ${target} was not answered`);
  return response;
}
