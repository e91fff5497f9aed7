/** The keys of the editor, for those who like to keep their hands there. */
import { h } from '../dom.ts';
import { ask } from './dialog.ts';

const MAC = /Mac|iPhone|iPad/.test(navigator.platform);
const CONTROL = MAC ? '⌘' : 'Ctrl';
const ALT = MAC ? '⌥' : 'Alt';

/** [keys, what they do] */
const KEYS: readonly (readonly [string, string])[] = [
  [`${CONTROL} Z, ${CONTROL} ⇧ Z`, 'Undo and redo your own edits, nobody else’s'],
  [`${CONTROL} Space`, 'Complete'],
  [`${CONTROL} F`, 'Search and replace'],
  [`${CONTROL} /`, 'Comment out, and in'],
  [`${ALT} ↑, ${ALT} ↓`, 'Move the line'],
  ['Tab, ⇧ Tab', 'Indent; Escape and then Tab leaves the code'],
  [`${CONTROL} ⇧ M`, 'List the problems'],
  [`${CONTROL} [, ${CONTROL} ]`, 'Indent less, more'],
  ['← → on the tabs', 'Another file'],
  ['← → on the line between', 'More room for the code or the site'],
  ['F1', 'This list'],
];

export function showKeys(): void {
  const list = KEYS.flatMap(([keys, what]) => [h('dt', { text: keys }), h('dd', { text: what })]);
  void ask({ title: 'Keyboard', body: [h('dl', { class: 'keys' }, ...list)] });
}

/** F1 anywhere on the page shows the list. */
export function listenForHelp(): void {
  addEventListener('keydown', (event) => {
    if (event.key !== 'F1' || document.querySelector('dialog[open]') !== null) return;
    event.preventDefault();
    showKeys();
  });
}
