/**
 * Every limit has a test at its edge, and one in which many come at once, unless each of them is judged by itself. The
 * table says where; a limit without a row is a failure. What is tested nowhere else is tested here.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type LimitName, limitRows } from '../src/limits.ts';
import { CLOSE, encodeAwareness } from '../src/shared/site/protocol.ts';
import { becomeMember } from './support/authenticator.ts';
import { raw } from './support/raw.ts';
import { withService } from './support/service.ts';
import { Editor, withSites } from './support/sites.ts';
import { until } from './support/until.ts';

interface Row {
  /** File and part of the title. */
  readonly edge: readonly [string, string];
  /** The same, or why many at once are no different from one. */
  readonly atOnce: readonly [string, string] | string;
}

const HTTP = 'http/limits.test.ts';
const SOCKETS = 'sites/socket-server.test.ts';
const COSTS = 'sites/cost-budgets.test.ts';
const SLOW = 'load/slow.test.ts';
const MEMBERS = 'sites/members.test.ts';
const COMMENTS = ['sites/comments.test.ts', 'a comment over a limit gets a code'] as const;
const HERE = 'limits.test.ts';
const ALONE = 'each connection or message is judged by itself';
const SERVER = 'the whole server has one of it';

const own = (name: LimitName, atOnce: Row['atOnce']): Row => ({
  edge: [HTTP, `${name}: `],
  atOnce,
});

