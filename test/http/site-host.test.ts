/** Sites on hosts of their own: which host is whose, and what is served there and on the platform. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Page } from '../../src/http/page.ts';
import { siteHeaders } from '../../src/http/policy.ts';
import { labelOf, SiteHosts, usernameOf } from '../../src/http/site-host.ts';
import { closing } from '../support/closing.ts';
import { noSites } from '../support/no-sites.ts';
import { raw } from '../support/raw.ts';
import { startService } from '../support/service.ts';

/** [username, its label] */
const LABELS: readonly (readonly [string, string])[] = [
  ['ada', 'ada'],
  ['a-b', 'a-b'],
  ['a.b', 'a-b--d'],
  ['a_b', 'a-b--u'],
  ['a.b-c_d', 'a-b-c-d--dhu'],
  ['xn.foo', 'xn-foo--d'],
  ['xn-foo', 'xn-foo'],
  ['9', '9'],
  ['a'.repeat(63), 'a'.repeat(63)],
];
for (const [username, label] of LABELS) {
  test(`${username} is at ${label}, and nobody else is`, () => {
    assert.is(labelOf(username), label);
    assert.is(usernameOf(label), username);
  });
}

for (const label of [
  'a-b--h',
  'a-b--dd',
  'a-b--',
  'a--d',
  'a-b--x',
  'a-b--d--d',
  '--',
  'long--ab',
]) {
  test(`${label} is the label of nobody`, () => assert.is(usernameOf(label), undefined));
}

const username = fc
  .stringMatching(/^[a-z0-9]{1,12}(?:[._-][a-z0-9]{1,12}){0,8}$/)
  .filter((text) => text.length <= 64);

test('every username has one host label, which leads back to it alone', () => {
  const hosts = new SiteHosts('https://{name}.s.example:8443', 'https://p.example');
  fc.assert(
    fc.property(username, (name) => {
      const address = new URL(hosts.addressOf(name));
      const [label = ''] = address.hostname.split('.');
      assert.match(label, /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/);
      assert.not.match(label, /^..--/);
      assert.is(hosts.siteOf(address.host, address.search.slice(1)), name);
    }),
  );
});

const page = (text: string, status = 200) =>
  new Page({ body: text, headers: siteHeaders(), status });
const LONG = `${'a.'.repeat(31)}b`;
const PAGES = new Map([
  ['ada', page('ada')],
  ['a.b', page('dot')],
  [LONG, page('long')],
  ['hidden', page('hidden', 403)],
  ['ada about.html', page('about')],
  [`${LONG} about.html`, page('long about')],
  ['ada gone.html', page('gone', 404)],
]);
const keyOf = (name: string, file = 'index.html') =>
  file === 'index.html' ? name : `${name} ${file}`;
const { port, close } = await startService({
  sites: { ...noSites(), publish: (name, _request, file) => PAGES.get(keyOf(name, file)) },
  origin: { base: 'http://p.example', loopbackOnly: true },
  siteHosts: new SiteHosts('http://{name}.s.example:81', 'http://p.example'),
});
const longHost = new URL(
  new SiteHosts('http://{name}.s.example:81', 'http://p.example').addressOf(LONG),
).host;

/** [Host, target, status, where it leads or the body] */
const ANSWERS: readonly (readonly [string, string, number, string])[] = [
  ['p.example', '/member/ada', 307, 'http://ada.s.example:81/'],
  ['p.example', '/member/a.b', 307, 'http://a-b--d.s.example:81/'],
  ['p.example', `/member/${LONG}`, 307, `http://${longHost}/?name=${LONG}`],
  ['p.example', '/member/hidden', 403, 'hidden'],
  ['p.example', '/member/ada?x', 307, '/member/ada'],
  ['ada.s.example:81', '/', 200, 'ada'],
  ['ADA.S.example:81', '/', 200, 'ada'],
  ['a-b--d.s.example:81', '/', 200, 'dot'],
  [longHost, `/?name=${LONG}`, 200, 'long'],
  ['ada.s.example:81', '/?edit', 307, 'http://p.example/member/ada?edit'],
  ['ada.s.example:81', '/?Edit.', 307, 'http://p.example/member/ada?Edit.'],
  ['ada.s.example:81', '/?play=lead', 307, 'http://p.example/member/ada?play=lead'],
  ['ada.s.example:81', '/?utm_source=x', 307, 'http://ada.s.example:81/'],
  ['p.example', '/member/ada?page=about.html', 307, 'http://ada.s.example:81/?page=about.html'],
  ['p.example', '/member/ada?page=gone.html', 404, 'gone'],
  ['ada.s.example:81', '/?page=about.html', 200, 'about'],
  ['ada.s.example:81', '/?page=index.html', 307, 'http://ada.s.example:81/'],
  ['ada.s.example:81', '/?x&page=about.html', 307, 'http://ada.s.example:81/?page=about.html'],
  [
    'ada.s.example:81',
    '/?page=about.html&edit',
    307,
    'http://p.example/member/ada?page=about.html&edit',
  ],
  ['ada.s.example:81', '/?page=gone.html', 307, 'http://p.example/member/ada?page=gone.html'],
  [longHost, `/?name=${LONG}&page=about.html`, 200, 'long about'],
  ['ada.s.example:81', '/member/grace', 307, 'http://p.example/member/grace'],
  ['nobody.s.example:81', '/', 307, 'http://p.example/member/nobody'],
  ['hidden.s.example:81', '/', 307, 'http://p.example/member/hidden'],
];
for (const [host, target, status, expected] of ANSWERS) {
  test(`${target} of ${host} is ${status} ${expected}`, async () => {
    for (const method of ['GET', 'HEAD']) {
      const bytes = `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
      const { responses } = await raw(port, bytes, { head: method === 'HEAD' });
      assert.is(responses[0]?.status, status);
      if (status === 307) assert.is(responses[0]?.headers['location'], expected);
      else if (method === 'GET') assert.is(responses[0]?.body, expected);
      if (status === 200) assert.ok(responses[0]?.headers['etag']);
    }
  });
}

for (const target of ['/api', '/health', '/member/', '/member/ada/x', '/x', '/editor']) {
  test(`${target} is nothing on a site's host`, async () => {
    const { responses } = await raw(
      port,
      `GET ${target} HTTP/1.1\r\nHost: ada.s.example:81\r\n\r\n`,
    );
    assert.is(responses[0]?.status, 404);
  });
}

test("a site's host takes no WebSocket", async () => {
  const key = `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${'a'.repeat(22)}==\r\n`;
  const { responses } = await raw(
    port,
    `GET /member/ada HTTP/1.1\r\nHost: ada.s.example:81\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${key}\r\n`,
  );
  assert.is(responses[0]?.status, 403);
});

closing(close);

test.run();
