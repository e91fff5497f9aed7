/** The plane of sounds around another one, in place of the pads while a sound is explored. */
import { h } from '../dom.ts';
import type { Model } from './model.ts';
import { SOUND_MODE_TEXT } from './text.ts';
import { XyPad } from './xy-pad.ts';

const TEXT = SOUND_MODE_TEXT.explore;

export class ExplorePlane {
  readonly element: HTMLElement;
  readonly #surface: XyPad;

  constructor(model: Model) {
    this.#surface = new XyPad(
      {
        position: (axis) => model.explored?.[axis === 0 ? 'x' : 'y'] ?? 0,
        move: (axis, unit) => {
          const { x = 0, y = 0 } = model.explored ?? {};
          model.exploreTo(axis === 0 ? unit : x, axis === 0 ? y : unit);
        },
      },
      h('div', { class: 'plane', attributes: { 'aria-hidden': true } }),
    );
    this.#surface.label(TEXT.plane, [TEXT.across, TEXT.up]);
    this.element = this.#surface.element;
    const keys: ReadonlyMap<string, () => void> = new Map([
      ['Enter', () => model.like()],
      ['Delete', () => model.dislike()],
      ['Backspace', () => model.undoExploring()],
    ]);
    this.element.addEventListener('keydown', (event) => {
      const act = keys.get(event.key);
      if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      act();
    });
  }

  moved(): void {
    this.#surface.moved();
  }

  focus(): void {
    this.#surface.focus();
  }
}
