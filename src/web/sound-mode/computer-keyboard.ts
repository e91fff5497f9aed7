/** The computer keyboard, as it plays one instrument. */
import type { Controls } from './controls.ts';

const WRITTEN_IN = 'input:not([type=range], [type=checkbox]), textarea';

interface Playing {
  readonly playing: boolean;
}

export class ComputerKeyboard {
  readonly #element: HTMLElement;
  readonly #controls: Controls;
  readonly #sound: Playing;
  readonly #closing = new AbortController();

  /** @param anywhere whether keys play wherever the focus is, while the page has no other instrument */
  constructor(element: HTMLElement, controls: Controls, sound: Playing, anywhere: boolean) {
    this.#element = element;
    this.#controls = controls;
    this.#sound = sound;
    // What the browser gives the focus to when the button that is clicked does not take it.
    element.tabIndex = -1;
    element.addEventListener('click', focusButton);
    const { signal } = this.#closing;
    const listener = (event: KeyboardEvent): void => this.#press(event);
    if (anywhere) document.addEventListener('keydown', listener, { signal });
    else element.addEventListener('keydown', listener);
    // A key is let go wherever the focus went meanwhile.
    const options = { signal, capture: true };
    window.addEventListener('keyup', ({ code }) => controls.lifted(code), options);
    window.addEventListener('blur', () => controls.release(), { signal });
  }

  close(): void {
    this.#closing.abort();
  }

  #press(event: KeyboardEvent): void {
    const target = event.composedPath()[0];
    if (!(target instanceof HTMLElement) || event.defaultPrevented) return;
    const inside = this.#element.contains(target);
    if (target.matches(WRITTEN_IN) || (!inside && isForPage())) return;
    // Pressing a button leaves the focus on it: from there, arrow keys move the pad.
    const pressed = inside && target instanceof HTMLButtonElement;
    const steered = pressed && this.#sound.playing && this.#controls.steered(event);
    if (steered || this.#controls.typed(event)) event.preventDefault();
  }
}

/** Whether a key that is pressed outside of an instrument is not for it. */
function isForPage(): boolean {
  const instruments = document.querySelectorAll('sound-mode').length;
  return instruments > 1 || document.querySelector(':modal, :popover-open') !== null;
}

/** Safari and Firefox on a Mac give a button that is clicked no focus, and without it no key is heard here. */
function focusButton({ target }: Event): void {
  if (target instanceof Element) target.closest('button')?.focus({ preventScroll: true });
}
