/** Reads which instrument the address of a player page asks for. */

/** A mode of the gallery, or an instrument of a member's site (whose id may be new there). */
export type PlayerAddress =
  | { readonly kind: 'mode'; readonly modeId: string }
  | { readonly kind: 'site'; readonly username: string; readonly id: string };

export function playerAddress({
  pathname,
  search,
}: Pick<Location, 'pathname' | 'search'>): PlayerAddress {
  const play = new URLSearchParams(search).get('play') ?? '';
  const member = /^\/member\/([^/]+)$/.exec(pathname)?.[1];
  if (member === undefined) return { kind: 'mode', modeId: play };
  return { kind: 'site', username: member, id: play };
}
