/** Whose pages may open a WebSocket: only our own, so a site or a foreign page cannot edit as its visitor. */
import type { IncomingMessage } from 'node:http';
import { header } from './headers.ts';

export interface OriginRule {
  /** Origin of BASE_URL, where the operator set one: then it is the only one. */
  readonly base: string | undefined;
  /**
   * True if only this machine reaches the server. The host a browser names must then be a name of
   * this machine, or a foreign name made to resolve to 127.0.0.1 could edit (DNS rebinding).
   */
  readonly loopbackOnly: boolean;
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
