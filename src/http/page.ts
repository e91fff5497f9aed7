/**
 * A page: one complete document, prepared once per version and sent many times.
 *
 * The boundary between what makes documents (routes, sites, editor, player) and what sends them: the caller
 * only calls `send`. The entity tag, conditional responses, encodings and headers are worked out here, once
 * for each version of the text.
 */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { chooseEncoding, type Encoding } from './accept.ts';
import type { Exchange } from './exchange.ts';
import { headerList } from './headers.ts';
import { send } from './send.ts';

export interface PageOptions {
  /** The whole document. */
  readonly body: string | Buffer;
  /** Whether it is worth compressing, unlike files such as zip files. Default: if it is a string. */
  readonly isText?: boolean;
  /** A hash of the body if it is known, as `versionOf` makes it. */
  readonly version?: string;
  /** Default 200. */
  readonly status?: number;
  /** Default `text/html; charset=utf-8`. */
  readonly type?: string;
  /** Name, value, name, value …: policy and other headers of this page. */
  readonly headers: readonly string[];
  /**
   * Default `no-cache`: cached by the browser and revalidated on every visit. `lasting`: not revalidated, for an address
   * that names the version.
   */
  readonly cache?: keyof typeof CACHE_CONTROL;
  /** Request headers besides Accept-Encoding that this document depends on. */
  readonly vary?: string;
  /** `once` for what lives as long as the process, `often` for what people change. Default `often`. */
  readonly prepared?: 'once' | 'often';
}

const CACHE_CONTROL = {
  'no-cache': 'no-cache',
  'no-store': 'no-store',
  lasting: 'public, max-age=31536000, immutable',
} as const;

/** What answers a request with a page. */
export interface Sendable {
  readonly status: number;
  send(exchange: Exchange): void | Promise<void>;
}

interface VariantHead {
  readonly etag: string;
  readonly head: string[];
  readonly unchanged: readonly string[];
}

interface Variant extends VariantHead {
  /** A string has one character per byte, to be written as Latin-1. */
  readonly body: string | Buffer;
}

type Heads = Partial<Record<Encoding, VariantHead>>;
const ENCODINGS: readonly Encoding[] = ['identity', 'gzip', 'br'];

/**
 * Up to this size a body is kept as a string of its bytes, which Node writes together with the headers
 * (measured: 10 to 20 % less time per request); above it, joining the two costs more.
 */
const ONE_PIECE_BYTES = 32_768;
/** Below this, compression saves less than a packet. */
const WORTH_COMPRESSING_BYTES = 1_024;
/** 11 makes the editor 8 % smaller but takes 15 times as long, and its first visitor would wait for it. */
const BROTLI_ONCE = 9;
const BROTLI_OFTEN = 5;
const GZIP_ONCE = 9;
const GZIP_OFTEN = 6;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** A hash of a document, the same for equal ones. */
export const versionOf = (body: string | Uint8Array): string =>
  createHash('sha256').update(body).digest('base64url').slice(0, 22);

export class Page implements Sendable {
  readonly status: number;
  /** Hash of the document, the same for equal bodies; part of every variant's entity tag. */
  readonly version: string;
  readonly #options: PageOptions;
  readonly #compressible: boolean;
  readonly #ready: Partial<Record<Encoding, Variant>> = {};
  readonly #pending: Partial<Record<Encoding, Promise<Variant>>> = {};

  constructor(options: PageOptions) {
    const { body } = options;
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    this.#options = options;
    this.status = options.status ?? 200;
    this.version = options.version ?? versionOf(body);
    const isText = options.isText ?? typeof body === 'string';
    this.#compressible = isText && bytes.length >= WORTH_COMPRESSING_BYTES;
    this.#ready.identity = this.#variant('identity', bytes);
  }

