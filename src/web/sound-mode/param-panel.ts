/** All params as sliders in the groups of their mode, each with its value or step, unit, curve and lock. */
import { UNIT_ONE } from '../../../build/ts/contract.ts';
import { shape } from '../../../dsl/curves.ts';
import {
  paramText,
  stepOfUnit,
  stepsOf,
  unitOfStep,
  unitOfValue,
  valueOfUnit,
} from '../../shared/instrument/values.ts';
import { hzOfKey, NO_SCALE, nearestNote, noteName, notesIn } from '../../shared/scale.ts';
import { button, h, setAttributes } from '../dom.ts';
import type { Model } from './model.ts';
import { scaleMenu } from './scale-menu.ts';
import { moveByKeys } from './slider-keys.ts';
import { TapTempo } from './tap-tempo.ts';
import { SOUND_MODE_TEXT } from './text.ts';

interface Row {
  readonly index: number;
  readonly input: HTMLInputElement;
  readonly output: HTMLOutputElement;
  readonly curve: SVGPathElement;
  readonly lock: HTMLButtonElement;
}

const SVG = 'http://www.w3.org/2000/svg';
const CURVE_POINTS = 12;
const TEXT = SOUND_MODE_TEXT.lock;
const TAP_TEXT = SOUND_MODE_TEXT.tap;

export class ParamPanel {
  readonly element: HTMLDivElement;
  readonly #model: Model;
  readonly #rows: readonly Row[];

