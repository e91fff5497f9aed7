/** Asks for the edit key or the operator key. */
import { field, h } from '../dom.ts';
import type { Session } from '../session.ts';
import { ask } from './dialog.ts';
import { EDITOR_TEXT } from './text.ts';

/** @param why says what the key is for; resolves false if the dialog is cancelled */
export async function askKey(session: Session, why: string): Promise<boolean> {
  const text = EDITOR_TEXT.key;
  const { row, input } = field(text.label, { type: 'password', maxlength: 256, required: true });
  const lasting = h('input', { type: 'checkbox' });
  const remember = h('label', { class: 'check' }, lasting, text.remember);
  const body = [h('p', { text: why }), row, remember];
  const confirmed = await ask({ title: text.title, body, go: text.go });
  if (confirmed) session.useKey(input.value, lasting.checked);
  return confirmed;
}