  /** Sends the page in the client's preferred encoding, or 304 if the client has it already. */
  send(exchange: Exchange): void | Promise<void> {
    const wanted = encodingFor(exchange.request, this.#compressible);
    const variant = this.#ready[wanted];
    if (variant !== undefined) return this.#answer(exchange, variant);
    return this.#compress(wanted).then((made) => this.#answer(exchange, made));
  }

  /** Its headers in the encodings it was asked for so far, and in those of an `older` head of the same version. */
  head(older?: PageHead): PageHead {
    const heads = { ...older?.variants };
    for (const encoding of ENCODINGS) {
      const variant = this.#ready[encoding];
      if (variant === undefined) continue;
      const { etag, head, unchanged } = variant;
      heads[encoding] = { etag, head, unchanged };
    }
    return new PageHead(this.status, this.#compressible, heads);
  }

  #answer({ request, response, unsent }: Exchange, variant: Variant): void {
    if (isKnown(request, this.status, variant)) {
      response.writeHead(304, [...variant.unchanged]);
      response.end();
    } else {
      const { head, body } = variant;
      if (typeof body !== 'string' && request.method !== 'HEAD')
        unsent.add(request, response, body);
      send(response, this.status, head, body);
    }
  }

  #compress(encoding: Encoding): Promise<Variant> {
    this.#pending[encoding] ??= this.#compressed(encoding).then((variant) => {
      this.#ready[encoding] = variant;
      delete this.#pending[encoding];
      return variant;
    });
    return this.#pending[encoding];
  }

  async #compressed(encoding: Encoding): Promise<Variant> {
    const { body, prepared } = this.#options;
    const once = prepared === 'once';
    const bytes =
      encoding === 'br'
        ? await compressBrotli(body, {
            params: {
              [constants.BROTLI_PARAM_QUALITY]: once ? BROTLI_ONCE : BROTLI_OFTEN,
              [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
            },
          })
        : await compressGzip(body, { level: once ? GZIP_ONCE : GZIP_OFTEN });
    return this.#variant(encoding, bytes);
  }

  #variant(encoding: Encoding, bytes: Buffer): Variant {
    const { type = 'text/html; charset=utf-8', cache = 'no-cache', headers } = this.#options;
    const etag = `"${this.version}${encoding === 'identity' ? '' : `.${encoding}`}"`;
    const kept = ['Cache-Control', CACHE_CONTROL[cache]];
    if (this.status === 200 && cache !== 'no-store') kept.push('ETag', etag);
    const vary = [this.#options.vary, this.#compressible && 'Accept-Encoding'].filter(Boolean);
    if (vary.length > 0) kept.push('Vary', vary.join(', '));
    const coding = encoding === 'identity' ? [] : ['Content-Encoding', encoding];
    const content = ['Content-Type', type, 'Content-Length', String(bytes.length)];
    return {
      body: bytes.length <= ONE_PIECE_BYTES ? bytes.toString('latin1') : bytes,
      etag,
      head: [...content, ...coding, ...kept, ...headers],
      unchanged: [...kept, ...headers],
    };
  }
}

/** The headers of a page without its document: they answer HEAD, and visitors who have the document already. */
export class PageHead implements Sendable {
  readonly status: number;
  readonly variants: Heads;
  readonly #compressible: boolean;

  constructor(status: number, compressible: boolean, variants: Heads) {
    this.status = status;
    this.variants = variants;
    this.#compressible = compressible;
  }

  /** Whether `send` may be called for a request. */
  canAnswer(request: IncomingMessage): boolean {
    const variant = this.variants[encodingFor(request, this.#compressible)];
    if (variant === undefined) return false;
    return request.method === 'HEAD' || isKnown(request, this.status, variant);
  }

  send({ request, response }: Exchange): void {
    const variant = this.variants[encodingFor(request, this.#compressible)];
    if (variant === undefined) throw new TypeError('a page without this encoding');
    if (isKnown(request, this.status, variant)) response.writeHead(304, [...variant.unchanged]);
    else response.writeHead(this.status, variant.head);
    response.end();
  }
}

function encodingFor(request: IncomingMessage, compressible: boolean): Encoding {
  return compressible ? chooseEncoding(headerList(request, 'accept-encoding')) : 'identity';
}

function isKnown(request: IncomingMessage, status: number, { etag }: VariantHead): boolean {
  const known = status === 200 ? headerList(request, 'if-none-match') : undefined;
  return known !== undefined && matches(known, etag);
}

/** The weak comparison of If-None-Match (RFC 9110 §13.1.2). */
function matches(list: string, etag: string): boolean {
  if (list === etag || list === '*') return true;
  return list.split(',').some((item) => item.trim().replace(/^W\//, '') === etag);
}
