/** Sites of several pages as visitors and editors meet them: each page cached by itself, restored and copied. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readSite, setAsset } from '../../src/shared/site/document.ts';
import { importFolder } from '../../src/shared/site/folder.ts';
import { addFile, deleteFile, textOfFile } from '../../src/shared/site/text-files.ts';
import { ask } from '../support/raw.ts';
import { countReads, Editor, withSites } from '../support/sites.ts';
import { until } from '../support/until.ts';

const HOME = '<!doctype html><h1>Home</h1><a href="about.html#us">About</a>';
const ABOUT = '<!doctype html><h1>About</h1><a href=index.html>Home</a>';

async function twoPages(port: number): Promise<Editor> {
  const editor = await new Editor(port, 'ada').ready();
  editor.insert(HOME);
  addFile(editor.doc, 'about.html', ABOUT);
  return editor.save();
}

test('each page has its address, status, entity tag and links; one that is missing is 404 and made once', () =>
  withSites({}, async (running) => {
    const { port } = running;
    const editor = await twoPages(port);
    const first = await ask(port, '/member/ada');
    const about = await ask(port, '/member/ada?page=about.html');
    assert.equal([first.status, about.status], [200, 200]);
    assert.match(first.body, 'Home');
    assert.match(first.body, 'href=&quot;/member/ada?page=about.html#us&quot;');
    assert.match(about.body, 'href=&quot;/member/ada&quot;');
    const [tag, other] = [about.headers['etag'] ?? '', first.headers['etag']];
    assert.is.not(tag, other);
    const again = (etag: string) =>
      ask(port, '/member/ada?page=about.html', { headers: `If-None-Match: ${etag}\r\n` });
    assert.is((await again(tag)).status, 304);
    textOfFile(editor.doc, 'about.html')?.insert(ABOUT.length, 'more');
    await editor.save();
    assert.is((await again(tag)).status, 200);
    const same = await ask(port, '/member/ada', { headers: `If-None-Match: ${other}\r\n` });
    assert.is(same.status, 304);

    const redirected = await ask(port, '/member/ada?page=index.html');
    assert.equal([redirected.status, redirected.headers['location']], [307, '/member/ada']);
    const made = countReads(running);
    for (let number = 0; number < 20; number++) {
      const missing = await ask(port, `/member/ada?page=no-${number}.html`);
      assert.match(missing.body, ':page-not-found"');
    }
    assert.is(made(), 0);
    deleteFile(editor.doc, 'about.html');
    await editor.save();
    assert.match((await ask(port, '/member/ada?page=about.html')).body, ':page-not-found"');
    assert.match((await ask(port, '/member/nobody?page=about.html')).body, 'nobody');
  }));

test('what a restore does not change is not stored, and a file that never was is refused', () =>
  withSites({}, async ({ port }) => {
    const editor = await twoPages(port);
    const latest = async () => (await editor.request({ op: 'history', limit: 1 })).value;
    const before = await latest();
    const never = await editor.request({ op: 'restore', at: 1, file: 'never.html' });
    assert.equal(
      [never.ok, never.value['code'], never.value['message']],
      [false, 'files', 'Neither that version nor the site has a file never.html.'],
    );
    const { ok, value } = await editor.request({ op: 'restore', at: 2 });
    assert.equal([ok, value], [true, { at: 2, before: 2, changes: [] }]);
    assert.equal(await latest(), before);
    assert.ok((await editor.request({ op: 'restore', at: 1 })).value['version']);
    assert.is(editor.doc.getMap('meta').size, 0);
  }));

test('one file of an old version is restored, also one that was not there, and a remix has every file', () =>
  withSites({}, async ({ port }) => {
    const editor = await twoPages(port);
    deleteFile(editor.doc, 'about.html');
    await editor.save();
    const history = await editor.request({ op: 'history' });
    assert.ok(history.ok);
    const back = await editor.request({ op: 'restore', at: 2, file: 'about.html' });
    assert.equal(back.value['changes'], [{ file: 'about.html', added: 1, removed: 0 }]);
    assert.is(textOfFile(editor.doc, 'about.html')?.toString(), ABOUT);
    const gone = await editor.request({ op: 'restore', at: 3, file: 'about.html' });
    assert.ok(gone.ok);
    assert.is(textOfFile(editor.doc, 'about.html'), undefined);
    assert.is((await editor.request({ op: 'restore', at: 1, file: '../x' })).ok, false);
    await editor.request({ op: 'restore', at: 2 });
    assert.ok((await editor.request({ op: 'remix', to: 'copy' })).ok);
    assert.match((await ask(port, '/member/copy?page=about.html')).body, '/member/copy');
    const file = await ask(port, '/member/ada?export');
    assert.match(file.body, '"about.html":');
  }));

test('no name reaches beyond its site', () =>
  withSites({}, async ({ port }) => {
    await twoPages(port);
    const names = [
      ...[
        '../ada',
        '..%2f..%2fetc/passwd',
        '/etc/passwd.html',
        'about.html%00',
        '%00.html',
        '.html',
      ],
      ...['about.html/', './about.html', 'ABOUT.HTML', 'style.css', `${'a'.repeat(80)}.html`],
    ];
    for (const name of names) {
      const { status, headers, body } = await ask(port, `/member/ada?page=${name}`);
      const away = status === 307 ? headers['location'] : undefined;
      assert.ok(
        away?.startsWith('/member/ada') ?? [400, 404].includes(status),
        `${name}: ${status}`,
      );
      assert.not.match(body, '<h1>About');
    }
  }));

test('an export as a folder has every file, comes back byte for byte, and is sent as it is', () =>
  withSites({}, async ({ port }) => {
    const editor = await twoPages(port);
    setAsset(editor.doc, { name: 'cat.png', bytes: Uint8Array.of(1, 2, 3) });
    await editor.save();
    const address = `http://127.0.0.1:${port}/member/ada?export=zip`;
    const answer = await fetch(address, { headers: { 'Accept-Encoding': 'br, gzip' } });
    const { headers } = answer;
    assert.is(headers.get('content-type'), 'application/zip');
    assert.is(headers.get('content-disposition'), 'attachment; filename="ada.zip"');
    assert.is(headers.get('content-encoding'), null);
    const zip = new Uint8Array(await answer.arrayBuffer());
    assert.equal(importFolder(zip), readSite(editor.doc));
    const etag = headers.get('etag') ?? '';
    assert.is((await fetch(address, { headers: { 'If-None-Match': etag } })).status, 304);
    editor.insert('more');
    await editor.save();
    assert.is((await fetch(address, { headers: { 'If-None-Match': etag } })).status, 200);
    assert.is((await ask(port, '/member/nobody?export=zip')).status, 404);
  }));

test('a page of a large site that is asked for after an edit has it, also while an older one is being made', () =>
  withSites({}, async (running) => {
    const { port } = running;
    const editor = await twoPages(port);
    setAsset(editor.doc, { name: 'a.png', bytes: new Uint8Array(100_000) });
    await editor.save();
    const made = countReads(running);
    const before = ask(port, '/member/ada');
    await until(() => made() === 1);
    editor.insert('<p>edited</p>');
    await editor.save();
    const after = [1, 2, 3].map(() => ask(port, '/member/ada'));
    const other = ask(port, '/member/ada?page=about.html');
    for (const { body } of await Promise.all(after)) assert.match(body, 'edited');
    assert.match((await other).body, 'About');
    assert.not.match((await before).body, 'edited');
    // Once each before they know that they have to wait, and again in their turn.
    assert.is(made(), 1 + 2 * 2);
    assert.match((await ask(port, '/member/ada')).body, 'edited');
    assert.is(made(), 1 + 2 * 2);
  }));

test('a page of a large site that takes too long is logged and tried no more for now, and others are shown', () =>
  withSites({ pageMs: 1 }, async (running) => {
    const { port } = running;
    const editor = await twoPages(port);
    setAsset(editor.doc, { name: 'a.png', bytes: new Uint8Array(100_000) });
    await editor.save();
    const small = await new Editor(port, 'small').ready();
    small.insert('Small');
    await small.save();
    const made = countReads(running);
    const asked = [1, 2, 3].map(() => ask(port, '/member/ada'));
    for (const { body } of await Promise.all(asked))
      assert.match(body, 'The server takes too long to make it');
    assert.is(made(), 1);
    assert.match((await ask(port, '/member/ada')).body, 'The server takes too long to make it');
    assert.is(made(), 1);
    const { logged } = running;
    assert.is(logged.filter(({ message }) => message === 'page takes too long to make').length, 1);
    assert.match((await ask(port, '/member/small')).body, 'Small');
  }));

test('a large site that is hidden while its page waits to be made is not shown', () =>
  withSites({ keys: { operator: 'op' } }, async (running) => {
    const { port } = running;
    const editor = await new Editor(port, 'ada', { key: 'op' }).ready();
    setAsset(editor.doc, { name: 'a.png', bytes: new Uint8Array(100_000) });
    await editor.save();
    const made = countReads(running);
    const first = ask(port, '/member/ada');
    await until(() => made() === 1);
    editor.insert('<p>edited</p>');
    await editor.save();
    const waits = ask(port, '/member/ada');
    await until(() => made() === 2);
    assert.ok((await editor.request({ op: 'hide' })).ok);
    assert.is((await first).status, 200);
    assert.match((await waits).body, ':site-hidden"');
  }));

test.run();
