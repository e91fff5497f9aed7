/** What the address of a player page asks for. */

/** An instrument of the catalogue, or one on a member's site (whose id may be new there). */
export type Place =
  | { readonly kind: 'mode'; readonly modeId: string }
  | { readonly kind: 'site'; readonly username: string; readonly id: string };

export function placeOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Place {
  const play = new URLSearchParams(search).get('play') ?? '';
  const member = /^\/member\/([^/]+)$/.exec(pathname)?.[1];
  if (member === undefined) return { kind: 'mode', modeId: play };
  return { kind: 'site', username: member, id: play };
}