  constructor(model: Model) {
    this.#model = model;
    this.#rows = model.mode.params.map((_, index) => this.#row(index));
    const scale = scaleMenu(model);
    this.element = h(
      'div',
      { class: 'params' },
      ...(scale === undefined ? [] : [scale]),
      ...model.mode.groups.map((group) => this.#group(group)),
    );
    this.drawCurves();
    this.show(model.params);
  }

  /** Shows these params, unit values, and which are locked. */
  show(params: ArrayLike<number>): void {
    for (const { index, input, output, lock } of this.#rows) {
      const locked = String(this.#model.locks.has(index));
      if (lock.getAttribute('aria-pressed') !== locked) lock.setAttribute('aria-pressed', locked);
      const unit = params[index] ?? 0;
      const [place, max] = this.#placeOf(index, unit);
      const note = this.#notesOf(index)[place];
      const value = paramText(this.#model.mode, this.#model.voiceSpace, index, unit);
      const text = note === undefined ? value : `${noteName(note)} · ${value}`;
      if (input.max !== String(max)) input.max = String(max);
      if (input.value !== String(place)) input.value = String(place);
      if (output.value === text) continue;
      output.value = text;
      input.setAttribute('aria-valuetext', text);
    }
  }

  /** The place of a unit value on its slider, which has one for each note or step if there are any, and the last place. */
  #placeOf(index: number, unit: number): readonly [place: number, last: number] {
    const { mode, voiceSpace } = this.#model;
    const notes = this.#notesOf(index);
    if (notes.length > 0) {
      const hz = valueOfUnit(mode, voiceSpace, index, unit);
      return [nearestNote(notes, hz), notes.length - 1];
    }
    const steps = stepsOf(mode, voiceSpace, index);
    return steps > 0 ? [stepOfUnit(mode, voiceSpace, index, unit), steps - 1] : [unit, UNIT_ONE];
  }

  /** Holds a param at a place of its slider. */
  #moveTo(index: number, place: number): void {
    const { mode, voiceSpace } = this.#model;
    const note = this.#notesOf(index)[place];
    const isUnit = stepsOf(mode, voiceSpace, index) === 0;
    const unit =
      note !== undefined
        ? unitOfValue(mode, voiceSpace, index, hzOfKey(note))
        : isUnit
          ? place
          : unitOfStep(mode, voiceSpace, index, place);
    this.#model.holdParam(index, unit);
  }

  /** The notes that a pitch snaps to, as MIDI keys; none for other params, or where there is no scale. */
  #notesOf(index: number): readonly number[] {
    const param = this.#model.mode.params[index];
    if (param?.isPitch !== true || this.#model.scale === NO_SCALE) return [];
    return notesIn(this.#model.scale, param);
  }

  /** Draws the curves of the current voice space. */
  drawCurves(): void {
    const space = this.#model.mode.voiceSpaces[this.#model.voiceSpace];
    for (const { index, curve } of this.#rows) {
      const name = space?.curves[index] ?? 'linear';
      const points = Array.from({ length: CURVE_POINTS + 1 }, (_, at) => {
        const x = at / CURVE_POINTS;
        return `${(1 + 14 * x).toFixed(1)} ${(15 - 14 * shape(name, x)).toFixed(1)}`;
      });
      curve.setAttribute('d', `M${points.join('L')}`);
    }
  }

  #group(name: string): HTMLElement {
    const { params } = this.#model.mode;
    const rows = this.#rows.filter(({ index }) => params[index]?.group === name);
    return h(
      'fieldset',
      {},
      h('legend', { text: name }),
      ...rows.map(({ index, input, output, curve, lock }) => {
        const picture = curve.ownerSVGElement ?? undefined;
        return h(
          'div',
          { class: 'param' },
          h(
            'label',
            {},
            h('span', { class: 'name' }, picture, params[index]?.label ?? ''),
            input,
            output,
          ),
          ...(params[index]?.unit === 'BPM' ? [this.#tap(index)] : []),
          lock,
        );
      }),
    );
  }

  #row(index: number): Row {
    const input = h('input', { attributes: { type: 'range', min: 0, max: UNIT_ONE, step: 1 } });
    input.addEventListener('input', () => this.#moveTo(index, Math.round(Number(input.value))));
    const place = () => this.#placeOf(index, this.#model.params[index] ?? 0)[0];
    moveByKeys(input, place, (to) => this.#moveTo(index, to));
    const curve = path();
    return {
      index,
      input,
      output: h('output', { attributes: { 'aria-live': 'off' } }),
      curve: draw('curve', curve),
      lock: this.#lock(index),
    };
  }

  /** Sets a tempo by taps: when a button is pressed counts, not when it is let go. */
  #tap(index: number): HTMLButtonElement {
    const tempo = new TapTempo();
    const take = ({ timeStamp }: Event): void => {
      const bpm = tempo.tap(timeStamp);
      if (bpm === undefined) return;
      const { mode, voiceSpace } = this.#model;
      this.#model.holdParam(index, unitOfValue(mode, voiceSpace, index, bpm));
    };
    const byKeyboard = (event: MouseEvent): void => {
      if (event.detail === 0) take(event);
    };
    const made = button(TAP_TEXT.label, byKeyboard, {
      class: 'tap',
      title: TAP_TEXT.hint,
      attributes: { 'aria-label': TAP_TEXT.name },
    });
    made.addEventListener('pointerdown', take);
    return made;
  }

  #lock(index: number): HTMLButtonElement {
    const lock = button('', () => this.#model.toggleLock(index), {
      class: 'lock',
      title: TEXT.hint,
      attributes: { 'aria-label': TEXT.label(this.#model.mode.params[index]?.label ?? '') },
    });
    const [body, shackle] = [path('M3.5 7.5h9v6.5h-9z'), path('M5.5 7.5v-3a2.5 2.5 0 0 1 5 0v3')];
    shackle.classList.add('shackle');
    draw('padlock', body, shackle);
    lock.append(body.ownerSVGElement ?? '');
    return lock;
  }
}

function path(d = ''): SVGPathElement {
  const made = document.createElementNS(SVG, 'path');
  made.setAttribute('d', d);
  return made;
}

/** Puts paths into a picture. @returns the first */
function draw(name: string, first: SVGPathElement, ...others: SVGPathElement[]): SVGPathElement {
  const picture = document.createElementNS(SVG, 'svg');
  setAttributes(picture, { viewBox: '0 0 16 16', class: name, 'aria-hidden': 'true' });
  picture.append(first, ...others);
  return first;
}
