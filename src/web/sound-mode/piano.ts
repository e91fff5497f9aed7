/** A piano keyboard played by pointer, touch (with glissando) and the computer keyboard. */

import type { MidiMessage } from '../../shared/instrument/wasm-instrument.ts';
import { h } from '../dom.ts';
import { SOUND_MODE_TEXT } from './text.ts';

const TEXT = SOUND_MODE_TEXT.keyboard;
const LOWEST = 48;
const KEYS = 25;
const BLACK = new Set([1, 3, 6, 8, 10]);
/** Computer keys from C upwards, by their position and not by what is printed on them. */
const CODES =
  'KeyA KeyW KeyS KeyE KeyD KeyF KeyT KeyG KeyY KeyH KeyU KeyJ KeyK KeyO KeyL KeyP Semicolon'.split(
    ' ',
  );
const VELOCITY = 96;
const NOTE_ON = 0x90;
const NOTE_OFF = 0x80;

function noteName(key: number): string {
  return `${TEXT.notes[key % 12] ?? ''} ${Math.floor(key / 12) - 1}`;
}

export class Piano {
  readonly element: HTMLDivElement;
  readonly #send: (message: MidiMessage) => void;
  /** The keys that are down, each with what holds it: pointers and computer keys. */
  readonly #down = new Map<number, Set<string>>();
  readonly #keys: readonly HTMLButtonElement[];

  constructor(send: (message: MidiMessage) => void) {
    this.#send = send;
    this.#keys = Array.from({ length: KEYS }, (_, index) => this.#key(LOWEST + index));
    this.element = h(
      'div',
      { class: 'piano', attributes: { role: 'group', 'aria-label': TEXT.label, part: 'piano' } },
      ...this.#keys,
    );
    this.element.addEventListener('pointerdown', this.#touch);
    this.element.addEventListener('pointermove', this.#slide);
    for (const end of ['pointerup', 'pointercancel'] as const) {
      this.element.addEventListener(end, ({ pointerId }) => this.#lift(`pointer ${pointerId}`));
    }
  }

  /** Handles a computer key pressed anywhere in the instrument. @returns whether it plays a note */
  typed({ code, repeat, ctrlKey, metaKey, altKey }: KeyboardEvent, down: boolean): boolean {
    const place = CODES.indexOf(code);
    if (place < 0 || ctrlKey || metaKey || altKey) return false;
    if (!down) this.#lift(code);
    else if (!repeat) this.#press(LOWEST + 12 + place, code);
    return true;
  }

  /** Releases all keys, for example when the focus leaves the instrument. */
  release(): void {
    for (const [key, sources] of this.#down)
      for (const source of [...sources]) this.#up(key, source);
  }

  #key(key: number): HTMLButtonElement {
    const black = BLACK.has(key % 12);
    const element = h('button', {
      type: 'button',
      class: black ? 'black' : 'white',
      attributes: { 'aria-label': noteName(key), 'aria-pressed': 'false', 'data-key': key },
    });
    element.addEventListener('keydown', (event) => {
      if (event.repeat || (event.key !== 'Enter' && event.key !== ' ')) return;
      event.preventDefault();
      this.#press(key, event.key);
    });
    element.addEventListener('keyup', (event) => this.#lift(event.key));
    element.addEventListener('blur', () => {
      for (const source of ['Enter', ' ']) this.#lift(source);
    });
    return element;
  }

  readonly #touch = (event: PointerEvent): void => {
    const key = this.#keyAt(event);
    if (key === undefined) return;
    this.element.setPointerCapture(event.pointerId);
    this.#press(key, `pointer ${event.pointerId}`);
  };

  /** Plays each key that a finger slides over. */
  readonly #slide = (event: PointerEvent): void => {
    if (!this.element.hasPointerCapture(event.pointerId)) return;
    const source = `pointer ${event.pointerId}`;
    const key = this.#keyAt(event);
    if (key !== undefined && this.#down.get(key)?.has(source)) return;
    this.#lift(source);
    if (key !== undefined) this.#press(key, source);
  };

  #keyAt({ clientX, clientY }: PointerEvent): number | undefined {
    const root = this.element.getRootNode();
    if (!(root instanceof Document || root instanceof ShadowRoot)) return undefined;
    const key = root.elementFromPoint(clientX, clientY)?.getAttribute('data-key');
    return key === null || key === undefined ? undefined : Number(key);
  }

  #press(key: number, source: string): void {
    const sources = this.#down.get(key) ?? new Set();
    this.#down.set(key, sources);
    if (sources.size === 0) this.#send([NOTE_ON, key, VELOCITY]);
    sources.add(source);
    this.#show(key, true);
  }

  #lift(source: string): void {
    for (const [key, sources] of this.#down) if (sources.has(source)) this.#up(key, source);
  }

  #up(key: number, source: string): void {
    const sources = this.#down.get(key);
    sources?.delete(source);
    if (sources === undefined || sources.size > 0) return;
    this.#down.delete(key);
    this.#send([NOTE_OFF, key, 0]);
    this.#show(key, false);
  }

  #show(key: number, down: boolean): void {
    this.#keys[key - LOWEST]?.setAttribute('aria-pressed', String(down));
  }
}
