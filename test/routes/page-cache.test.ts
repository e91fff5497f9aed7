/** Pages made on demand: one for each key and revision, the least used forgotten first. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Page } from '../../src/http/page.ts';
import { PageCache } from '../../src/routes/page-cache.ts';

const page = (body: string) => new Page({ body, headers: [] });
const never = (): Page => {
  throw new Error('made again');
};

test('a page is made once for a revision', () => {
  const cache = new PageCache(4);
  const first = cache.get('a', 1, () => page('1'));
  assert.is(cache.get('a', 1, never), first);
  const second = cache.get('a', 2, () => page('2'));
  assert.is.not(second, first);
  assert.is(cache.get('a', 2, never), second);
});

test('the page that was asked for longest ago goes first', () => {
  const cache = new PageCache(3);
  for (const key of ['a', 'b', 'c']) cache.get(key, 0, () => page(key));
  cache.get('a', 0, never);
  cache.get('d', 0, () => page('d'));
  for (const key of ['a', 'c', 'd']) cache.get(key, 0, never);
  let made = 0;
  cache.get('b', 0, () => {
    made += 1;
    return page('b');
  });
  assert.is(made, 1);
});

test('never more than the limit are kept', () => {
  const cache = new PageCache(3);
  for (let i = 0; i < 100; i += 1) cache.get(String(i), 0, () => page(''));
  assert.is(cache.size, 3);
});

test.run();