const ROWS: Readonly<Record<LimitName, Row>> = {
  target_bytes: own('target_bytes', [HERE, 'requests at once']),
  header_bytes: own('header_bytes', [HERE, 'requests at once']),
  header_count: own('header_count', [HERE, 'requests at once']),
  content_bytes: own('content_bytes', [HERE, 'requests at once']),
  headers_timeout_ms: own('headers_timeout_ms', [SLOW, 'connections of']),
  request_timeout_ms: own('request_timeout_ms', [SLOW, 'connections of']),
  timeout_check_ms: { edge: [HTTP, 'a head that dribbles in'], atOnce: [SLOW, 'connections of'] },
  response_timeout_ms: own('response_timeout_ms', [SLOW, 'connections of']),
  unsent_bytes_per_address: own('unsent_bytes_per_address', [HTTP, 'at once two stay']),
  keep_alive_ms: own('keep_alive_ms', ALONE),
  proxied_keep_alive_ms: { edge: [HTTP, 'behind a proxy it is the longer limit'], atOnce: ALONE },
  tls_handshake_ms: own('tls_handshake_ms', ALONE),
  connections: own('connections', [HERE, 'at once five stay']),
  connections_per_address: own('connections_per_address', [HERE, 'at once five stay']),
  drain_ms: { edge: ['http/upgrade.test.ts', 'drain_ms: '], atOnce: SERVER },
  slow_request_ms: { edge: ['log.test.ts', 'keeps the server busy is told'], atOnce: ALONE },
  event_loop_lag_ms: {
    edge: ['routes/health.test.ts', 'an event loop that stands still fails'],
    atOnce: SERVER,
  },
  health_interval_ms: own('health_interval_ms', SERVER),
  search_characters: own('search_characters', ALONE),
  sites_per_page: { edge: [HTTP, 'page_number and sites_per_page: '], atOnce: ALONE },
  page_number: { edge: [HTTP, 'page_number and sites_per_page: '], atOnce: ALONE },
  prepared_pages: {
    edge: ['http/page-cache.test.ts', 'never more than the limit are kept'],
    atOnce: SERVER,
  },
  username_characters: own('username_characters', [HERE, 'requests at once']),
  sockets_per_site: {
    edge: [SOCKETS, 'sockets over the limit of the site'],
    atOnce: [HERE, 'at once four stay'],
  },
  sockets_per_address: {
    edge: [SOCKETS, 'sockets over the limit of the site'],
    atOnce: [HERE, 'at once four stay'],
  },
  message_bytes: { edge: [HERE, 'message_bytes: '], atOnce: ALONE },
  messages_per_second: { edge: [HERE, 'messages_per_second: '], atOnce: ALONE },
  buffered_bytes: { edge: [SOCKETS, 'a reader slower than its backlog'], atOnce: ALONE },
  work_ms_per_address: {
    edge: [COSTS, 'an address whose budget is used up waits'],
    atOnce: [COSTS, 'a large site asked for hundreds of times'],
  },
  work_ms_per_site: {
    edge: [COSTS, 'a large site asked for hundreds of times'],
    atOnce: [COSTS, 'a long history asked for a hundred times'],
  },
  work_wait_ms: { edge: [COSTS, 'whoever would wait for too long'], atOnce: ALONE },
  unread_bytes: { edge: [COSTS, 'answers that nobody reads'], atOnce: ALONE },
  unread_bytes_per_address: {
    edge: [COSTS, 'answers that nobody reads'],
    atOnce: [COSTS, 'answers that nobody reads'],
  },
  open_bytes_per_address: {
    edge: ['sites/opening.test.ts', 'an address with large sites open'],
    atOnce: ['sites/opening.test.ts', 'many sites at once'],
  },
  received_bytes_per_address: {
    edge: ['sites/received-bytes.test.ts', 'unfinished messages: '],
    atOnce: ['sites/received-bytes.test.ts', 'many at once'],
  },
  awareness_bytes: { edge: [HERE, 'awareness_bytes: '], atOnce: ALONE },
  wrong_keys_per_minute: {
    edge: [COSTS, 'after too many wrong keys'],
    atOnce: [HERE, 'wrong_keys_per_minute: '],
  },
  socket_ping_ms: { edge: [SOCKETS, 'does not answer pings'], atOnce: ALONE },
  site_bytes: {
    edge: [SOCKETS, 'an edit that makes the site too large'],
    atOnce: [HERE, 'site_bytes: '],
  },
  history_bytes_per_address_hour: {
    edge: ['sites/full-history.test.ts', 'an address that wrote its share of history'],
    atOnce: [HERE, 'history_bytes_per_address_hour: '],
  },
  sites_per_address_hour: {
    edge: [SOCKETS, 'an address creates so many sites in an hour'],
    atOnce: [COSTS, 'of many sites created at once'],
  },
  sites: {
    edge: [COSTS, 'room for one more site'],
    atOnce: [COSTS, 'room for one more site'],
  },
  links_per_site: {
    edge: ['sites/invitations.test.ts', 'an invitation over the limit'],
    atOnce: ['sites/invitations.test.ts', 'an invitation over the limit'],
  },
  editors_per_site: {
    edge: [HERE, 'editors_per_site: '],
    atOnce: [HERE, 'editors_per_site: '],
  },
  invitations_per_address_hour: {
    edge: ['sites/invitations.test.ts', 'an invitation over the limit'],
    atOnce: ['sites/invitations.test.ts', 'an invitation over the limit'],
  },
  claims_per_address_hour: {
    edge: ['sites/ownership.test.ts', 'a claim over the limit'],
    atOnce: ['sites/ownership.test.ts', 'a claim over the limit'],
  },
  comment_characters: { edge: COMMENTS, atOnce: ALONE },
  comments_per_site: { edge: COMMENTS, atOnce: COMMENTS },
  comments_per_author: { edge: COMMENTS, atOnce: COMMENTS },
  comment_bytes_per_site: { edge: COMMENTS, atOnce: COMMENTS },
  comments_per_author_minute: { edge: COMMENTS, atOnce: COMMENTS },
  comments_per_address_minute: { edge: COMMENTS, atOnce: COMMENTS },
  members: {
    edge: [MEMBERS, ': of five who join at once'],
    atOnce: [MEMBERS, ': of five who join at once'],
  },
  names_per_member: {
    edge: [MEMBERS, 'names_per_member: '],
    atOnce: [MEMBERS, 'names_per_member: '],
  },
  members_per_address_hour: {
    edge: [MEMBERS, ': of five who join at once'],
    atOnce: [MEMBERS, ': of five who join at once'],
  },
  wrong_codes_per_hour: {
    edge: [MEMBERS, 'wrong_codes_per_hour: '],
    atOnce: [MEMBERS, 'wrong_codes_per_hour: '],
  },
  store_bytes: {
    edge: [SOCKETS, 'a full store takes no more edits'],
    atOnce: [HERE, 'store_bytes: '],
  },
};

