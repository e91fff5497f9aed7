/** The language, completion and linting of a file, chosen by its extension. */
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { css, cssLanguage } from '@codemirror/lang-css';
import { html, htmlLanguage } from '@codemirror/lang-html';
import { javascript, javascriptLanguage } from '@codemirror/lang-javascript';
import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import { type Diagnostic, linter } from '@codemirror/lint';
import { type EditorState, type Extension, StateEffect } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { Tree } from '@lezer/common';
import { lintHtml, lintSyntax } from './html-lint.ts';

/** What completion and linting of one file know about the rest of the site. */
export interface SiteContext {
  /** Names of all files, pictures and sounds. */
  files(): readonly string[];
  /** Adds an empty text file; tells why where it cannot. */
  create(file: string): void;
  /** Text of a file; empty if there is none. */
  text(file: string): string;
  /** Instruments that the site stores: the mode of each id. */
  instruments(): ReadonlyMap<string, string>;
  /** Ids of the modes a `<sound-mode>` may name. */
  readonly modes: readonly string[];
}

const PARSE_MS = 200;
const LINT_DELAY_MS = 500;

function names(text: string, pattern: RegExp, type: string): Completion[] {
  const found = new Set([...text.matchAll(pattern)].flatMap((hit) => (hit[1] ?? '').split(/\s+/)));
  found.delete('');
  return [...found].sort().map((label) => ({ label, type }));
}

const CLASSES_IN_HTML = /\bclass\s*=\s*["']([^"']*)["']/g;
const IDS_IN_HTML = /\bid\s*=\s*["']([^"']*)["']/g;
const CLASSES_IN_CSS = /\.(-?[a-z_][\w-]*)/gi;

/** Completes `class="…"`, `src="…"`, `href="…"` and `mode="…"` with what the site defines. */
function htmlValues(site: SiteContext) {
  return (context: CompletionContext): CompletionResult | null => {
    const open = context.matchBefore(/\b(class|src|href|mode)\s*=\s*["'][^"'<>]*/i);
    if (open === null) return null;
    const attribute = /^\w+/.exec(open.text)?.[0].toLowerCase() ?? '';
    const word = context.matchBefore(attribute === 'class' ? /[\w-]*/ : /[^"']*/);
    const from = word?.from ?? context.pos;
    if (attribute === 'class') {
      return { from, options: names(site.text('style.css'), CLASSES_IN_CSS, 'class') };
    }
    if (attribute === 'mode') {
      return { from, options: site.modes.map((label) => ({ label, type: 'constant' })) };
    }
    const own = new Set(['index.html', 'style.css', 'script.js']);
    const files = site.files().filter((file) => !own.has(file));
    return { from, options: files.map((label) => ({ label, type: 'text' })) };
  };
}

/** Completes `.` and `#` in a style sheet with classes and ids of index.html. */
function cssSelectors(site: SiteContext) {
  return (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(/[.#][\w-]*/);
    if (word === null) return null;
    const inBlock = syntaxTree(context.state).resolveInner(word.from, -1).name === 'Block';
    if (inBlock) return null;
    const page = site.text('index.html');
    const options = word.text.startsWith('.')
      ? names(page, CLASSES_IN_HTML, 'class')
      : names(page, IDS_IN_HTML, 'variable');
    return { from: word.from + 1, options };
  };
}

/** Completes the strings of getElementById and querySelector with ids of the page. */
function scriptIds(site: SiteContext) {
  return (context: CompletionContext): CompletionResult | null => {
    const open = context.matchBefore(/(getElementById\(['"]|querySelector(All)?\(['"]#)[\w-]*/);
    if (open === null) return null;
    const from = context.matchBefore(/[\w-]*/)?.from ?? context.pos;
    return { from, options: names(site.text('index.html'), IDS_IN_HTML, 'variable') };
  };
}

function soundModeTag(site: SiteContext) {
  return {
    'sound-mode': {
      attrs: { mode: [...site.modes], taught: null, controls: ['play', 'teach', 'none'] },
    },
  };
}

/** Tells a code view that the site has other files than before. */
export const filesChanged = StateEffect.define();

function lintWith(check: (view: EditorView) => Diagnostic[]): Extension {
  return linter(check, {
    delay: LINT_DELAY_MS,
    needsRefresh: ({ transactions }) =>
      transactions.some(({ effects }) => effects.some((one) => one.is(filesChanged))),
  });
}

/** The syntax tree of the whole text, or of what can be parsed in a moment. */
export function treeOf(state: EditorState): Tree {
  return ensureSyntaxTree(state, state.doc.length, PARSE_MS) ?? syntaxTree(state);
}

/** The CodeMirror extensions for a file name. */
export function languageOf(file: string, site: SiteContext): Extension {
  if (file.endsWith('.html')) {
    return [
      html({ extraTags: soundModeTag(site) }),
      htmlLanguage.data.of({ autocomplete: htmlValues(site) }),
      lintWith((view) =>
        lintHtml(view.state.doc.toString(), treeOf(view.state), {
          files: new Set(site.files()),
          instruments: site.instruments(),
          create: (file) => site.create(file),
        }),
      ),
    ];
  }
  if (file.endsWith('.css')) {
    return [
      css(),
      cssLanguage.data.of({ autocomplete: cssSelectors(site) }),
      lintWith((view) => lintSyntax(view.state.doc.toString(), treeOf(view.state), 'CSS')),
    ];
  }
  return [
    javascript(),
    javascriptLanguage.data.of({ autocomplete: scriptIds(site) }),
    lintWith((view) => lintSyntax(view.state.doc.toString(), treeOf(view.state), 'JavaScript')),
  ];
}
