/** Which pages are kept: those that are one document whatever their address names. */
import { type View, viewOf } from '../../shared/site/views.ts';

export type KeptPage = 'home' | 'player' | 'reference' | 'editor';

const VIEWS: Readonly<Partial<Record<View, KeptPage>>> = {
  edit: 'editor',
  history: 'editor',
  play: 'player',
};

/** The page at an address of this server; undefined if it is none that is kept. Sites never are. */
export function keptPage({ pathname, search, searchParams }: URL): KeptPage | undefined {
  if (pathname === '/') {
    if (search === '') return 'home';
    if (searchParams.has('play')) return 'player';
    return searchParams.has('reference') ? 'reference' : undefined;
  }
  const view = pathname.startsWith('/member/') ? viewOf(searchParams.keys()) : undefined;
  return view && VIEWS[view];
}