test('every limit has a row, and every test it names is there', () => {
  const names = limitRows().map(({ name }) => name);
  assert.equal(Object.keys(ROWS).sort(), [...names].sort());
  for (const name of names) {
    const { edge, atOnce } = ROWS[name];
    for (const [file, title] of typeof atOnce === 'string' ? [edge] : [edge, atOnce]) {
      const titles = readFileSync(`test/${file}`, 'utf8').match(/test\(\s*['"`].*/g) ?? [];
      assert.ok(
        titles.some((one) => one.includes(title)),
        `${name}: no test "${title}" in ${file}`,
      );
    }
  }
});

const AT_ONCE = 12;
const many = <T>(make: (index: number) => T): T[] =>
  Array.from({ length: AT_ONCE }, (_, index) => make(index));

const get = (target: string, fields = ''): string =>
  `GET ${target} HTTP/1.1\r\nHost: x\r\n${fields}\r\n`;
const post = (bytes: number): string =>
  `POST /api HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes}\r\n\r\n${'a'.repeat(bytes)}`;

/** Limit, value, a request within it and its status, one beyond it and its status. */
const REQUESTS: readonly (readonly [LimitName, number, string, number, string, number])[] = [
  ['target_bytes', 20, get(`/?q=${'a'.repeat(16)}`), 200, get(`/?q=${'a'.repeat(17)}`), 414],
  [
    'header_bytes',
    1_000,
    get('/api', `X: ${'a'.repeat(800)}\r\n`),
    200,
    get('/api', `X: ${'a'.repeat(1_000)}\r\n`),
    431,
  ],
  ['header_count', 2, get('/api', 'A: 1\r\n'), 200, get('/api', 'A: 1\r\nB: 2\r\n'), 431],
  ['content_bytes', 10, post(10), 405, post(11), 0],
  ['username_characters', 3, get('/member/ada'), 200, get('/member/adam'), 400],
];
for (const [name, value, within, status, beyond, refused] of REQUESTS) {
  test(`${name}: of ${2 * AT_ONCE} requests at once half are within it`, () =>
    withService({ limits: { [name]: value } }, async ({ port }) => {
      const told = await Promise.all(
        [...many(() => within), ...many(() => beyond)].map((bytes) => raw(port, bytes)),
      );
      const statuses = told.map(({ responses }) => responses[0]?.status ?? 0);
      assert.ok(
        statuses.slice(0, AT_ONCE).every((one) => one === status),
        statuses.join(),
      );
      const others = statuses.slice(AT_ONCE);
      // Of content that is cut off the refusal may still arrive, or not.
      assert.ok(others.every((one) => one === refused || (refused === 0 && one === status)));
    }));
}

for (const name of ['connections', 'connections_per_address'] as const) {
  test(`${name}: of ${AT_ONCE} at once five stay`, () =>
    withService({ limits: { [name]: 5 } }, async ({ port }) => {
      // Each stays open until all were answered or closed.
      const told = await Promise.all(
        many(() => raw(port, get('/api'), { count: 2, timeout_ms: 2_000 })),
      );
      assert.is(told.filter(({ responses }) => responses.length === 1).length, 5);
      assert.is(told.filter(({ closed }) => closed).length, AT_ONCE - 5);
    }));
}

for (const name of ['sockets_per_site', 'sockets_per_address'] as const) {
  test(`${name}: of ${AT_ONCE} at once four stay`, () =>
    withSites({ limits: { [name]: 4 } }, async ({ port }) => {
      const site = (index: number) => (name === 'sockets_per_site' ? 'ada' : `site-${index}`);
      const editors = many((index) => new Editor(port, site(index)));
      await until(() => editors.every(({ synced, closed }) => synced || closed !== undefined));
      await until(
        () => editors.filter(({ closed }) => closed === CLOSE.busy).length === AT_ONCE - 4,
      );
      assert.is(editors.filter(({ closed }) => closed === undefined).length, 4);
    }));
}

test(`site_bytes: of ${AT_ONCE} edits at once those are taken that fit`, () =>
  withSites({ limits: { site_bytes: 10_000 } }, async ({ port, sites }) => {
    const editors = await Promise.all(many(() => new Editor(port, 'ada').ready()));
    for (const editor of editors) editor.insert('x'.repeat(4_000));
    await until(() => editors.every(({ settled, closed }) => settled || closed !== undefined));
    assert.is(editors.filter(({ closed }) => closed === CLOSE.siteFull).length, AT_ONCE - 2);
    assert.ok((sites.rooms.store.sites.get('ada')?.bytes ?? 0) < 10_000);
  }));

test(`history_bytes_per_address_hour: of ${AT_ONCE} edits at once on as many sites no more are taken than fit`, () =>
  withSites({ limits: { history_bytes_per_address_hour: 20_000 } }, async ({ port }) => {
    const editors = await Promise.all(many((index) => new Editor(port, `site-${index}`).ready()));
    for (const editor of editors) editor.insert('x'.repeat(9_000));
    const isFull = ({ permission }: Editor) => permission?.reason === 'full';
    await until(() => editors.every((editor) => editor.settled || isFull(editor)));
    // The one that passes the limit is still taken.
    assert.is(editors.filter(({ settled }) => settled).length, 3);
  }));

test(`history_bytes_per_address_hour: restores at once on ${AT_ONCE} sites are counted too`, () =>
  withSites({ limits: { history_bytes_per_address_hour: 100_000 } }, async ({ port }) => {
    const editors = await Promise.all(many((index) => new Editor(port, `site-${index}`).ready()));
    for (const editor of editors) {
      // Random letters, for what is stored is compressed.
      editor.insert(randomBytes(1_500).toString('hex'));
      await editor.save();
      editor.doc.getText('index.html').delete(0, 3_000);
      await editor.save();
    }
    const codes = await Promise.all(
      editors.flatMap((editor) =>
        [1, 2, 1, 2, 1, 2].map(async (at) => (await editor.request({ op: 'restore', at })).ok),
      ),
    );
    // 12 × 3 KB are typed, and half of the 72 restores would write 3 KB again.
    const done = codes.filter((ok) => ok).length;
    assert.ok(done >= 20 && done < 60, `${done} restores`);
  }));

test(`store_bytes: of ${AT_ONCE} edits at once on as many sites no more are taken than fit`, () =>
  withSites({ limits: { store_bytes: 600_000 } }, async ({ port, sites }) => {
    const { store } = sites.rooms;
    const editors = await Promise.all(many((index) => new Editor(port, `site-${index}`).ready()));
    const most = Math.ceil((600_000 - store.bytes) / 150_000);
    for (const editor of editors) editor.insert('x'.repeat(150_000));
    const isFull = ({ permission }: Editor) => permission?.reason === 'full';
    await until(() => editors.every((editor) => editor.settled || isFull(editor)));
    // The one that passes the limit is still taken.
    const taken = editors.filter(({ settled }) => settled).length;
    assert.ok(taken > 0 && taken <= most, `${taken} of ${most}`);
  }));

test(`wrong_keys_per_minute: of ${AT_ONCE} wrong keys at once three are tried`, () =>
  withSites({ keys: { edit: 'right' }, limits: { wrong_keys_per_minute: 3 } }, async ({ port }) => {
    const codes = await Promise.all(
      many((index) => new Editor(port, 'ada', { key: `wrong ${index}` }).gone()),
    );
    assert.is(codes.filter((code) => code === CLOSE.key).length, 3);
    assert.is(codes.filter((code) => code === CLOSE.busy).length, AT_ONCE - 3);
  }));

test('editors_per_site: of five invitations at once two are made, and one more where one was revoked', () =>
  withSites({ limits: { editors_per_site: 2 } }, async ({ port }) => {
    const ada = await new Editor(port, 'ada').ready();
    ada.insert('by ada');
    await ada.save();
    await becomeMember(ada, port, 'Ada');
    assert.ok((await ada.request({ op: 'claim' })).ok);
    const invite = async () => {
      const { ok, value } = await ada.request({ op: 'invite', once: true });
      return ok ? 'ok' : value['code'];
    };
    const codes = await Promise.all(Array.from({ length: 5 }, invite));
    assert.equal(codes.sort(), ['full', 'full', 'full', 'ok', 'ok']);
    const { value } = await ada.request({ op: 'access' });
    const [first] = Array.isArray(value['links']) ? value['links'] : [];
    await ada.request({ op: 'revoke', link: String(first.id) });
    assert.equal([await invite(), await invite()], ['ok', 'full']);
  }));

test('message_bytes: a message of as many bytes is read, one with a byte more is not', () =>
  withSites({ limits: { message_bytes: 1_000 } }, async ({ port }) => {
    for (const [bytes, code] of [
      [1_000, CLOSE.malformed],
      [1_001, CLOSE.tooBig],
    ] as const) {
      const ada = await new Editor(port, 'ada').ready();
      ada.ws.send(new Uint8Array(bytes).fill(99));
      assert.is(await ada.gone(), code);
    }
  }));

test('PROTOCOL.md gives the defaults of the limits that clients meet', () => {
  const [, after = ''] = readFileSync('PROTOCOL.md', 'utf8').split('A client meets these limits');
  const [, table = ''] = after.split('\n\n');
  const said = [...table.matchAll(/^\| `(\w+)` +\| +([\d,]+) \|/gm)];
  const limits = new Map(limitRows().map(({ name, value }) => [name, value.toLocaleString('en')]));
  assert.is(said.length, 6);
  for (const [, name, value] of said) {
    const found = [...limits].find(([limit]) => limit === name);
    assert.equal([name, value], found);
  }
});

test('messages_per_second: ten seconds of them may come at once, and more wait', () =>
  withSites({ limits: { messages_per_second: 20 } }, async ({ port }) => {
    const begun = performance.now();
    const ada = await new Editor(port, 'ada').ready();
    for (let count = 0; count < 230; count++) ada.insert('x');
    await ada.save();
    // The last needs no time after it.
    assert.ok(performance.now() - begun > (230 - 200 - 1) * 50);
    assert.is(ada.closed, undefined);
  }));

test('awareness_bytes: a message of as many bytes is read, one with a byte more is not', () =>
  withSites({ limits: { awareness_bytes: 1_000 } }, async ({ port }) => {
    for (const [bytes, isTooLong] of [
      [1_000, false],
      [1_001, true],
    ] as const) {
      const ada = await new Editor(port, 'ada').ready();
      ada.ws.send(encodeAwareness(new Uint8Array(bytes).fill(0xff)));
      assert.is(await ada.gone(), CLOSE.malformed);
      assert.is(ada.reason.includes('too long'), isTooLong, ada.reason);
    }
  }));

test.run();
