/** Which addresses the service worker answers from what it keeps. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { keptPage } from '../../src/web/offline-worker/kept-page.ts';

const CASES: readonly (readonly [address: string, page: ReturnType<typeof keptPage>])[] = [
  ['/', 'home'],
  ['/#sites', 'home'],
  ['/?play=drone', 'player'],
  ['/?play=drone&try#taught=1.abc', 'player'],
  ['/?reference=drone', 'reference'],
  ['/member/ada?edit', 'editor'],
  ['/member/ada?edit&stopped', 'editor'],
  ['/member/ada?history', 'editor'],
  ['/member/ada?play=drone', 'player'],
  // Lists, sites, downloads and what runs a site are the server's.
  ['/?q=play', undefined],
  ['/?member=Ada', undefined],
  ['/?go=ada', undefined],
  ['/?offline', undefined],
  ['/api', undefined],
  ['/member/ada', undefined],
  ['/member/ada?page=edit.html', undefined],
  ['/member/ada?preview', undefined],
  ['/member/ada?preview=1&edit', undefined],
  ['/member/ada?export', undefined],
  ['/member/ada?live', undefined],
  ['/members/ada?edit', undefined],
];

for (const [address, page] of CASES) {
  test(`${address}: ${page ?? 'not kept'}`, () => {
    assert.is(keptPage(new URL(address, 'https://ensemble.example')), page);
  });
}

test.run();
