/** Pages made on demand: the current version of each, the least recently used removed first. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Page } from '../../src/http/page.ts';
import { PageCache } from '../../src/http/page-cache.ts';

const page = (body: string) => new Page({ body, headers: [] });

test('a page is there in the version it was put with, and replaced by the next', () => {
  const cache = new PageCache({ max: 4 });
  const first = cache.put('a', 1, page('1'));
  assert.is(cache.get('a', 1), first);
  assert.is(cache.get('a', 2), undefined);
  const second = cache.put('a', 2, page('2'));
  assert.is(cache.get('a', 2), second);
  assert.is(cache.get('a', 1), undefined);
});

test('the least recently used page goes first, and never more than the limit are kept', () => {
  const cache = new PageCache({ max: 3 });
  for (const key of ['a', 'b', 'c']) cache.put(key, 0, page(key));
  cache.get('a', 0);
  cache.put('d', 0, page('d'));
  const kept = ['a', 'b', 'c', 'd'].filter((key) => cache.get(key, 0) !== undefined);
  assert.equal(kept, ['a', 'c', 'd']);
  for (let i = 0; i < 100; i += 1) cache.put(String(i), 0, page(''));
  assert.is(cache.size, 3);
});

test('a limit of bytes counts the bytes of each page', () => {
  const cache = new PageCache({ maxSize: 6_400 });
  cache.put('a', '1', page('x'), 1_400);
  cache.put('b', '1', page('x'), 1_400);
  cache.get('a', '1');
  cache.put('c', '1', page('x'), 1_400);
  const kept = ['a', 'b', 'c'].filter((key) => cache.get(key, '1') !== undefined);
  assert.equal(kept, ['a', 'c']);
});

test('large documents do not displace small ones', () => {
  const cache = new PageCache({ maxSize: 6_400 });
  for (let at = 0; at < 30; at += 1) cache.put(`small ${at}`, '1', page('x'), 100);
  for (let at = 0; at < 30; at += 1) cache.put(`large ${at}`, '1', page('x'), 3_000);
  const kept = Array.from({ length: 30 }, (_, at) => cache.get(`small ${at}`, '1'));
  assert.ok(kept.every((one) => one !== undefined));
  assert.is(cache.size, 31);
});

test('a page that grows large takes the place of the small one', () => {
  const cache = new PageCache({ maxSize: 6_400 });
  cache.put('a', '1', page('x'), 100);
  const grown = cache.put('a', '2', page('xx'), 3_000);
  assert.is(cache.get('a', '2'), grown);
  assert.is(cache.size, 1);
});

test('documents that nobody asks for are dropped after two rounds', () => {
  const cache = new PageCache({ maxSize: 6_400 });
  const kept = cache.put('asked for', '1', page('x'), 100);
  cache.put('small', '1', page('x'), 100);
  cache.put('large', '1', page('x'), 3_000);
  for (let round = 0; round < 2; round++) {
    assert.is(cache.size, 3, `round ${round}`);
    cache.get('asked for', '1');
    cache.dropUnused();
  }
  assert.is(cache.size, 1);
  assert.is(cache.get('asked for', '1'), kept);
  for (const key of ['small', 'large']) assert.is(cache.get(key, '1'), undefined);
});

test.run();
