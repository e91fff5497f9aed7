/** What pages need to open without the server: the service worker, and a preview that browsers keep. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE_WORKER_HEADERS } from '../../src/http/policy.ts';
import { editorViews } from '../../src/routes/editor-views.ts';
import { playerPage } from '../../src/routes/player-view.ts';
import { scriptPage } from '../../src/routes/script-page.ts';
import { closing } from '../support/closing.ts';
import { ask } from '../support/raw.ts';
import { bundles, startService, withService } from '../support/service.ts';

const built = await bundles();
const views = {
  ...editorViews(built, ['drone']),
  play: playerPage(built),
  offline: scriptPage(built, 'offline-worker', SERVICE_WORKER_HEADERS),
};
const { port, service } = await startService({ views });

const policyOf = async (address: string): Promise<string> =>
  (await ask(port, address)).headers['content-security-policy'] ?? '';

test('the service worker is a script that may request our pages and nothing else', async () => {
  const { status, headers, body } = await ask(port, '/?offline');
  assert.is(status, 200);
  assert.is(headers['content-type'], 'text/javascript; charset=utf-8');
  assert.is(headers['x-content-type-options'], 'nosniff');
  assert.is(headers['cache-control'], 'no-cache');
  assert.match(await policyOf('/?offline'), /^default-src 'none'; .*; connect-src 'self'$/);
  assert.is(body, built.text('offline-worker.js'));
});

test('a server without pages has no service worker', () =>
  withService({}, async ({ port }) => {
    assert.is((await ask(port, '/?offline')).status, 404);
  }));

test('the homepage, the player and the editor may register it, and no other page', async () => {
  for (const address of ['/', '/?play=drone', '/member/ada?edit', '/member/ada?history']) {
    assert.match(await policyOf(address), /; worker-src (blob: )?'self';/, address);
  }
  for (const address of ['/?q=a', '/member/ada', '/member/ada?live', '/member/ada?preview']) {
    assert.not.match(await policyOf(address), /worker-src[^;]*'self'/, address);
  }
});

test('the editor names the version of the preview, under which browsers keep it', async () => {
  const { body } = await ask(port, '/member/ada?edit');
  const [, preview = ''] = /"preview":"([\w-]{22})"/.exec(body) ?? [];
  const named = await ask(port, `/member/ada?preview=${preview}`);
  assert.is(named.headers['cache-control'], 'public, max-age=31536000, immutable');
  for (const address of ['/member/ada?preview', '/member/ada?preview=older']) {
    const now = await ask(port, address);
    assert.is(now.headers['cache-control'], 'no-cache');
    assert.is(now.body, named.body);
    assert.is(now.headers['content-security-policy'], named.headers['content-security-policy']);
  }
});

closing(() => service.close());

test.run();
