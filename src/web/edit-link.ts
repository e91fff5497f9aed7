/**
 * The secret of an edit link: stands in the fragment of an address, which browsers never send, and is kept in this
 * browser. Our pages only: a site has an opaque origin and reaches neither.
 */
import { SECRET } from '../shared/site/access-protocol.ts';
import { forget, keep, recall } from './browser-storage.ts';

/** `join`: an invitation, which opens once. */
export type LinkKind = 'edit' | 'join';

export interface EditLink {
  readonly kind: LinkKind;
  readonly secret: string;
}

const stored = (username: string): string => `ensemble.link.${username}`;

/** The address to give away. */
export function linkAddress(username: string, { kind, secret }: EditLink): string {
  return `${location.origin}/member/${username}?edit#${kind}=${secret}`;
}

function parse(text: string): EditLink | undefined {
  const [, kind, secret = ''] = /^(edit|join)=(.+)$/.exec(text) ?? [];
  if (!SECRET.test(secret)) return undefined;
  return { kind: kind === 'join' ? 'join' : 'edit', secret };
}

/**
 * Takes the secret out of the page's address, so that no copy of the address gives it away, and keeps it.
 * @returns whether there was one
 */
export function takeLink(username: string): boolean {
  const link = parse(location.hash.slice(1));
  if (link === undefined) return false;
  history.replaceState(history.state, '', location.pathname + location.search);
  // Without storage the link has to be opened each time; here it is of no use.
  keep(stored(username), `${link.kind}=${link.secret}`);
  return true;
}

export function recallLink(username: string): EditLink | undefined {
  return parse(recall(stored(username)) ?? '');
}

export function forgetLink(username: string): void {
  forget(stored(username));
}
