/** Lines of a document are traced back to the files they were written in. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { EMPTY_SITE } from '../../../src/shared/site/document.ts';
import { publishPage } from '../../../src/shared/site/publish.ts';

const WHOLE = '<!doctype html><title>t</title>';

const pageOf = (files: Readonly<Record<string, string>>, page = 'index.html') =>
  publishPage({ ...EMPTY_SITE, files: { ...EMPTY_SITE.files, ...files } }, 'ada', { page });

/** [what, index.html, where each line of the document comes from]; style.css has three lines, script.js two */
const LINES: readonly (readonly [string, string, readonly string[]])[] = [
  [
    'those of a style sheet and a script are theirs',
    `${WHOLE}\n<link rel=stylesheet href=style.css>\n<p>\n<script src=script.js></script>\n<b>`,
    ['index 1', 'style 1', 'style 2', 'style 3', 'index 3', 'script 1', 'script 2', 'index 5'],
  ],
  [
    'one with a style sheet and a script on it is the one of the script, for only scripts fail',
    `${WHOLE}<link rel=stylesheet href=style.css><script src=script.js></script>`,
    ['style 1', 'style 2', 'script 1', 'script 2'],
  ],
  [
    'a tag may have several lines itself',
    `${WHOLE}<link\n rel=stylesheet\n href=style.css>\n<p>\n<script src=script.js>\n</script>\n<b>`,
    ['style 1', 'style 2', 'style 3', 'index 4', 'script 1', 'script 2', 'index 7'],
  ],
  [
    'a script that waits stands behind them',
    `${WHOLE}<script\n defer src=script.js></script>\n<p>\n<link rel=stylesheet href=style.css>\n`,
    ['index 1', 'index 2', 'index 3', 'style 1', 'style 2', 'style 3', 'script 1', 'script 2'],
  ],
  [
    'what the page itself says of files does not count',
    `${WHOLE}<style data-file="style.css">\n\n</style><script data-file="gone.js">\n</script>\n`,
    ['index 1', 'index 2', 'index 3', 'index 4', 'index 5'],
  ],
];

for (const [what, index, expected] of LINES) {
  test(`lines of a document: ${what}`, () => {
    const page = pageOf({ 'index.html': index, 'style.css': 'a\nb\nc', 'script.js': 'x\ny' });
    const lines = page.html.split('\n').map((_, at) => page.locate(at + 1));
    const found = lines.map(({ file, line }) => `${file.split('.')[0]} ${line}`);
    assert.equal(found, expected);
  });
}

test('lines of a further page are its own', () => {
  const files = { 'about.html': `${WHOLE}<script src=tools.js></script>\n<p>`, 'tools.js': 'a()' };
  const page = pageOf(files, 'about.html');
  assert.equal(page.locate(1), { file: 'tools.js', line: 1 });
  assert.equal(page.locate(2), { file: 'about.html', line: 2 });
});

test('tracing a line takes little time, whatever the page has in it, and how often', () => {
  const names = Array.from({ length: 20_000 }, () => '<style data-file="a">').join('');
  const inlined = '<link rel=stylesheet href=style.css>'.repeat(20_000);
  const page = pageOf({ 'index.html': `${WHOLE}<!-- ${names} -->\n${inlined}\n${names}` });
  for (let report = 0; report < 200; report++) {
    assert.equal(page.locate(3), { file: 'index.html', line: 3 });
  }
});

test.run();
