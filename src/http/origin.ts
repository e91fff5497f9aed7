/** Which pages may open a WebSocket: only our own, so that no other page can edit on behalf of its visitor. */
import type { IncomingMessage } from 'node:http';
import { header } from './headers.ts';

export interface OriginRule {
  /** Origin of BASE_URL if set; then it is the only one allowed. */
  readonly base: string | undefined;
  /**
   * True if only this machine reaches the server. The host a browser names must then be a name of
   * this machine, or a foreign name made to resolve to 127.0.0.1 could edit (DNS rebinding).
   */
  readonly loopbackOnly: boolean;
  /**
   * Host names, lower case, under which the server may be asked, beside addresses and `localhost`. Absent where
   * any may: with BASE_URL, with a certificate, or where a key is needed to edit.
   */
  readonly hosts?: readonly string[] | undefined;
}

const LOOPBACK_HOST = /^(?:localhost|[\w-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/**
 * True if the request's Origin is one of ours. No Origin at all is no browser, which may say
 * anything it likes and holds nobody's trust; `null` is a sandboxed site.
 */
export function originAllowed(request: IncomingMessage, rule: OriginRule): boolean {
  const origin = header(request, 'origin');
  if (origin === undefined) return true;
  if (rule.base !== undefined) return origin === rule.base;
  const host = header(request, 'host') ?? '';
  if (rule.loopbackOnly && !LOOPBACK_HOST.test(host)) return false;
  return host !== '' && (origin === `http://${host}` || origin === `https://${host}`);
}

const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\dA-Fa-f:.]+\])$/;

/**
 * True if the request's Host is a name of this server. A page of elsewhere whose name was made to resolve to this
 * server (DNS rebinding) has our origin in the browser's eyes, and could read what only this network may, and edit;
 * but it comes under its own name. An address as Host cannot be rebound, and no Host at all is no browser.
 */
export function hostAllowed(request: IncomingMessage, { hosts }: OriginRule): boolean {
  if (hosts === undefined) return true;
  const host = header(request, 'host') ?? '';
  const name = host.replace(/:\d*$/, '').toLowerCase();
  return name === '' || ADDRESS.test(name) || LOOPBACK_HOST.test(host) || hosts.includes(name);
}
