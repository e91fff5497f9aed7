/**
 * A piano keyboard played by pointer, touch (with glissando) and the computer keyboard: as many octaves as
 * keys of a finger's width fit, moved by octaves with buttons and the keys Z and X.
 */

import type { MidiMessage } from '../../shared/instrument/wasm-instrument.ts';
import { button, h, setAttributes, setAvailable } from '../dom.ts';
import { SOUND_MODE_TEXT } from './text.ts';

const TEXT = SOUND_MODE_TEXT.keyboard;
/** The note of the lowest computer key at first, and the lowest and highest it can be. */
const MIDDLE_C = 60;
const LOWEST_BASE = 24;
const HIGHEST_BASE = 96;
const OCTAVE = 12;
/** Pixels, for a finger and for a mouse. */
const MIN_KEY_WIDTH = { coarse: 32, fine: 22 } as const;
/** With room for all of them, an octave lies below the computer keys. */
const MAX_WHITE_KEYS = 15;
const MIN_WHITE_KEYS = 8;
const BLACK = new Set([1, 3, 6, 8, 10]);
/** Computer keys from C upwards, by their position and not by what is printed on them. */
const CODES =
  'KeyA KeyW KeyS KeyE KeyD KeyF KeyT KeyG KeyY KeyH KeyU KeyJ KeyK KeyO KeyL KeyP Semicolon'.split(
    ' ',
  );
/** Octaves by which a computer key moves the keyboard, as in other music programs. */
const OCTAVE_CODES: ReadonlyMap<string, number> = new Map([
  ['KeyZ', -1],
  ['KeyX', 1],
]);
const VELOCITY = 96;
const NOTE_ON = 0x90;
const NOTE_OFF = 0x80;

function noteName(key: number): string {
  return `${TEXT.notes[key % 12] ?? ''} ${Math.floor(key / 12) - 1}`;
}

/** Notes from a C upwards, in semitones, with so many white keys. */
function semitones(whiteKeys: number): number {
  const inOctave = [0, 2, 4, 5, 7, 9, 11][(whiteKeys - 1) % 7] ?? 0;
  return Math.floor((whiteKeys - 1) / 7) * OCTAVE + inOctave + 1;
}

export class Piano {
  readonly element: HTMLDivElement;
  readonly #send: (message: MidiMessage) => void;
  /** The keys that are down, each with what holds it: pointers and computer keys. */
  readonly #down = new Map<number, Set<string>>();
  readonly #piano = h('div', {
    class: 'piano',
    attributes: { role: 'group', 'aria-label': TEXT.label, part: 'piano' },
  });
  readonly #lower = button(TEXT.octaveDown, () => this.#shift(-OCTAVE));
  readonly #higher = button(TEXT.octaveUp, () => this.#shift(OCTAVE));
  readonly #range = h('output', { class: 'range' });
  /** From the lowest note upwards. */
  readonly #keys: HTMLButtonElement[] = [];
  #base = MIDDLE_C;
  #whiteKeys = MAX_WHITE_KEYS;

  constructor(send: (message: MidiMessage) => void) {
    this.#send = send;
    this.element = h(
      'div',
      { class: 'keyboard' },
      h('div', { class: 'row octaves' }, this.#lower, this.#higher, this.#range),
      this.#piano,
    );
    this.#layKeys();
    new ResizeObserver(() => this.#fit()).observe(this.#piano);
    this.#piano.addEventListener('pointerdown', this.#touch);
    this.#piano.addEventListener('pointermove', this.#slide);
    for (const end of ['pointerup', 'pointercancel'] as const) {
      this.#piano.addEventListener(end, ({ pointerId }) => this.#lift(`pointer ${pointerId}`));
    }
  }

  /** Handles a computer key that is pressed. @returns whether it plays a note */
  typed({ code, repeat, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
    if (ctrlKey || metaKey || altKey) return false;
    const octaves = OCTAVE_CODES.get(code);
    if (octaves !== undefined && !repeat) this.#shift(octaves * OCTAVE);
    const place = CODES.indexOf(code);
    if (place < 0) return octaves !== undefined;
    if (!repeat) this.#press(this.#base + place, code);
    return true;
  }

  /** Handles a computer key that is let go, whatever is pressed with it by then. */
  lifted(code: string): void {
    // A Mac does not tell which keys are let go while Command is down.
    if (code.startsWith('Meta')) this.release();
    else this.#lift(code);
  }

  /** Releases all keys, for example when the page loses the focus. */
  release(): void {
    for (const [key, sources] of this.#down)
      for (const source of [...sources]) this.#up(key, source);
  }

  /** As many white keys as there is room for. */
  #fit(): void {
    const pointer = matchMedia('(pointer: coarse)').matches ? 'coarse' : 'fine';
    const room = Math.floor(this.#piano.clientWidth / MIN_KEY_WIDTH[pointer]);
    const whiteKeys = Math.max(MIN_WHITE_KEYS, Math.min(MAX_WHITE_KEYS, room));
    if (whiteKeys === this.#whiteKeys) return;
    this.release();
    this.#whiteKeys = whiteKeys;
    this.#layKeys();
  }

  #shift(by: number): void {
    this.release();
    this.#base = Math.max(LOWEST_BASE, Math.min(HIGHEST_BASE, this.#base + by));
    this.#layKeys();
  }

  /** The note of the lowest key, a C. */
  get #lowest(): number {
    return this.#whiteKeys === MAX_WHITE_KEYS ? this.#base - OCTAVE : this.#base;
  }

  /** Gives the keys their notes. They stay, and with them the focus; what there is room for comes or goes at the end. */
  #layKeys(): void {
    const count = semitones(this.#whiteKeys);
    for (const gone of this.#keys.splice(count)) gone.remove();
    while (this.#keys.length < count) {
      const key = this.#key(this.#keys.length);
      this.#keys.push(key);
      this.#piano.append(key);
    }
    this.#piano.style.setProperty('--white', `${100 / this.#whiteKeys}%`);
    for (const [index, key] of this.#keys.entries()) {
      const note = this.#lowest + index;
      setAttributes(key, { 'aria-label': noteName(note), 'data-key': note });
    }
    const highest = this.#lowest + count - 1;
    this.#range.textContent = TEXT.range(noteName(this.#lowest), noteName(highest));
    setAvailable(this.#lower, this.#base > LOWEST_BASE);
    setAvailable(this.#higher, this.#base < HIGHEST_BASE);
  }

  /** @param index counted from the lowest key */
  #key(index: number): HTMLButtonElement {
    const element = h('button', {
      type: 'button',
      class: BLACK.has(index % OCTAVE) ? 'black' : 'white',
      attributes: { 'aria-pressed': 'false' },
    });
    element.addEventListener('keydown', (event) => {
      if (event.repeat || (event.key !== 'Enter' && event.key !== ' ')) return;
      event.preventDefault();
      this.#press(this.#lowest + index, event.key);
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
    this.#piano.setPointerCapture(event.pointerId);
    this.#press(key, `pointer ${event.pointerId}`);
  };

  /** Plays each key that a finger slides over. */
  readonly #slide = (event: PointerEvent): void => {
    if (!this.#piano.hasPointerCapture(event.pointerId)) return;
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
    this.#keys[key - this.#lowest]?.setAttribute('aria-pressed', String(down));
  }
}
