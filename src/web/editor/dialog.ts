/** Modal questions in the page's own looks, and short notices that go away. */
import { button, byId, h } from '../dom.ts';

export interface Question {
  readonly title: string;
  readonly body: readonly (Node | string)[];
  /** Label of the button that goes on; without one there is only "Close". */
  readonly go?: string;
  /** The going on destroys something: the button says so by its colour. */
  readonly danger?: boolean;
  /** Called on going on; a returned sentence is shown and the dialog stays. */
  check?(): string | undefined | Promise<string | undefined>;
}

/** Asks; resolves true when the person went on and the check had nothing to say. */
export function ask(question: Question): Promise<boolean> {
  const problem = h('p', { class: 'problem', attributes: { role: 'alert' } });
  const title = h('h2', { text: question.title, attributes: { id: 'dialog-title' } });
  const buttons = h('div', { class: 'dialog-buttons' });
  const form = h(
    'form',
    { attributes: { method: 'dialog' } },
    title,
    ...question.body,
    problem,
    buttons,
  );
  const dialog = h('dialog', { attributes: { 'aria-labelledby': 'dialog-title' } }, form);
  byId('app').append(dialog);
  return new Promise((resolve) => {
    let went = false;
    const leave = question.go === undefined ? 'Close' : 'Cancel';
    buttons.append(button(leave, () => dialog.close()));
    if (question.go !== undefined) {
      const looks = question.danger === true ? 'danger' : 'primary';
      buttons.append(h('button', { type: 'submit', class: looks, text: question.go }));
    }
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      const said = await question.check?.();
      problem.textContent = said ?? '';
      if (said !== undefined) return;
      went = question.go !== undefined;
      dialog.close();
    });
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog) dialog.close();
    });
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(went);
    });
    dialog.showModal();
  });
}

const NOTICE_MS = 6000;

/** Says something in passing, in the corner of the page and to screen readers. */
export function notice(text: string, kind: 'info' | 'problem' = 'info'): void {
  const box = document.querySelector('.notices') ?? makeNotices();
  const one = h('p', { class: `notice ${kind}`, text });
  box.append(one);
  setTimeout(() => one.remove(), NOTICE_MS);
}

function makeNotices(): HTMLElement {
  const box = h('div', { class: 'notices', attributes: { role: 'status' } });
  byId('app').append(box);
  return box;
}
