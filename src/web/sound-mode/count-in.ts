/** A count-in: four beats, heard and seen, before something is recorded. Whether it is wanted is kept in this browser. */
import { valueOfUnit } from '../../shared/instrument/values.ts';
import { keep, recall } from '../browser-storage.ts';
import { h } from '../dom.ts';
import type { Voice } from './audio.ts';
import type { Model } from './model.ts';
import { SOUND_MODE_TEXT } from './text.ts';

const TEXT = SOUND_MODE_TEXT.countIn;
const BEATS = 4;
const DEFAULT_BPM = 120;
/** Time for the first click to reach the audio thread. */
const LEAD_S = 0.1;
const FIRST_HZ = 1600;
const OTHER_HZ = 1100;
const STORED = 'ensemble.count-in';

/** The tempo of an instrument that has one, in beats per minute. */
function tempoOf({ mode, voiceSpace, params }: Model): number {
  const tempo = mode.params.findIndex(({ unit }) => unit === 'BPM');
  return tempo < 0 ? DEFAULT_BPM : valueOfUnit(mode, voiceSpace, tempo, params[tempo] ?? 0);
}

/** A count that runs. */
export interface Count {
  /** Where it ends, in seconds of the audio context; undefined while nothing plays. */
  readonly ends_s: number | undefined;
  cancel(): void;
}

export class CountIn {
  readonly element: HTMLElement;
  readonly #model: Model;
  readonly #box = h('input', { type: 'checkbox' });
  /** For the eye; ears hear the clicks. */
  readonly #beat = h('span', { class: 'beat', attributes: { 'aria-hidden': true } });

  constructor(model: Model) {
    this.#model = model;
    this.#box.checked = recall(STORED) === 'on';
    this.#box.addEventListener('change', () => keep(STORED, this.#box.checked ? 'on' : 'off'));
    this.element = h(
      'label',
      { class: 'choice', title: TEXT.hint },
      this.#box,
      h('span', { text: TEXT.label }),
      this.#beat,
    );
  }

  /** Whether the person wants one. */
  get wanted(): boolean {
    return this.#box.checked;
  }

  /** Counts at the tempo of the instrument, with clicks while it plays; then calls `done`, unless it is cancelled. */
  begin(voice: Voice | undefined, done: () => void): Count {
    const beat_s = 60 / tempoOf(this.#model);
    const starts_s = (voice?.context.currentTime ?? 0) + LEAD_S;
    const clicks: (() => void)[] = [];
    const timers: number[] = [];
    for (let beat = 0; beat <= BEATS; beat += 1) {
      const at_s = beat * beat_s;
      const show = beat < BEATS ? () => this.#show(BEATS - beat) : () => this.#end(done);
      timers.push(window.setTimeout(show, 1000 * (LEAD_S + at_s)));
      if (voice === undefined || beat === BEATS) continue;
      clicks.push(voice.click(starts_s + at_s, beat === 0 ? FIRST_HZ : OTHER_HZ));
    }
    const cancel = (): void => {
      for (const timer of timers) clearTimeout(timer);
      for (const silence of clicks) silence();
      this.#beat.textContent = '';
    };
    return { ends_s: voice && starts_s + BEATS * beat_s, cancel };
  }

  #show(left: number): void {
    this.#beat.textContent = String(left);
  }

  #end(done: () => void): void {
    this.#beat.textContent = '';
    done();
  }
}
