/** Documents of our own: escaped, self-contained, allowed by hash and by nothing else. */
import { createHash } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Bundles } from '../../src/http/bundles.ts';
import { type DocumentParts, platformDocument } from '../../src/http/document.ts';
import { html, trusted } from '../../src/http/html.ts';

const parts: DocumentParts = { title: 'T', styles: ['a{}'], body: html`<p>b</p>` };

function made(more: Partial<DocumentParts> = {}) {
  const { body, headers } = platformDocument({ ...parts, ...more });
  const fields = new Map<string, string>();
  for (let i = 0; i < headers.length; i += 2) fields.set(headers[i] ?? '', headers[i + 1] ?? '');
  const policy = fields.get('Content-Security-Policy') ?? '';
  const directives = policy
    .split('; ')
    .map((text) => [text.replace(/ .*/, ''), text.replace(/^\S+ ?/, '')]);
  return { body, fields, policy: Object.fromEntries(directives) };
}

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('what is inserted is escaped, what is Html is kept, nothing leaves nothing', () => {
  const sign = `<&>"'`;
  assert.is(
    html`<p title="${sign}">${sign}</p>`.text,
    '<p title="&lt;&amp;&gt;&quot;&#39;">&lt;&amp;&gt;&quot;&#39;</p>',
  );
  assert.is(html`${html`<b>`}${trusted('<i>')}${[html`1`, html`2`]}${3}`.text, '<b><i>123');
  assert.is(html`${undefined}${false}${0}`.text, '0');
});

test('a document with styles alone runs no script at all', () => {
  const { body, policy } = made();
  assert.match(body, '<style>a{}</style>');
  assert.not.match(body, '<script');
  assert.is(policy['style-src'], hash('a{}'));
  assert.is(policy['script-src'], "'none'");
  assert.is(policy['trusted-types'], "'none'");
  assert.is(policy['connect-src'], "'none'");
  assert.is(policy['frame-ancestors'], "'none'");
});

test('a script is allowed by the hash of what stands in the document', () => {
  const { body, policy } = made({ scripts: ['run()', 'more()'] });
  const inside = [...body.matchAll(/<script type="module">(.*?)<\/script>/gs)].map(
    (found) => found[1] ?? '',
  );
  assert.equal(inside, ['run()', 'more()']);
  assert.is(policy['script-src'], inside.map(hash).join(' '));
  assert.is(policy['trusted-types'], 'ensemble');
});

test('a document without styles allows none', () => {
  assert.is(made({ styles: [] }).policy['style-src'], "'none'");
});

test('data cannot end the element it stands in', () => {
  const { body } = made({ data: { a: '</script><!--<script>' } });
  const found = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(body)?.[1] ?? '';
  assert.not.match(found, '<');
  assert.equal(JSON.parse(found), { a: '</script><!--<script>' });
});

test('a page that plays has wasm, worklets and devices; one that edits, our own sockets and frames', () => {
  const playing = made({ needs: { audio: true } });
  assert.match(playing.policy['script-src'], "'wasm-unsafe-eval' blob:");
  assert.is(playing.policy['worker-src'], 'blob:');
  assert.is(playing.policy['connect-src'], "'none'");
  assert.match(playing.fields.get('Permissions-Policy') ?? '', 'microphone=(self)');
  const editing = made({ needs: { editing: true, framedBy: 'us' } });
  assert.not.match(editing.policy['script-src'], 'blob:');
  assert.equal(
    [editing.policy['connect-src'], editing.policy['frame-src'], editing.policy['frame-ancestors']],
    ["'self'", "'self'", "'self'"],
  );
  const exporting = made({ needs: { editing: true, libraries: true } });
  assert.match(exporting.policy['connect-src'], /^'self' https:\/\/cdn\.jsdelivr\.net https:/);
  assert.match(made().fields.get('Permissions-Policy') ?? '', 'microphone=()');
});

test('the language and the description are told', () => {
  const { body } = made({ lang: 'de', description: 'A "quoted" one' });
  assert.match(body, '<html lang="de" dir="ltr">');
  assert.match(body, '<meta name="description" content="A &quot;quoted&quot; one">');
});

test('a bundle that was not built is named', () => {
  const bundles = new Bundles(new Map([['a.js', '1']]));
  assert.is(bundles.text('a.js'), '1');
  assert.throws(
    () => bundles.text('b.js'),
    (error: Error) => error.message === 'dist/web/b.js is missing; run npm run build.',
  );
});

test.run();
