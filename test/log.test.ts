/** The log: what a line says, and that no request can write a line of its own. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AccessLog, createLog, humanLine } from '../src/log.ts';
import { noSites } from './support/no-sites.ts';
import { ask, raw } from './support/raw.ts';
import { withService } from './support/service.ts';

test('for a program, a line is one JSON object', () => {
  const lines: string[] = [];
  createLog({ level: 'info', human: false, write: (line) => lines.push(line) }).info(
    { a: 1 },
    'hi\nthere',
  );
  const { level, msg, a } = JSON.parse(lines[0] ?? '');
  assert.equal([lines.length, level, msg, a], [1, 30, 'hi\nthere', 1]);
});

test('for a person, a line is a line, whatever it says', () => {
  const line = JSON.stringify({
    level: 50,
    time: '2026-01-02T03:04:05.678Z',
    msg: 'request\nfailed',
    path: '/\u001b[31m\u2028',
    count: 3,
  });
  assert.is(
    humanLine(line),
    '03:04:05 ERROR request\\u000afailed path=/\\u001b[31m\\u2028 count=3\n',
  );
});

test('levels below the chosen one are silent', () => {
  const lines: string[] = [];
  const log = createLog({ level: 'warn', human: true, write: (line) => lines.push(line) });
  log.info('no');
  log.warn('yes');
  assert.is(lines.length, 1);
  assert.match(lines[0] ?? '', /warn {2}yes$/m);
});

function fail(username: string): Promise<never> {
  if (username === 'later') return Promise.reject(new Error('secret of the store'));
  throw new Error('secret of the store');
}
const failing = { ...noSites(), publish: fail, export: fail };

for (const username of ['now', 'later']) {
  test(`a route that fails ${username} answers 500 with an id, and the log has the reason`, () =>
    withService({ sites: failing }, async ({ port, lines }) => {
      const { status, headers, body } = await ask(port, `/member/${username}?export`);
      const id = headers['x-request-id'] ?? '';
      assert.is(status, 500);
      assert.match(id, /^[\da-f-]{36}$/);
      assert.not.match(body, /secret/);
      const line = lines.find(({ request }) => request === id) ?? {};
      assert.equal([line['msg'], line['path']], ['request failed', `/member/${username}`]);
      assert.match(JSON.stringify(line['err']), /secret of the store/);
      assert.is((await ask(port, '/api')).status, 200);
    }));
}

test("a proxy's plain request id is kept, another is not", () =>
  withService({ sites: failing }, async ({ port }) => {
    const kept = await ask(port, '/member/a', { headers: 'X-Request-Id: abc-1\r\n' });
    const dropped = await ask(port, '/member/a', { headers: 'X-Request-Id: a"b{}\r\n' });
    assert.is(kept.headers['x-request-id'], 'abc-1');
    assert.match(dropped.headers['x-request-id'] ?? '', /^[\da-f-]{36}$/);
  }));

test('a request that keeps the server busy is told, one that waits too', () => {
  const slow = {
    ...noSites(),
    publish(username: string) {
      const until = performance.now() + 30;
      if (username === 'waits')
        return new Promise<undefined>((done) => setTimeout(done, 30, undefined));
      while (performance.now() < until);
      return undefined;
    },
  };
  return withService({ sites: slow, limits: { slow_request_ms: 20 } }, async ({ port, lines }) => {
    await ask(port, '/member/busy');
    await ask(port, '/member/waits');
    const told = lines.filter(({ msg }) => msg === 'slow request').map(({ path }) => path);
    assert.equal(told, ['/member/busy', '/member/waits']);
  });
});

test('the access log has a line a request, without queries and without addresses', async () => {
  let text = '';
  const accessLog = new AccessLog((more) => {
    text += more;
  });
  await withService({ accessLog }, async ({ port }) => {
    await ask(port, '/?q=private');
    await raw(port, 'GET /a"b HTTP/1.1\r\nHost: x\r\n\r\n');
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.equal(
    lines.map(({ method, path, status }) => [method, path, status]),
    [
      ['GET', '/', 200],
      ['GET', '/a"b', 404],
    ],
  );
  assert.not.match(text, /private|127\.0\.0\.1/);
});

test('the access log writes in batches', () => {
  const writes: string[] = [];
  const log = new AccessLog((text) => writes.push(text));
  for (let i = 0; i < 100; i += 1) log.add('x'.repeat(100));
  assert.is(writes.length, 1);
  log.close();
  assert.is(writes.join('').split('\n').length, 101);
});

test.run();
