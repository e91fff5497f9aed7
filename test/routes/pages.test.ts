/** The four routes as a client meets them: bodies, headers, negotiation, caching. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MODES } from '../../build/ts/registry.ts';
import { Page } from '../../src/http/page.ts';
import { siteHeaders } from '../../src/http/policy.ts';
import type { ListedSite, Sites } from '../../src/sites/sites.ts';
import { closing } from '../support/closing.ts';
import { noSites } from '../support/no-sites.ts';
import { ask } from '../support/raw.ts';
import { startService, withService } from '../support/service.ts';

const LISTED: readonly ListedSite[] = Array.from({ length: 60 }, (_, i) => ({
  username: `site-${i}`,
  display_name: i === 7 ? '<b>"שלום" & co</b>' : '',
  edited_at: Date.UTC(2026, 0, 1) - i * 86_400_000,
}));
const page = (text: string) => new Page({ body: text.repeat(200), headers: siteHeaders() });
const published = page('<p>hello</p>');

const zipped = new Page({ body: Buffer.from('PK'), type: 'application/zip', headers: [] });

/** What a store would say, fixed: here it is the routes that are tested. */
const sites: Sites = {
  ...noSites(),
  publish: (username) =>
    username === 'late' ? Promise.resolve(published) : username === 'ada' ? published : undefined,
  export: (username, _request, format) =>
    username !== 'ada' ? undefined : format === 'zip' ? zipped : published,
  list: ({ search, offset, count }) => {
    const found = LISTED.filter(({ username }) => username.includes(search.toLowerCase()));
    return { sites: found.slice(offset, offset + count), total: found.length };
  },
};
const views = {
  edit: page('editor'),
  play: page('player'),
  reference: page('reference'),
};
const { port, service } = await startService({ sites, views });

const HTML = 'Accept: text/html,application/xhtml+xml,*/*;q=0.8\r\n';

