/** The route table: what it finds, and which tables it refuses in full sentences. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Route, Router } from '../../src/http/router.ts';

const route = (pattern: string, about = 'something'): Route => ({
  method: 'GET',
  pattern,
  about,
  handle: () => {},
});

const table = () => new Router([route('/'), route('/member/:username'), route('/health')]);

const FOUND: readonly (readonly [string, string | undefined, string])[] = [
  ['/', '/', ''],
  ['/health', '/health', ''],
  ['/member/ada', '/member/:username', 'ada'],
  ['/member/%2e%2e', '/member/:username', '%2e%2e'],
  ['/member/', undefined, ''],
  ['/member', undefined, ''],
  ['/member/ada/', undefined, ''],
  ['/member/ada/x', undefined, ''],
  ['//member/ada', undefined, ''],
  ['/health/', undefined, ''],
  ['/Health', undefined, ''],
  ['', undefined, ''],
  ['/__proto__', undefined, ''],
];

for (const [path, pattern, parameter] of FOUND) {
  test(`"${path}" leads to ${pattern ?? 'nothing'}`, () => {
    const match = table().find(path);
    assert.is(match?.route.pattern, pattern);
    assert.is(match?.parameter ?? '', parameter);
  });
}

const REFUSED: readonly (readonly [string, readonly Route[], RegExp])[] = [
  [
    'a method other than GET',
    [Object.assign(route('/'), { method: 'POST' })],
    /method other than GET/,
  ],
  ['no words about the route', [route('/', ' ')], /has no description/],
  ['a trailing slash', [route('/health/')], /neither an exact path/],
  ['no slash in front', [route('health')], /neither an exact path/],
  ['capitals', [route('/Health')], /neither an exact path/],
  ['a parameter in the middle', [route('/a/:b/c')], /neither an exact path/],
  ['a parameter at the root', [route('/:a')], /neither an exact path/],
  ['the same path twice', [route('/a'), route('/a')], /reached by an earlier pattern/],
  ['a path behind a pattern', [route('/a/:b'), route('/a/c')], /reached by an earlier pattern/],
  [
    'a pattern over a path',
    [route('/a/c'), route('/a/:b')],
    /also matches the earlier route "\/a\/c"/,
  ],
  ['the same prefix twice', [route('/a/:b'), route('/a/:c')], /same prefix as an earlier route/],
];

for (const [what, routes, message] of REFUSED) {
  test(`refuses ${what}`, () => {
    assert.throws(
      () => new Router(routes),
      (error: Error) => message.test(error.message),
    );
  });
}

test('tells its endpoints in the order of the table', () => {
  const endpoints = Object.entries(new Router([route('/b', 'B'), route('/a/:x', 'A')]).endpoints());
  assert.equal(endpoints, [
    ['GET /b', 'B'],
    ['GET /a/:x', 'A'],
  ]);
});

test.run();
