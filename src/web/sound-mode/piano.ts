/** Keys to play notes on: by pointer and touch (slide over them), and by the computer's own keys. */
import { h } from '../dom.ts';
import type { MidiMessage } from '../instrument/instrument.ts';

const LOWEST = 48;
const KEYS = 25;
const BLACK = new Set([1, 3, 6, 8, 10]);
const NAMES = [
  'C',
  'C sharp',
  'D',
  'D sharp',
  'E',
  'F',
  'F sharp',
  'G',
  'G sharp',
  'A',
  'A sharp',
  'B',
];
/** The computer's keys from C on, by where they are and not by what is printed on them. */
const CODES =
  'KeyA KeyW KeyS KeyE KeyD KeyF KeyT KeyG KeyY KeyH KeyU KeyJ KeyK KeyO KeyL KeyP Semicolon'.split(
    ' ',
  );
const VELOCITY = 96;
const NOTE_ON = 0x90;
const NOTE_OFF = 0x80;

function noteName(key: number): string {
  return `${NAMES[key % 12] ?? ''} ${Math.floor(key / 12) - 1}`;
}

export class Piano {
  readonly element: HTMLDivElement;
  readonly #send: (message: MidiMessage) => void;
  readonly #down = new Map<number, Set<string>>();
  readonly #keys: readonly HTMLButtonElement[];

  constructor(send: (message: MidiMessage) => void) {
    this.#send = send;
    this.#keys = Array.from({ length: KEYS }, (_, index) => this.#key(LOWEST + index));
    this.element = h(
      'div',
      { class: 'piano', attributes: { role: 'group', 'aria-label': 'Keys' } },
      ...this.#keys,
    );
    this.element.addEventListener('pointerdown', this.#touch);
    this.element.addEventListener('pointermove', this.#slide);
    for (const end of ['pointerup', 'pointercancel'] as const) {
      this.element.addEventListener(end, ({ pointerId }) => this.#lift(`pointer ${pointerId}`));
    }
  }

  /** Takes a key of the computer, pressed anywhere in the instrument. @returns whether it is one of ours. */
  typed({ code, repeat, ctrlKey, metaKey, altKey }: KeyboardEvent, down: boolean): boolean {
    const place = CODES.indexOf(code);
    if (place < 0 || ctrlKey || metaKey || altKey) return false;
    if (!down) this.#lift(code);
    else if (!repeat) this.#press(LOWEST + 12 + place, code);
    return true;
  }

  /** Lets every key go: the player looked away. */
  release(): void {
    for (const [key, by] of this.#down) for (const hand of [...by]) this.#up(key, hand);
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
      for (const hand of ['Enter', ' ']) this.#lift(hand);
    });
    return element;
  }

  readonly #touch = (event: PointerEvent): void => {
    const key = this.#keyAt(event);
    if (key === undefined) return;
    this.element.setPointerCapture(event.pointerId);
    this.#press(key, `pointer ${event.pointerId}`);
  };

  /** A finger that slides from key to key plays each. */
  readonly #slide = (event: PointerEvent): void => {
    if (!this.element.hasPointerCapture(event.pointerId)) return;
    const hand = `pointer ${event.pointerId}`;
    const key = this.#keyAt(event);
    if (key !== undefined && this.#down.get(key)?.has(hand)) return;
    this.#lift(hand);
    if (key !== undefined) this.#press(key, hand);
  };

  #keyAt({ clientX, clientY }: PointerEvent): number | undefined {
    const root = this.element.getRootNode();
    if (!(root instanceof Document || root instanceof ShadowRoot)) return undefined;
    const key = root.elementFromPoint(clientX, clientY)?.getAttribute('data-key');
    return key === null || key === undefined ? undefined : Number(key);
  }

  #press(key: number, hand: string): void {
    const hands = this.#down.get(key) ?? new Set();
    this.#down.set(key, hands);
    if (hands.size === 0) this.#send([NOTE_ON, key, VELOCITY]);
    hands.add(hand);
    this.#show(key, true);
  }

  #lift(hand: string): void {
    for (const [key, hands] of this.#down) if (hands.has(hand)) this.#up(key, hand);
  }

  #up(key: number, hand: string): void {
    const hands = this.#down.get(key);
    hands?.delete(hand);
    if (hands === undefined || hands.size > 0) return;
    this.#down.delete(key);
    this.#send([NOTE_OFF, key, 0]);
    this.#show(key, false);
  }

  #show(key: number, down: boolean): void {
    this.#keys[key - LOWEST]?.setAttribute('aria-pressed', String(down));
  }
}