test('/api has exactly the five fields, and its endpoints are the routes', async () => {
  const { status, headers, body } = await ask(port, '/api');
  const { name, version, description, endpoints, timestamp, ...rest } = JSON.parse(body);
  assert.is(status, 200);
  assert.is(headers['content-type'], 'application/json; charset=utf-8');
  assert.is(headers['cache-control'], 'no-store');
  assert.equal(rest, {});
  assert.is(name, 'Ensemble');
  assert.match(version, /^\d+\.\d+\.\d+$/);
  assert.match(description, /^[^.]+\.$/);
  assert.match(timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.ok(Math.abs(Date.now() - Date.parse(timestamp)) < 60_000);
  assert.equal(Object.keys(endpoints), [
    'GET /',
    'GET /member/:username',
    'GET /health',
    'GET /api',
  ]);
  assert.ok(Object.values(endpoints).every((text) => typeof text === 'string' && text !== ''));
});

test('two answers of /api differ in their timestamp alone', async () => {
  const one = JSON.parse((await ask(port, '/api')).body);
  await new Promise((resolve) => setTimeout(resolve, 5));
  const two = JSON.parse((await ask(port, '/api')).body);
  assert.is.not(one.timestamp, two.timestamp);
  assert.equal({ ...one, timestamp: '' }, { ...two, timestamp: '' });
});

test('/health passes with its checks', async () => {
  const { status, headers, body } = await ask(port, '/health');
  const { status: word, checks } = JSON.parse(body);
  assert.equal([status, word, headers['cache-control']], [200, 'pass', 'no-store']);
  assert.equal(Object.keys(checks), ['store', 'event-loop']);
});

/** [target, Accept-Encoding, what the answer is in] */
const ENCODINGS: readonly (readonly [string, string, string])[] = [
  ['/', 'br', 'br'],
  ['/', 'gzip', 'gzip'],
  ['/', 'gzip, deflate, br', 'br'],
  ['/', 'br;q=0.5, gzip', 'gzip'],
  ['/', 'BR', 'br'],
  ['/', '*', 'br'],
  ['/', '*;q=0.1, br;q=0', 'gzip'],
  ['/', 'br;q=0, gzip;q=0', ''],
  ['/', 'br;q=nonsense', ''],
  ['/', 'identity', ''],
  ['/', 'br;q=0.5, identity;q=1', ''],
  ['/', 'identity, br', 'br'],
  ['/', 'identity;q=0.1, gzip;q=0.2', 'gzip'],
  ['/', 'gzip\r\nAccept-Encoding: br', 'br'],
  ['/', '', ''],
  ['/', 'deflate', ''],
  ['/member/ada', 'br', 'br'],
  ['/member/late', 'gzip', 'gzip'],
  ['/member/nobody', 'br', 'br'],
  ['/member/ada?edit', 'br', 'br'],
  ['/api', 'br', ''],
];

for (const [target, accepted, encoding] of ENCODINGS) {
  test(`${target} with Accept-Encoding "${accepted}" comes ${encoding || 'as it is'}`, async () => {
    const { headers } = await ask(port, target, { headers: `Accept-Encoding: ${accepted}\r\n` });
    assert.is(headers['content-encoding'] ?? '', encoding);
    if (target !== '/api') assert.is(headers['vary'], 'Accept-Encoding');
  });
}

test('every encoding holds the same document', async () => {
  const { connect } = await import('node:net');
  const bytes = (encoding: string) =>
    new Promise<Buffer>((resolve) => {
      const chunks: Buffer[] = [];
      const socket = connect(port, '127.0.0.1');
      socket.on('data', (chunk) => chunks.push(chunk));
      socket.on('close', () => {
        const all = Buffer.concat(chunks);
        resolve(all.subarray(all.indexOf('\r\n\r\n') + 4));
      });
      socket.write(
        `GET /member/ada HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAccept-Encoding: ${encoding}\r\n\r\n`,
      );
    });
  const plain = await bytes('identity');
  assert.is(plain.toString(), '<p>hello</p>'.repeat(200));
  assert.ok(plain.equals(brotliDecompressSync(await bytes('br'))));
  assert.ok(plain.equals(gunzipSync(await bytes('gzip'))));
});

for (const target of [
  '/',
  '/?q=site&page=2',
  '/member/ada',
  '/member/nobody',
  '/member/ada?edit',
]) {
  test(`${target} answers 304 to a client that has it`, async () => {
    const first = await ask(port, target, { headers: 'Accept-Encoding: gzip\r\n' });
    const etag = first.headers['etag'] ?? '';
    assert.is(first.headers['cache-control'], 'no-cache');
    assert.match(etag, /^"[\w-]{22}\.gzip"$/);
    const split = `"other"\r\nIf-None-Match: ${etag}`;
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, split, '*']) {
      const again = await ask(port, target, {
        headers: `Accept-Encoding: gzip\r\nIf-None-Match: ${known}\r\n`,
      });
      assert.is(again.status, 304, known);
      assert.is(again.headers['etag'], etag);
      assert.is(again.headers['content-length'], undefined);
    }
    const other = await ask(port, target, { headers: `If-None-Match: ${etag}\r\n` });
    assert.is(other.status, 200, 'another encoding is another entity');
  });
}

/** [target, status] for a client that prefers HTML */
const HTML_ERRORS: readonly (readonly [string, number])[] = [
  ['/nope', 404],
  ['/member/-', 400],
  ['/member/nobody?export', 404],
  ['/?play=nothing', 404],
  ['/?reference=nothing', 404],
];

for (const [target, status] of HTML_ERRORS) {
  test(`${target} is an HTML page for a person and a problem document for a program`, async () => {
    const person = await ask(port, target, { headers: HTML });
    assert.is(person.status, status);
    assert.is(person.headers['content-type'], 'text/html; charset=utf-8');
    assert.match(person.body, /<h1>/);
    assert.match(person.headers['vary'] ?? '', /\bAccept\b/);
    const program = await ask(port, target, {
      headers: 'Accept: application/json, text/html;q=0.1\r\n',
    });
    assert.is(program.status, status);
    assert.is(program.headers['content-type'], 'application/problem+json');
  });
}

