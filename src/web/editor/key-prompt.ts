/** Asks for the key where editing, or operating, needs one. */
import { field, h } from '../dom.ts';
import type { Session } from '../session.ts';
import { ask } from './dialog.ts';

/** @param why a sentence on what the key is for; resolves false if the person has none */
export async function askKey(session: Session, why: string): Promise<boolean> {
  const { row, input } = field('Key', { type: 'password', maxlength: 256, required: true });
  const lasting = h('input', { type: 'checkbox' });
  const remember = h('label', { class: 'check' }, lasting, 'Remember it in this browser');
  const went = await ask({
    title: 'Key',
    body: [h('p', { text: why }), row, remember],
    go: 'Use it',
  });
  if (went) session.useKey(input.value, lasting.checked);
  return went;
}
