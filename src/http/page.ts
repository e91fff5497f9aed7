/**
 * A page: one complete document, prepared once per version and sent many times.
 *
 * This is the seam between what makes documents (routes, sites, the editor, the player) and what
 * sends them: whoever has a Page in hand only calls `send`. The entity tag, the conditional answer,
 * the negotiated encoding and the headers are settled here, once for each version of the text.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { chooseEncoding, type Encoding } from './accept.ts';
import type { Exchange } from './exchange.ts';
import { headerList } from './headers.ts';
import { send } from './send.ts';

export interface PageOptions {
  /** The whole document. */
  readonly body: string;
  /** Default 200. */
  readonly status?: number;
  /** Default `text/html; charset=utf-8`. */
  readonly type?: string;
  /** Name, value, name, value …: policy and other headers of this page. */
  readonly headers: readonly string[];
  /** Default `no-cache`: kept by the browser, asked about with every visit. */
  readonly cache?: 'no-cache' | 'no-store';
  /** Further request headers the choice of this document hangs on, beside Accept-Encoding. */
  readonly vary?: string;
  /** `once` for what lives as long as the process, `often` for what people change. Default `often`. */
  readonly prepared?: 'once' | 'often';
}

interface Variant {
  /** A string has one character a byte, to be written as Latin-1. */
  readonly body: string | Buffer;
  readonly etag: string;
  readonly head: string[];
  readonly unchanged: readonly string[];
}

/**
 * Up to this, a body is kept as a string of its bytes, which node writes together with the head in
 * one piece (measured: 10 to 20 % less time a request); above, joining the two costs more.
 */
const ONE_PIECE_BYTES = 32_768;
/** Below this, compression saves less than a packet. */
const WORTH_COMPRESSING_BYTES = 1_024;
/** 11 saves 8 % more of the editor and takes 15 times as long, which its first visitor would wait for. */
const BROTLI_ONCE = 9;
const BROTLI_OFTEN = 5;
const GZIP_ONCE = 9;
const GZIP_OFTEN = 6;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export class Page {
  readonly status: number;
  /** Hash of the document, the same for equal bodies; part of every variant's entity tag. */
  readonly version: string;
  readonly #options: PageOptions;
  readonly #compressible: boolean;
  readonly #ready: Partial<Record<Encoding, Variant>> = {};
  readonly #pending: Partial<Record<Encoding, Promise<Variant>>> = {};

  constructor(options: PageOptions) {
    const bytes = Buffer.from(options.body);
    this.#options = options;
    this.status = options.status ?? 200;
    this.version = createHash('sha256').update(options.body).digest('base64url').slice(0, 22);
    this.#compressible = bytes.length >= WORTH_COMPRESSING_BYTES;
    this.#ready.identity = this.#variant('identity', bytes);
  }

  /** Answers with the page in the encoding the client likes best, or 304 if it has it already. */
  send(exchange: Exchange): void | Promise<void> {
    const wanted = this.#compressible
      ? chooseEncoding(headerList(exchange.request, 'accept-encoding'))
      : 'identity';
    const variant = this.#ready[wanted];
    if (variant !== undefined) return this.#answer(exchange, variant);
    return this.#compress(wanted).then((made) => this.#answer(exchange, made));
  }

  #answer({ request, response }: Exchange, variant: Variant): void {
    const known = this.status === 200 ? headerList(request, 'if-none-match') : undefined;
    if (known !== undefined && matches(known, variant.etag)) {
      response.writeHead(304, [...variant.unchanged]);
      response.end();
    } else {
      send(response, this.status, variant.head, variant.body);
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
    const kept = ['Cache-Control', cache];
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

/** The weak comparison RFC 9110 §13.1.2 asks of If-None-Match. */
function matches(list: string, etag: string): boolean {
  if (list === etag || list === '*') return true;
  return list.split(',').some((item) => item.trim().replace(/^W\//, '') === etag);
}
