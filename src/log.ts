/** The log: one JSON object per line, or coloured text on a terminal. */

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import pino, { type Logger } from 'pino';
import { header } from './http/headers.ts';
import type { KernelLog } from './http/kernel.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** Access log lines are buffered up to this before they are written. */
const ACCESS_BATCH_BYTES = 8_192;
const ACCESS_FLUSH_MS = 1_000;
const LEVELS: Readonly<Record<number, string>> = {
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'ERROR',
  60: 'FATAL',
};

export interface LogOptions {
  readonly level: LogLevel;
  /** True on a terminal: lines of text instead of JSON. */
  readonly human: boolean;
  readonly write: (line: string) => void;
  /** Which of several servers writes it. */
  readonly node?: string;
}

export function createLog({ level, human, write, node }: LogOptions): Logger {
  const base = node === undefined ? null : { node };
  const options = { level, base, timestamp: pino.stdTimeFunctions.isoTime };
  return pino(options, { write: human ? (line: string) => write(humanLine(line)) : write });
}

/** Escapes characters that would end the line or control the terminal. */
function harmless(text: string): string {
  return text.replace(
    /[\p{Cc}\u2028\u2029]/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** `12:34:56 info  listening  url=http://…` from a line of JSON. */
export function humanLine(line: string): string {
  const { time, level, msg, ...rest }: Record<string, unknown> = JSON.parse(line);
  const clock = String(time).slice(11, 19);
  const fields = Object.entries(rest).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return ` ${name}=${harmless(text)}`;
  });
  const word = (LEVELS[Number(level)] ?? String(level)).padEnd(5);
  return `${clock} ${word} ${harmless(String(msg ?? ''))}${fields.join('')}\n`;
}

/** Keeps a proxy's request id if it is plain, so that both logs can be correlated. */
function requestId(request: IncomingMessage): string {
  const given = header(request, 'x-request-id') ?? '';
  return /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
}

/** The part of a request that may be logged: never the query, which may contain what people typed. */
function seen(request: IncomingMessage): { method: string; path: string } {
  return { method: request.method ?? '', path: (request.url ?? '').replace(/\?.*$/s, '') };
}

/** Writes what the kernel reports to the log; every request only if `access` is given. */
export function kernelLog(log: Logger, access?: AccessLog): KernelLog {
  return {
    failed(error, request) {
      const id = requestId(request);
      log.error({ request: id, ...seen(request), err: error }, 'request failed');
      return id;
    },
    slow(request, milliseconds) {
      log.warn(
        { request: requestId(request), ...seen(request), milliseconds: Math.round(milliseconds) },
        'slow request',
      );
    },
    ...(access !== undefined && {
      access(request: IncomingMessage, response: ServerResponse, milliseconds: number) {
        access.add(
          JSON.stringify({
            time: new Date().toISOString(),
            request: requestId(request),
            ...seen(request),
            status: response.statusCode,
            milliseconds: Number(milliseconds.toFixed(2)),
          }),
        );
      },
    }),
  };
}

/** The access log, written in batches: one write per line costs a third of the throughput. */
export class AccessLog {
  readonly #write: (text: string) => void;
  readonly #timer: NodeJS.Timeout;
  #waiting = '';

  constructor(write: (text: string) => void) {
    this.#write = write;
    this.#timer = setInterval(() => this.flush(), ACCESS_FLUSH_MS).unref();
  }

  add(line: string): void {
    this.#waiting += `${line}\n`;
    if (this.#waiting.length >= ACCESS_BATCH_BYTES) this.flush();
  }

  flush(): void {
    if (this.#waiting === '') return;
    const text = this.#waiting;
    this.#waiting = '';
    this.#write(text);
  }

  close(): void {
    clearInterval(this.#timer);
    this.flush();
  }
}