/** [Accept, whether the answer is HTML] */
const ACCEPTED: readonly (readonly [string, boolean])[] = [
  ['*/*', false],
  ['text/html', true],
  ['TEXT/HTML', true],
  ['text/html, */*', true],
  ['text/html;q=0.1, */*', false],
  ['text/html;q=0', false],
  ['text/html;q=0.5, application/*', false],
  ['text/html;q=0.5, application/*;q=0.9, application/json;q=0.1', true],
  ['application/json\r\nAccept: text/html', true],
  ['application/json\r\nAccept: text/html;q=0.9', false],
];
for (const [accepted, isHtml] of ACCEPTED) {
  test(`Accept "${accepted}" gets ${isHtml ? 'a page' : 'a document'}`, async () => {
    const { headers } = await ask(port, '/nope', { headers: `Accept: ${accepted}\r\n` });
    assert.is(headers['content-type']?.startsWith('text/html'), isHtml);
  });
}

test('a search is written in the direction of its script', async () => {
  assert.match((await ask(port, '/')).body, /<input id="q"[^>]* dir="auto"/);
});

test('a name that is missing is asked for, one that is no address is quoted', async () => {
  const none = await ask(port, '/?go=%20', { headers: HTML });
  const wrong = await ask(port, '/?go=a%20b', { headers: HTML });
  assert.match(none.body, '<strong>Enter a name.</strong>');
  assert.match(wrong.body, '<strong>“<bdi>a b</bdi>” can’t be used as a site name.</strong>');
});

test('capitals in a username lead to its one address, the query kept', async () => {
  const { status, headers } = await ask(port, '/member/Ada?edit&x=1');
  assert.is(status, 308);
  assert.is(headers['location'], '/member/ada?edit&x=1');
});

/** [target, status, what the body has] */
const MEMBER: readonly (readonly [string, number, RegExp])[] = [
  ['/member/ada', 200, /^<p>hello/],
  ['/member/late', 200, /^<p>hello/],
  ['/member/ada?edit', 200, /^editor/],
  ['/member/ada?x&edit=1', 200, /^editor/],
  ['/member/nobody?edit', 200, /^editor/],
  ['/member/ada?export', 200, /^<p>hello/],
  ['/member/ada?export=zip', 200, /^PK/],
  ['/member/ada?export=rar', 200, /^<p>hello/],
  ['/member/ada?play=drone', 200, /^player/],
  ['/?play=drone', 200, /^player/],
  ['/?reference=drone', 200, /^reference/],
  ['/member/nobody', 200, /<bdi>nobody<\/bdi>/],
  ['/member/ada?history', 404, /not-found/],
];

for (const [target, status, body] of MEMBER) {
  test(`${target} shows ${body}`, async () => {
    const answer = await ask(port, target);
    assert.is(answer.status, status);
    assert.match(answer.body, body);
  });
}

test('a site is sandboxed and connects nowhere', async () => {
  const policy = (await ask(port, '/member/ada')).headers['content-security-policy'] ?? '';
  assert.match(policy, /^sandbox allow-scripts/);
  assert.not.match(policy, /allow-same-origin|allow-top-navigation(?!-by-user-activation)/);
  assert.match(policy, /connect-src 'none'/);
});

/** [query that names no view, where it leads] */
const QUERIES: readonly (readonly [string, string])[] = [
  ['unknown=1', '/member/ada'],
  ['utm_source=x', '/member/ada'],
  ['page=about', '/member/ada'],
  ['page=index.html', '/member/ada'],
  ['utm_source=x&page=about.html', '/member/ada?page=about.html'],
  ['page=%61bout.html', '/member/ada?page=about.html'],
  ['edit/', '/member/ada?edit'],
  ['Edit', '/member/ada?edit'],
  ['edit.', '/member/ada?edit'],
  ['%65dit%2F', '/member/ada?edit'],
  ['x&EDIT', '/member/ada?edit'],
  ['Play=le%20ad', '/member/ada?play=le%20ad'],
  ['&', '/member/ada'],
];

