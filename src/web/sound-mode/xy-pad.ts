/**
 * A surface with a dot that pointer, touch and keyboard move across and up. For screen readers it is two sliders.
 */
import { UNIT_ONE } from '../../../build/ts/contract.ts';
import { percent } from '../../shared/instrument/values.ts';
import { h } from '../dom.ts';

const STEP = UNIT_ONE / 64;
const PAGE_STEP = UNIT_ONE / 8;

/** Across, then up. */
export type Axis = 0 | 1;

/** What a pad moves; positions are unit values. */
export interface PadTarget {
  position(axis: Axis): number;
  move(axis: Axis, unit: number): void;
}

const clamp = (unit: number): number => Math.round(Math.min(UNIT_ONE, Math.max(0, unit)));

/** Keys as moves of (x, y). */
const KEYS: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['ArrowLeft', [-STEP, 0]],
  ['ArrowRight', [STEP, 0]],
  ['ArrowDown', [0, -STEP]],
  ['ArrowUp', [0, STEP]],
  ['Home', [-UNIT_ONE, 0]],
  ['End', [UNIT_ONE, 0]],
  ['PageDown', [0, -PAGE_STEP]],
  ['PageUp', [0, PAGE_STEP]],
]);

export class XyPad {
  readonly element: HTMLDivElement;
  readonly #target: PadTarget;
  readonly #sliders: readonly [HTMLInputElement, HTMLInputElement];
  readonly #dot = h('span', { class: 'dot' });

  /** @param below what the dot moves over */
  constructor(target: PadTarget, ...below: readonly HTMLElement[]) {
    this.#target = target;
    this.#sliders = [this.#slider(0), this.#slider(1)];
    this.element = h(
      'div',
      { class: 'pad', attributes: { role: 'group', part: 'pad' } },
      ...below,
      this.#dot,
      ...this.#sliders,
    );
    this.element.addEventListener('pointerdown', this.#grasp);
    this.element.addEventListener('pointermove', this.#drag);
    this.element.addEventListener('keydown', this.#press);
    this.moved();
  }

  /** Names the pad and its axes, across and up, for screen readers. */
  label(pad: string, axes: readonly [string, string]): void {
    this.element.setAttribute('aria-label', pad);
    for (const axis of [0, 1] as const) this.#sliders[axis].setAttribute('aria-label', axes[axis]);
  }

  /** Shows the current position. */
  moved(): void {
    const [x, y] = [this.#target.position(0), this.#target.position(1)];
    this.#dot.style.left = `${(x / UNIT_ONE) * 100}%`;
    this.#dot.style.top = `${(1 - y / UNIT_ONE) * 100}%`;
    for (const axis of [0, 1] as const) {
      const unit = axis === 0 ? x : y;
      this.#sliders[axis].value = String(unit);
      this.#sliders[axis].setAttribute('aria-valuetext', percent(unit));
    }
  }

  /** Moves as a key does. @returns whether this key moves it */
  step(key: string): boolean {
    const move = KEYS.get(key);
    if (move === undefined) return false;
    for (const axis of [0, 1] as const) {
      if (move[axis] !== 0)
        this.#target.move(axis, clamp(this.#target.position(axis) + move[axis]));
    }
    return true;
  }

  focus(): void {
    this.#sliders[0].focus({ preventScroll: true });
  }

  #slider(axis: Axis): HTMLInputElement {
    const slider = h('input', {
      class: 'unseen',
      attributes: {
        type: 'range',
        min: 0,
        max: UNIT_ONE,
        step: 1,
        'aria-orientation': axis === 0 ? 'horizontal' : 'vertical',
      },
    });
    slider.addEventListener('input', () => this.#target.move(axis, clamp(Number(slider.value))));
    return slider;
  }

  readonly #grasp = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    this.element.setPointerCapture(event.pointerId);
    this.focus();
    event.preventDefault();
    this.#to(event);
  };

  readonly #drag = (event: PointerEvent): void => {
    if (this.element.hasPointerCapture(event.pointerId)) this.#to(event);
  };

  #to(event: PointerEvent): void {
    const box = this.element.getBoundingClientRect();
    this.#target.move(0, clamp(((event.clientX - box.left) / box.width) * UNIT_ONE));
    this.#target.move(1, clamp((1 - (event.clientY - box.top) / box.height) * UNIT_ONE));
  }

  readonly #press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.step(event.key)) event.preventDefault();
  };
}
