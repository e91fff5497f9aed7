/** The words of every page are in its text.ts, where they can be reviewed at a glance, and nowhere else. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { typescriptLanguage } from '@codemirror/lang-javascript';
import type { SyntaxNode } from '@lezer/common';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

/** Files that hold words: each page's text, and the editor's menus, comments, history, formatter and linter. */
const TEXT_FILES =
  /(?:^|\/)(?:text|account-text|lint-text|comment-text|history-text|find-text|format-text|menu-items)\.ts$/;
/** Properties whose value a person reads, and functions whose first argument is such a text. */
const WORD_PROPERTIES = /^['"]?(?:text|title|label|hint|note|go|aria-label|alt)['"]?$/;
const WORD_FUNCTIONS = /(?:^|\.)#?(?:button|field|notice|report|plot|menuButton)$/;
/** The product's name and addresses are the same in every language. */
const NAMES = /Ensemble|\/member\/|\/api\b/g;
const PHRASE = /^\s*\p{Lu}[\p{Ll}’]+(?:\s+\S|…|[.!?]$)/u;
const WORD = /\p{L}{2}/u;

/** A string or template without its quotes; interpolations become dots. */
function literalText(node: SyntaxNode, source: string): string {
  let text = '';
  let at = node.from + 1;
  for (const hole of node.getChildren('Interpolation')) {
    text += `${source.slice(at, hole.from)}·`;
    at = hole.to;
  }
  return (text + source.slice(at, node.to - 1)).replace(NAMES, '');
}

/** What a person reads of markup: its text, and the attributes that screen readers announce. */
function visibleText(markup: string): string {
  const attributes = [...markup.matchAll(/\b(?:aria-label|alt|title|placeholder)="([^"]*)"/g)];
  const text = markup.replace(/<[^>]*>/g, ' ');
  return [text, ...attributes.map(([, value = '']) => value)].join(' ');
}

function isRead(node: SyntaxNode, source: string): boolean {
  const text = literalText(node, source);
  const parent = node.parent;
  if (parent === null || /Import|Export/.test(parent.name)) return false;
  if (parent.name === 'TaggedTemplateExpression') {
    const tag = source.slice(parent.from, node.from);
    return tag === 'html' && text.includes('<') && WORD.test(visibleText(text));
  }
  if (PHRASE.test(text)) return true;
  if (!WORD.test(text)) return false;
  if (parent.name === 'Property') {
    const key = parent.firstChild;
    return (
      key !== null && key.to < node.from && WORD_PROPERTIES.test(source.slice(key.from, key.to))
    );
  }
  const called = parent.name === 'ArgList' ? parent.parent?.firstChild : undefined;
  const first = parent.firstChild?.nextSibling?.from === node.from;
  return called != null && first && WORD_FUNCTIONS.test(source.slice(called.from, called.to));
}

/** The literals of a module that a person would read in a page. */
function wordsIn(source: string): string[] {
  const words: string[] = [];
  typescriptLanguage.parser.parse(source).iterate({
    enter: ({ name, node }) => {
      if (name !== 'String' && name !== 'TemplateString') return;
      if (isRead(node, source)) words.push(source.slice(node.from, node.to));
    },
  });
  return words;
}

test('words are recognised wherever a page can show them', () => {
  for (const line of [
    "h('p', { text: 'hello' })",
    "h('p', { attributes: { 'aria-label': 'Close' } })",
    "button('Go', run)",
    "this.#report('done')",
    "throw new Error('The file is damaged.')",
    ['const words = `Saved $', '{name}`'].join(''),
    'html`<p>Hello</p>`',
    'html`<nav aria-label="Main"></nav>`',
  ]) {
    assert.is(wordsIn(line).length, 1, line);
  }
  for (const line of [
    "import { text } from 'Some where.ts'",
    "h('p', { class: 'wide', text: TEXT.hello })",
    "headers = ['Content-Type', 'no-store']",
    "throw new Error('the page has no #data')",
    'html`<p class="hint"></p>`',
  ]) {
    assert.equal(wordsIn(line), [], line);
  }
});

test('no page has words outside its text.ts', () => {
  const found = ['src/web', 'src/routes'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !TEXT_FILES.test(name))
      .flatMap((name) =>
        wordsIn(readFileSync(path.join(folder, name), 'utf8')).map((word) => `${name}: ${word}`),
      ),
  );
  assert.equal(found, []);
});

test.run();
