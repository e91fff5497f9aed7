/** Pages of large sites are made in a thread, with the same bytes as pages of small ones on the event loop. */
import { readdirSync } from 'node:fs';
import { getPriority } from 'node:os';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { versionOf } from '../../src/http/page.ts';
import { EMPTY_SITE, type SiteContent } from '../../src/shared/site/document.ts';
import { BackgroundThread } from '../../src/sites/background-thread.ts';
import { type PageRequest, pageBody, type View } from '../../src/sites/page-body.ts';
import { PageMaker } from '../../src/sites/page-maker.ts';
import { until } from '../support/until.ts';

const TEXTS = {
  player: 'play()',
  pager: 'show()',
  parts: { guard: 'guard()', script: 'shell()', style: '.site {}' },
};
const SITE: SiteContent = {
  ...EMPTY_SITE,
  files: {
    ...EMPTY_SITE.files,
    'index.html':
      '<p>Grüße 🎵</p><img src="a.png"><a href="two.html">on</a><sound-mode></sound-mode>',
    'two.html': '<title>Two</title>',
  },
  displayName: 'A & B',
};
const LARGE: SiteContent = {
  ...SITE,
  assets: [{ name: 'a.png', bytes: new Uint8Array(70_000).fill(7) }],
};

const requestOf = (content: SiteContent, view: View, page = 'index.html'): PageRequest => ({
  ...{ view, page, name: 'garden', content, editLink: true },
  address: 'https://example.org/member/garden',
  shownAt: 'https://garden.example.org',
});

test('a large site has the same bytes as if it were made at once', async () => {
  const maker = new PageMaker(TEXTS);
  for (const request of [
    requestOf(LARGE, 'publish'),
    requestOf(LARGE, 'publish', 'two.html'),
    requestOf(LARGE, 'html'),
    requestOf(LARGE, 'zip'),
  ]) {
    const expected = Buffer.from(pageBody(request, TEXTS));
    const { body, isText, version } = await maker.makeLarge(request);
    assert.ok(Buffer.from(body).equals(expected), `${request.view} ${request.page}`);
    assert.is(isText, request.view !== 'zip');
    assert.is(version, versionOf(expected));
    assert.ok(maker.hasThread);
  }
  await maker.close();
  assert.not(maker.hasThread);
});

test('on Linux all other threads come before the one that makes pages', async () => {
  if (process.platform !== 'linux') return;
  const maker = new PageMaker(TEXTS);
  const priorities = () =>
    readdirSync('/proc/self/task').map((thread) => getPriority(Number(thread)));
  const usual = getPriority();
  const before = priorities();
  await maker.makeLarge(requestOf(LARGE, 'zip'));
  assert.ok(before.every((priority) => priority === usual));
  assert.ok(priorities().includes(Math.min(19, usual + 10)));
  await maker.close();
});

test('a small site is made at once', async () => {
  const maker = new PageMaker(TEXTS);
  const request = requestOf(SITE, 'publish');
  const body = pageBody(request, TEXTS);
  assert.equal(maker.makeSmall(request), { body, isText: true, version: versionOf(body) });
  assert.not(maker.hasThread);
});

test('what a small site makes large, or all of its pages together, is left to the thread', async () => {
  const maker = new PageMaker(TEXTS);
  const assets = [{ name: 'a.png', bytes: new Uint8Array(28_000) }];
  const many = '<img src="a.png">'.repeat(2_300);
  const pages = Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [`${at}.html`, '<script src="script.js"></script>']),
  );
  const script = { 'script.js': 'x'.repeat(30_000) };
  for (const [files, view] of [
    [{ 'index.html': many }, 'publish'],
    [{ 'index.html': many }, 'html'],
    [{ 'index.html': '', ...pages, ...script }, 'html'],
  ] as const) {
    const content = { ...SITE, assets, files: { ...SITE.files, ...files } };
    assert.is(maker.makeSmall(requestOf(content, view)), undefined);
  }
  const shown = { ...SITE, assets, files: { ...SITE.files, ...script } };
  assert.ok(maker.makeSmall(requestOf(shown, 'publish')));
  assert.is(maker.makeSmall(requestOf(LARGE, 'publish')), undefined);
});

test('a page that takes too long is given up with its thread, and the next one has a new one', async () => {
  const thread = new BackgroundThread('page-thread', TEXTS, { deadlineMs: 1 });
  for (const _ of [1, 2]) {
    const asked = [requestOf(LARGE, 'zip'), requestOf(LARGE, 'html')].map((request) =>
      thread.ask(request).then(
        () => 'answered',
        ({ name }: Error) => name,
      ),
    );
    assert.ok(thread.isRunning);
    assert.equal(await Promise.all(asked), ['ThreadDeadlineError', 'ThreadDeadlineError']);
    assert.not(thread.isRunning);
  }
});

test('a thread that has nothing to do ends, and starts again', async () => {
  const thread = new BackgroundThread('page-thread', TEXTS, { idleMs: 1 });
  for (const _ of [1, 2]) {
    await thread.ask(requestOf(LARGE, 'zip'));
    await until(() => !thread.isRunning);
  }
});

test('what cannot be answered is refused, and what comes after it is answered', async () => {
  const thread = new BackgroundThread('page-thread', TEXTS);
  const refused = thread.ask({ view: 'publish' }).then(
    () => 'answered',
    ({ name }: Error) => name,
  );
  const answered = thread.ask(requestOf(SITE, 'html'));
  assert.is(await refused, 'TypeError');
  assert.ok(await answered);
  await thread.close();
});

test('who waits for a thread that ends is told', async () => {
  const thread = new BackgroundThread('page-thread', TEXTS);
  const waiting = thread.ask(requestOf(LARGE, 'zip')).then(
    () => 'answered',
    ({ message }: Error) => message,
  );
  await thread.close();
  assert.is(await waiting, 'the thread page-thread was closed');
});

test.run();
