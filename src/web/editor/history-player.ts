/** The slider of the history: from the first edit to the last, by hand, step by step or played. */
import { button, h } from '../dom.ts';
import { EDITOR_TEXT } from './text.ts';

const TEXT = EDITOR_TEXT.history.player;
/** Edits a second. */
const SPEEDS = [2, 10, 50, 250, 1_000] as const;
const DEFAULT_SPEED = 10;

export class HistoryPlayer {
  readonly element: HTMLElement;
  readonly #slider = h('input', {
    attributes: { type: 'range', min: 1, max: 1, step: 1, 'aria-label': TEXT.slider },
  });
  readonly #where = h('output', { class: 'where' });
  readonly #play = button(TEXT.play, () => this.#toggle(), { class: 'play' });
  readonly #speed: HTMLSelectElement;
  readonly #moved: (edit: number) => void;
  #frame = 0;
  #startedMs = 0;
  #startedAt = 0;

  /** @param moved hears the edit that the slider is moved to */
  constructor(moved: (edit: number) => void) {
    this.#moved = moved;
    const options = SPEEDS.map((speed) => {
      const attributes = { value: speed, selected: speed === DEFAULT_SPEED };
      return h('option', { text: TEXT.speed(speed), attributes });
    });
    this.#speed = h('select', { attributes: { 'aria-label': TEXT.speedLabel } }, ...options);
    this.#speed.addEventListener('change', () => this.#mark());
    this.#slider.addEventListener('input', () => {
      this.stop();
      this.#move(this.#slider.valueAsNumber);
    });
    const step = (by: number, sign: string, label: string): HTMLButtonElement =>
      button(sign, () => this.#step(by), { title: label, attributes: { 'aria-label': label } });
    this.element = h(
      'div',
      { class: 'player', attributes: { role: 'group', 'aria-label': TEXT.label, hidden: true } },
      this.#play,
      step(-1, '‹', TEXT.back),
      this.#slider,
      step(1, '›', TEXT.forward),
      this.#speed,
      this.#where,
    );
  }

  /** Shows the slider at an edit of `last`; `where` says in words what that is. */
  show(edit: number, last: number, where: string): void {
    this.element.hidden = last === 0;
    this.#slider.max = String(last);
    this.#slider.value = String(edit);
    this.#slider.setAttribute('aria-valuetext', where);
    this.#where.textContent = where;
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#play.textContent = TEXT.play;
  }

  #step(by: number): void {
    this.stop();
    this.#move(this.#slider.valueAsNumber + by);
  }

  #move(edit: number): void {
    const last = Number(this.#slider.max);
    this.#moved(Math.max(1, Math.min(edit, last)));
  }

  #toggle(): void {
    if (this.#frame !== 0) {
      this.stop();
      return;
    }
    if (this.#slider.valueAsNumber >= Number(this.#slider.max)) this.#move(1);
    this.#play.textContent = TEXT.pause;
    this.#mark();
    this.#frame = requestAnimationFrame(() => this.#advance());
  }

  /** Playing goes on from here. */
  #mark(): void {
    this.#startedMs = performance.now();
    this.#startedAt = this.#slider.valueAsNumber;
  }

  #advance(): void {
    const seconds = (performance.now() - this.#startedMs) / 1000;
    const edit = this.#startedAt + Math.floor(seconds * Number(this.#speed.value));
    if (edit > this.#slider.valueAsNumber) this.#move(edit);
    if (edit >= Number(this.#slider.max)) this.stop();
    else this.#frame = requestAnimationFrame(() => this.#advance());
  }
}
