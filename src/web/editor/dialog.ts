/** Modal dialogs in the style of the page, and short notices that disappear. */
import { button, byId, h } from '../dom.ts';
import { EDITOR_TEXT } from './text.ts';

export interface Question {
  readonly title: string;
  readonly body: readonly (Node | string)[];
  /** Label of the button that confirms; without one there is only "Close". */
  readonly go?: string;
  /** Label of the other button; "Cancel" if there is something to confirm. */
  readonly dismiss?: string;
  /** Whether confirming deletes something; the button is then red. */
  readonly danger?: boolean;
  /** Called on confirming; if it returns a sentence, the dialog shows it and stays open. */
  check?(): string | undefined | Promise<string | undefined>;
  /** Asked where the dialog would be closed without a button of it. */
  mayClose?(): Promise<boolean>;
}

/** Shows a dialog; resolves true if it was confirmed. */
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
    let confirmed = false;
    const { close, cancel } = EDITOR_TEXT.dialog;
    const { dismiss = question.go === undefined ? close : cancel } = question;
    buttons.append(button(dismiss, () => dialog.close()));
    if (question.go !== undefined) {
      const style = question.danger === true ? 'danger' : 'primary';
      buttons.append(h('button', { type: 'submit', class: style, text: question.go }));
    }
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      const sentence = await question.check?.();
      problem.textContent = sentence ?? '';
      if (sentence !== undefined) return;
      confirmed = question.go !== undefined;
      dialog.close();
    });
    const dismissed = async (): Promise<void> => {
      if ((await question.mayClose?.()) ?? true) dialog.close();
    };
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog) void dismissed();
    });
    const hold = (event: Event): void => {
      if (question.mayClose === undefined || event.target !== dialog) return;
      event.preventDefault();
      void dismissed();
    };
    dialog.addEventListener('cancel', hold);
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(confirmed);
    });
    dialog.showModal();
  });
}

const NOTICE_MS = 6000;
/** With something to press, it stays longer. */
const ACTION_MS = 15_000;

export interface NoticeAction {
  readonly label: string;
  run(): void;
  /** Called when it can no longer be pressed. */
  discard?(): void;
}

/** Shows a short notice in the corner of the page and announces it to screen readers. */
export function notice(
  text: string,
  kind: 'info' | 'problem' = 'info',
  action?: NoticeAction,
): void {
  const box = document.querySelector('.notices') ?? makeNotices();
  const one = h('p', { class: `notice ${kind}`, text });
  if (action !== undefined) {
    const go = () => {
      one.remove();
      action.run();
    };
    one.append(button(action.label, go, { class: 'link' }));
  }
  box.append(one);
  const end = (): void => {
    one.remove();
    action?.discard?.();
  };
  setTimeout(end, action === undefined ? NOTICE_MS : ACTION_MS);
}

function makeNotices(): HTMLElement {
  const box = h('div', { class: 'notices', attributes: { role: 'status' } });
  byId('app').append(box);
  return box;
}
