/** The list of the editor's keyboard shortcuts. */
import { h } from '../dom.ts';
import { ask } from './dialog.ts';
import { EDITOR_TEXT } from './text.ts';

const MAC = /Mac|iPhone|iPad/.test(navigator.platform);
const [CONTROL, ALT] = MAC ? ['⌘', '⌥'] : ['Ctrl', 'Alt'];

/** The keys that comment on something. */
export const COMMENT_KEYS = `${CONTROL} ${ALT} M`;
/** The keys that tidy a file. */
export const FORMAT_KEYS = `${ALT} ⇧ F`;

export function showKeys(): void {
  const { title, keys } = EDITOR_TEXT.keyboard;
  const list = keys(CONTROL, ALT).flatMap(([key, action]) => [
    h('dt', { text: key }),
    h('dd', { text: action }),
  ]);
  void ask({ title, body: [h('dl', { class: 'keys' }, ...list)] });
}

/** Shows the list when F1 is pressed anywhere on the page. */
export function listenForHelp(): void {
  addEventListener('keydown', (event) => {
    if (event.key !== 'F1' || document.querySelector('dialog[open]') !== null) return;
    event.preventDefault();
    showKeys();
  });
}
