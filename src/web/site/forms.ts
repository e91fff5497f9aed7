/** Tells people why a form that no script handles does nothing: sites cannot send forms. */
import { SITE_TEXT } from './text.ts';

const SHOWN_MS = 8_000;
const STYLE =
  'position:fixed;inset:auto 0 0;z-index:2147483647;margin:1rem auto;width:fit-content;max-width:min(32rem,80vw);' +
  'padding:.75rem 1rem;border-radius:.5rem;background:#222;color:#fff;font:1rem/1.4 system-ui,sans-serif';

let shown: HTMLElement | undefined;

/** In a shadow root of its own, so that no style of the site hides it. */
function show(text: string): void {
  const host = document.createElement('div');
  const note = document.createElement('p');
  note.setAttribute('role', 'alert');
  note.style.cssText = STYLE;
  note.textContent = text;
  host.attachShadow({ mode: 'open' }).append(note);
  shown?.remove();
  shown = host;
  document.documentElement.append(host);
  setTimeout(() => host.remove(), SHOWN_MS);
}

/** What the preview is told of a form that was not sent: its action, or its tag. */
export const FORM_EVENT = 'ensemble:form';

function explain(form: HTMLFormElement): void {
  show(SITE_TEXT.form);
  dispatchEvent(new CustomEvent(FORM_EVENT, { detail: form.getAttribute('action') || '<form' }));
}

/**
 * Call this before anything of the site runs. A form that the policy stopped would leave an empty page behind, so it
 * is stopped here, after the site's own scripts have seen it.
 */
export function explainForms(): void {
  addEventListener('submit', (event) => {
    const { target, submitter, defaultPrevented } = event;
    if (defaultPrevented || !(target instanceof HTMLFormElement)) return;
    const method = submitter?.getAttribute('formmethod') ?? target.method;
    if (method.toLowerCase() === 'dialog') return;
    event.preventDefault();
    explain(target);
  });
  HTMLFormElement.prototype.submit = function submit(this: HTMLFormElement) {
    explain(this);
  };
}