for (const [query, place] of QUERIES) {
  test(`?${query} never shows a site: it leads to ${place}`, async () => {
    const { status, headers, body } = await ask(port, `/member/ada?${query}`);
    assert.equal([status, headers['location'], body], [307, place, '']);
  });
}

for (const target of ['/', '/member/nobody', '/?go=-']) {
  test(`${target} runs nothing but what is in it by hash`, async () => {
    const { headers } = await ask(port, target, { headers: HTML });
    const policy = headers['content-security-policy'] ?? '';
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /style-src 'sha256-/);
    assert.not.match(policy, /unsafe/);
    assert.match(policy, /require-trusted-types-for 'script'/);
    assert.match(policy, /frame-ancestors 'none'/);
  });
}

/** [what was typed, as a query, where it leads] */
const NAMES: readonly (readonly [string, string])[] = [
  ['ada', '/member/ada'],
  ['Ada', '/member/ada'],
  ['+ada+', '/member/ada'],
];
for (const [typed, location] of NAMES) {
  test(`the name "${typed}" leads to ${location}`, async () => {
    const { status, headers } = await ask(port, `/?go=${typed}`);
    assert.equal([status, headers['location']], [303, location]);
  });
}

test('a name that is none is said back, with the nearest that is one', async () => {
  const target = '/?go=Ad%C3%A9le%20%3Cb%3E%26';
  const { status, headers, body } = await ask(port, target, { headers: HTML });
  assert.is(status, 400);
  assert.match(headers['vary'] ?? '', /\bAccept(,|$)/);
  assert.match(body, 'value="adele-b"');
  assert.match(body, '“<bdi>Adéle &lt;b&gt;&amp;</bdi>”');
  assert.match(body, 'aria-invalid="true"');
  const program = await ask(port, target);
  assert.is(program.status, 400);
  assert.match(program.body, '"type":"urn:problem-type:ensemble:username-invalid"');
});

test('the list pages, latest first, and keeps the search', async () => {
  const first = (await ask(port, '/')).body;
  assert.match(first, 'href="/member/site-0"');
  assert.match(first, 'href="/?page=2#sites"');
  assert.match(first, 'Page 1 of 5');
  const second = (await ask(port, '/?q=SITE&page=2')).body;
  assert.match(second, 'href="/member/site-12"');
  assert.match(second, 'href="/?q=SITE#sites"');
  assert.match(second, 'href="/?q=SITE&amp;page=3#sites"');
  const beyond = (await ask(port, '/?page=99')).body;
  assert.match(beyond, 'Page 5 of 5');
  const nonsense = (await ask(port, '/?page=-1e9')).body;
  assert.match(nonsense, 'Page 1 of 5');
});

test('a display name is text, whatever it says', async () => {
  const { body } = await ask(port, '/');
  assert.match(body, '&lt;b&gt;&quot;שלום&quot; &amp; co&lt;/b&gt;');
});

test('a search that finds nothing says so', async () => {
  const { body } = await ask(port, '/?q=%3Cscript%3E');
  assert.match(body, '“<bdi>&lt;script&gt;</bdi>”');
});

test('the gallery shows every instrument, and how it is played', async () => {
  const { body } = await ask(port, '/');
  assert.ok(MODES.length > 0);
  for (const { modeId } of MODES) assert.match(body, `href="/?play=${modeId}"`);
  assert.match(body, /Played with|Played on|Listens|Plays itself/);
  assert.not.match(body, 'class="notice"');
});

test('over plain http that is not this machine alone, the gallery says what browsers will not do', () =>
  withService({ origin: { base: undefined, loopbackOnly: false } }, async (open) => {
    assert.match((await ask(open.port, '/')).body, 'class="notice"');
  }));

test('behind https, it says nothing of that', () =>
  withService({ origin: { base: 'https://a.example', loopbackOnly: false } }, async (open) => {
    assert.not.match((await ask(open.port, '/')).body, 'class="notice"');
  }));

test('the service closes', async () => {
  await service.close();
  assert.ok(service.kernel.draining);
});

closing(service);

test.run();
