/** Which links lead from one page of a site to another, and the address each page has. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { pageAddress, pageInQuery, pageLink } from '../../../src/shared/site/page-links.ts';

/** [what stands in a link, the page and part it names] */
const LINKS: readonly (readonly [string, string])[] = [
  ['about.html', 'about.html'],
  [' ./about.html ', 'about.html'],
  ['about.html#team', 'about.html#team'],
  ['/about.html', ''],
  ['//about.html', ''],
  ['https://x.org/about.html', ''],
  ['javascript:about.html', ''],
  ['../about.html', ''],
  ['a/about.html', ''],
  ['about.html?x', 'about.html'],
  ['./about.html?x=1&y#team', 'about.html#team'],
  ['?about.html', ''],
  ['x?about.html', ''],
  [' about.html ? x ', ''],
  ['about.html#"><script>', ''],
  ['#team', ''],
  ['about', ''],
  ['', ''],
];
for (const [href, expected] of LINKS) {
  test(`${JSON.stringify(href)} names the page "${expected}"`, () => {
    const { page = '', hash = '' } = pageLink(href) ?? {};
    assert.is(page + hash, expected);
  });
}

test('a page has one address, and the first page has the plain one', () => {
  const about = { page: 'about.html', hash: '#x' };
  const first = { page: 'index.html', hash: '' };
  for (const [site, link, expected] of [
    ['/member/ada', about, '/member/ada?page=about.html#x'],
    ['/member/ada?page=old.html#y', about, '/member/ada?page=about.html#x'],
    ['/member/ada?page=old.html', first, '/member/ada'],
    ['https://h/?name=a', about, 'https://h/?name=a&page=about.html#x'],
    ['https://h/?name=a&page=x.html', first, 'https://h/?name=a'],
  ] as const) {
    assert.is(pageAddress(site, link), expected);
  }
  for (const [query, expected] of [
    ['page=about.html', 'about.html'],
    ['x&page=%61bout.html&page=b.html', 'about.html'],
    ['page=about', undefined],
    ['page', undefined],
    ['page=%ZZ', undefined],
    ['page=about.html?x', undefined],
    ['page=about.html%3Fx', undefined],
    ['pages=about.html', undefined],
  ] as const) {
    assert.is(pageInQuery(query), expected);
  }
});

test.run();
