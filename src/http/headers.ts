/** Reads request headers from the raw list: Node's header object is built on demand, and that costs. */
import type { IncomingMessage } from 'node:http';

/** The value of the first header called `name` (lower case), or undefined. */
export function header(request: IncomingMessage, name: string): string | undefined {
  const raw = request.rawHeaders;
  for (let i = 0; i < raw.length; i += 2) {
    const candidate = raw[i];
    if (candidate?.length === name.length && candidate.toLowerCase() === name) return raw[i + 1];
  }
  return undefined;
}

/**
 * The value of a list header; several lines of it are one list (RFC 9110 §5.3). Undefined if there is
 * none.
 */
export function headerList(request: IncomingMessage, name: string): string | undefined {
  const raw = request.rawHeaders;
  let list: string | undefined;
  for (let i = 0; i < raw.length; i += 2) {
    const candidate = raw[i];
    if (candidate?.length === name.length && candidate.toLowerCase() === name) {
      list = list === undefined ? raw[i + 1] : `${list}, ${raw[i + 1]}`;
    }
  }
  return list;
}

export type HeadFault = 'headers-too-large' | 'host-invalid';

export interface Head {
  readonly fault: HeadFault | undefined;
  /** True if the client announced content, which no route accepts. */
  readonly content: boolean;
}

// RFC 3986 host and port, without user information; empty is allowed by RFC 9112.
const HOST = /^(?:\[[\dA-Fa-f:.]+\]|[\w\-.~%!$&'()*+;=]*)(?::\d{0,5})?$/;
let lastGoodHost = '';

const PLAIN: Head = { fault: undefined, content: false };
const WITH_CONTENT: Head = { fault: undefined, content: true };
const TOO_MANY: Head = { fault: 'headers-too-large', content: true };
const BAD_HOST: Head = { fault: 'host-invalid', content: true };

/**
 * One pass over the headers for what Node lets through: a missing or repeated Host, malformed hosts, too
 * many fields, content.
 */
export function inspectHead(request: IncomingMessage, limitCount: number): Head {
  const raw = request.rawHeaders;
  if (raw.length > 2 * limitCount) return TOO_MANY;
  let hosts = 0;
  let content = false;
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i] ?? '';
    // Only names as long as Host, Content-Length and Transfer-Encoding are compared.
    if (name.length === 4 && name.toLowerCase() === 'host') {
      const value = raw[i + 1] ?? '';
      hosts += 1;
      if (value !== lastGoodHost) {
        if (!HOST.test(value)) return BAD_HOST;
        lastGoodHost = value;
      }
    } else if (name.length === 14 && name.toLowerCase() === 'content-length') {
      content ||= raw[i + 1] !== '0';
    } else if (name.length === 17 && name.toLowerCase() === 'transfer-encoding') {
      content = true;
    }
  }
  if (hosts > 1 || (hosts === 0 && request.httpVersionMinor > 0)) return BAD_HOST;
  return content ? WITH_CONTENT : PLAIN;
}
