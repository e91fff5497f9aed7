/** Code colours, from the platform's custom properties so that they follow dark and light mode. */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const highlight = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword], color: 'var(--code-keyword)' },
  { tag: [tags.tagName, tags.typeName, tags.className], color: 'var(--code-name)' },
  { tag: [tags.attributeName, tags.propertyName], color: 'var(--code-property)' },
  { tag: [tags.string, tags.attributeValue, tags.regexp], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.atom, tags.unit, tags.color], color: 'var(--code-number)' },
  { tag: [tags.comment, tags.documentMeta], color: 'var(--code-comment)', fontStyle: 'italic' },
  { tag: [tags.angleBracket, tags.punctuation, tags.separator], color: 'var(--code-quiet)' },
  { tag: tags.function(tags.variableName), color: 'var(--code-name)' },
  { tag: tags.heading, fontWeight: '600' },
  { tag: tags.invalid, color: 'var(--code-error)' },
]);

const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--code-text)', backgroundColor: 'var(--code-ground)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, monospace',
    fontSize: '14px',
    lineHeight: '1.6',
  },
  '.cm-content': { caretColor: 'var(--code-caret)', paddingBlock: '12px 40vh' },
  '.cm-cursor': { borderLeftColor: 'var(--code-caret)', borderLeftWidth: '2px' },
  '.cm-selectionBackground': { backgroundColor: 'var(--code-selection) !important' },
  '.cm-activeLine': { backgroundColor: 'var(--code-line)' },
  '.cm-gutters': {
    backgroundColor: 'var(--code-ground)',
    color: 'var(--code-gutter)',
    border: 'none',
  },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--code-text)' },
  '.cm-matchingBracket': { backgroundColor: 'var(--code-match) !important', color: 'inherit' },
  '.cm-selectionMatch': { backgroundColor: 'var(--code-match)' },
  '.cm-searchMatch': { backgroundColor: 'var(--code-found)' },
  '.cm-searchMatch-selected': { outline: '2px solid var(--code-caret)' },
  '.cm-panels': {
    backgroundColor: 'var(--code-panel)',
    color: 'var(--code-text)',
    borderColor: 'var(--code-border)',
  },
  '.cm-panel.cm-search': { padding: '8px 12px', font: '14px system-ui, sans-serif' },
  '.cm-panel.cm-search label': { fontSize: '13px' },
  '.cm-textfield, .cm-button': {
    backgroundColor: 'var(--code-ground)',
    backgroundImage: 'none',
    color: 'var(--code-text)',
    border: '1px solid var(--code-border)',
    borderRadius: '6px',
    padding: '4px 8px',
    minHeight: '30px',
    font: 'inherit',
  },
  '.cm-panel.cm-search [name=close]': { color: 'inherit', fontSize: '20px', width: '30px' },
  '.cm-tooltip': {
    backgroundColor: 'var(--code-panel)',
    color: 'var(--code-text)',
    border: '1px solid var(--code-border)',
    borderRadius: '8px',
    overflow: 'hidden',
    boxShadow: '0 6px 24px rgb(0 0 0 / 18%)',
  },
  '.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--code-chosen)',
    color: 'var(--code-on-chosen)',
  },
  '.cm-diagnostic': { padding: '6px 10px', fontFamily: 'system-ui, sans-serif', fontSize: '13px' },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--code-match)',
    border: 'none',
    color: 'var(--code-text)',
  },
  '.cm-changedLine': { backgroundColor: 'var(--code-added) !important' },
  '.cm-deletedChunk': { backgroundColor: 'var(--code-removed) !important' },
  '.cm-collapsedLines': {
    background: 'var(--code-panel)',
    color: 'var(--code-gutter)',
    padding: '4px 12px',
  },
  '.cm-collapsedLines:before, .cm-collapsedLines:after': { content: '"…"' },
});

export const codeTheme = [theme, syntaxHighlighting(highlight)];
