/** The templates of the gallery as files: which there are, and that the editor finds nothing to say about them. */
import { readdirSync } from 'node:fs';
import { cssLanguage } from '@codemirror/lang-css';
import { htmlLanguage } from '@codemirror/lang-html';
import { javascriptLanguage } from '@codemirror/lang-javascript';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { templateSites } from '../../scripts/templates.ts';
import { teachDrummers } from '../../scripts/welcome.ts';
import { lintHtml, lintSyntax } from '../../src/web/editor/html-lint.ts';
import { pageInstruments } from '../../src/web/editor/page-instruments.ts';
import { named, TEMPLATE_IDS } from '../../src/web/editor/templates.ts';

const sites = await templateSites(await teachDrummers());
const files = new Set(['index.html', 'style.css', 'script.js']);

test('the gallery offers every template there is, each of three files', () => {
  assert.equal([...sites.keys()].sort(), [...TEMPLATE_IDS].sort());
  const names = TEMPLATE_IDS.flatMap((id) => ['css', 'html', 'js'].map((end) => `${id}.${end}`));
  assert.equal(readdirSync('src/web/templates').sort(), names.sort());
});

for (const [id, template] of sites) {
  const site = named(template, 'ada');
  const page = site.files['index.html'];

  test(`${id} is a whole document in the name of its site, without problems`, () => {
    assert.match(page, /^<!doctype html>\n<html lang="en">/);
    assert.match(page, /<title>[^<]*ada<\/title>/);
    assert.not.match(Object.values(site.files).join(''), 'SITE_NAME');
    const found = lintHtml(page, htmlLanguage.parser.parse(page), {
      files,
      instruments: new Map(),
    });
    assert.equal(
      found.map(({ from, message }) => `${page.slice(from, from + 40)}: ${message}`),
      [],
    );
    for (const [file, language, name] of [
      ['style.css', cssLanguage, 'CSS'],
      ['script.js', javascriptLanguage, 'JavaScript'],
    ] as const) {
      const text = site.files[file];
      const problems = lintSyntax(text, language.parser.parse(text), name);
      assert.equal(
        problems.map(({ message }) => message),
        [],
        file,
      );
    }
  });

  test(`${id} brings what its instruments were taught, and each can be taught`, () => {
    const drummers = page.includes('taught="four_drummers"') ? ['four_drummers'] : [];
    assert.equal(
      site.instruments.map((one) => one.id),
      drummers,
    );
    assert.ok(site.instruments.every((one) => one.taught.length > 100));
    const shown = [...page.matchAll(/<sound-mode [^>]*>/g)].filter(
      ([tag]) => !tag.includes('controls="none"'),
    );
    assert.is(pageInstruments(page).length, shown.length);
  });
}

test.run();
