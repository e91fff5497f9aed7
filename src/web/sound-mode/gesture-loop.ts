/** A short loop of gestures: what was moved and played, and when. It repeats until it is stopped. */
import type { MidiMessage } from '../../shared/instrument/wasm-instrument.ts';

/** A loop ends by itself after so long. */
export const MAX_LOOP_MS = 30_000;
/** More than a hand makes; what a controller floods beyond it is left out. */
export const MAX_GESTURES = 20_000;
const NOTE_OFF = 0x80;
const NOTE_ON = 0x90;
const SYSTEM = 0xf0;

/** A move of a channel to a unit value, or a MIDI message. */
export type Gesture =
  | { readonly index: number; readonly unit: number }
  | { readonly message: MidiMessage };

/** A gesture and when it is done, in milliseconds from the start of a round. */
export interface TimedGesture {
  readonly at_ms: number;
  readonly gesture: Gesture;
}

export interface Loop {
  readonly length_ms: number;
  readonly gestures: readonly TimedGesture[];
}

export class GestureLoop {
  readonly #replay: (gesture: Gesture) => void;
  #gestures: readonly TimedGesture[] = [];
  #recorded: TimedGesture[] = [];
  #length_ms = 0;
  #state: 'recording' | 'playing' | 'stopped' = 'stopped';
  #started_ms = 0;
  #next = 0;
  #timer = 0;
  /** Where channels were when the recording started, until they move. */
  #before: readonly number[] = [];
  /** Keys that the loop holds down, with their MIDI channels. */
  readonly #down = new Map<string, MidiMessage>();

  /** @param replay does a gesture again */
  constructor(replay: (gesture: Gesture) => void) {
    this.#replay = replay;
  }

  get state(): 'recording' | 'playing' | 'stopped' {
    return this.#state;
  }

  get empty(): boolean {
    return this.#gestures.length === 0;
  }

  get length_ms(): number {
    return this.#length_ms;
  }

  /** The loop, to be kept; the one before while another is recorded. */
  get loop(): Loop {
    return { length_ms: this.#length_ms, gestures: this.#gestures };
  }

  /** Ends what runs; the loop is this one from now on. */
  set loop({ length_ms, gestures }: Loop) {
    this.stop();
    this.#length_ms = length_ms;
    this.#gestures = gestures;
  }

  /** Starts a recording, which replaces the loop once it has gestures. @param inputs where the channels are, unit values */
  record(inputs: readonly number[]): void {
    this.stop();
    this.#recorded = [];
    this.#before = [...inputs];
    this.#started_ms = performance.now();
    this.#state = 'recording';
  }

  /** Keeps a gesture while a recording runs. */
  add(gesture: Gesture): void {
    if (this.#state !== 'recording' || this.#recorded.length >= MAX_GESTURES) return;
    if ('message' in gesture && gesture.message[0] >= SYSTEM) return;
    this.#recorded.push({ at_ms: performance.now() - this.#started_ms, gesture });
  }

  /** Ends a recording: the channels that moved begin each round where they were. @returns whether there is a new loop */
  finish(): boolean {
    if (this.#state !== 'recording') return false;
    this.#state = 'stopped';
    if (this.#recorded.length === 0) return false;
    this.#length_ms = Math.min(MAX_LOOP_MS, performance.now() - this.#started_ms);
    const moved = this.#recorded.flatMap(({ gesture }) =>
      'index' in gesture ? [gesture.index] : [],
    );
    const first = [...new Set(moved)].map((index) => ({
      at_ms: 0,
      gesture: { index, unit: this.#before[index] ?? 0 },
    }));
    this.#gestures = [...first, ...this.#recorded];
    return true;
  }

  /** Plays from the beginning, again and again. */
  play(): void {
    this.stop();
    if (this.empty) return;
    this.#state = 'playing';
    this.#started_ms = performance.now();
    this.#next = 0;
    this.#run();
  }

  /** Ends playing or recording; releases the keys that the loop holds down. */
  stop(): void {
    this.finish();
    clearTimeout(this.#timer);
    this.#state = 'stopped';
    this.#release();
  }

  /** Does everything that is due, and waits for what comes next. */
  readonly #run = (): void => {
    const now = performance.now() - this.#started_ms;
    for (; this.#next < this.#gestures.length; this.#next += 1) {
      const timed = this.#gestures[this.#next];
      if (timed === undefined || timed.at_ms > now) break;
      this.#do(timed.gesture);
    }
    const next = this.#gestures[this.#next]?.at_ms ?? this.#length_ms;
    if (this.#next >= this.#gestures.length && now >= this.#length_ms) {
      this.#release();
      this.#next = 0;
      // A round that a busy page ended much too late is not made up for.
      this.#started_ms += now > 2 * this.#length_ms ? now : this.#length_ms;
      this.#timer = window.setTimeout(this.#run);
    } else {
      this.#timer = window.setTimeout(this.#run, next - now);
    }
  };

  #do(gesture: Gesture): void {
    if ('message' in gesture) this.#hold(gesture.message);
    this.#replay(gesture);
  }

  #hold(message: MidiMessage): void {
    const [status, key, velocity] = message;
    const kind = status & 0xf0;
    const name = `${status & 0x0f} ${key}`;
    if (kind === NOTE_ON && velocity > 0)
      this.#down.set(name, [NOTE_OFF | (status & 0x0f), key, 0]);
    else if (kind === NOTE_OFF || kind === NOTE_ON) this.#down.delete(name);
  }

  #release(): void {
    for (const message of this.#down.values()) this.#replay({ message });
    this.#down.clear();
  }
}
