/** The buttons of the loop of gestures: record it, with a count-in where one is wanted, and play it. */
import { button, setAvailable } from '../dom.ts';
import type { Voice } from './audio.ts';
import type { Count, CountIn } from './count-in.ts';
import { type Gesture, GestureLoop, MAX_LOOP_MS } from './gesture-loop.ts';
import { isManual, type Model } from './model.ts';
import { packLoop, unpackLoop } from './packed-loop.ts';
import { SOUND_MODE_TEXT } from './text.ts';

const TEXT = SOUND_MODE_TEXT.loop;

export interface LoopOptions {
  readonly countIn: CountIn;
  /** Gives the sound while it plays. */
  readonly voice: () => Voice | undefined;
  readonly report: (text: string) => void;
  /** Does a gesture of the loop. */
  readonly replay: (gesture: Gesture) => void;
}

/** Whether an instrument is played by gestures; others play themselves, or what they hear. */
export const hasGestures = ({ mode }: Model): boolean =>
  mode.channels.some((channel) => isManual(channel) || channel.startsWith('midi_'));

export class LoopPanel {
  readonly elements: readonly HTMLElement[];
  readonly #model: Model;
  readonly #options: LoopOptions;
  readonly #loop: GestureLoop;
  readonly #record: HTMLButtonElement;
  readonly #play: HTMLButtonElement;
  /** Where the channels were last. */
  #inputs: readonly number[] = [];
  #count: Count | undefined;
  #end = 0;

  constructor(model: Model, options: LoopOptions) {
    this.#model = model;
    this.#options = options;
    this.#loop = new GestureLoop(options.replay);
    this.#record = button(TEXT.record, () => this.#toggleRecording(), { title: TEXT.recordHint });
    this.#play = button(TEXT.play, () => this.#togglePlaying(), { title: TEXT.playHint });
    this.elements = [this.#record, this.#play];
    this.#show();
  }

  /** Takes what was played into a recording. */
  played(message: Gesture): void {
    this.#loop.add(message);
  }

  /** Takes what was moved into a recording. */
  moved(): void {
    if (this.#loop.state !== 'recording') return;
    const { inputs, mode } = this.#model;
    for (const [index, unit] of inputs.entries()) {
      if (unit === this.#inputs[index] || !isManual(mode.channels[index] ?? '')) continue;
      this.#loop.add({ index, unit });
    }
    this.#inputs = [...inputs];
  }

  /** Takes the loop that the model has, if another brought it back. */
  kept(): void {
    const { loop, mode } = this.#model;
    if (!this.#loop.empty && packLoop(this.#loop.loop) === loop) return;
    const brought = unpackLoop(loop, mode.channels.length);
    if (brought === undefined) return;
    this.stop();
    this.#loop.loop = brought;
    this.#show();
  }

  /** Ends what runs. */
  stop(): void {
    clearTimeout(this.#end);
    this.#count?.cancel();
    this.#count = undefined;
    this.#loop.stop();
    this.#show();
  }

  #toggleRecording(): void {
    const { countIn, voice, report } = this.#options;
    if (this.#count !== undefined) {
      this.stop();
      report('');
    } else if (this.#loop.state === 'recording') {
      this.#finish();
    } else if (countIn.wanted) {
      this.stop();
      this.#count = countIn.begin(voice(), () => this.#start());
      this.#show();
      report(TEXT.counting);
    } else {
      this.#start();
    }
  }

  #start(): void {
    this.#count = undefined;
    this.#inputs = [...this.#model.inputs];
    this.#loop.record(this.#inputs);
    this.#end = window.setTimeout(() => this.#finish(), MAX_LOOP_MS);
    this.#show();
    this.#options.report(TEXT.recording);
  }

  /** Ends the recording, and plays the new loop at once. */
  #finish(): void {
    clearTimeout(this.#end);
    if (this.#loop.finish()) {
      this.#model.keepLoop(packLoop(this.#loop.loop));
      this.#loop.play();
      this.#options.report(TEXT.playing((this.#loop.length_ms / 1000).toFixed(1)));
    } else {
      this.#options.report(this.#loop.empty ? TEXT.nothing : TEXT.unchanged);
    }
    this.#show();
  }

  #togglePlaying(): void {
    if (this.#loop.state === 'playing') this.stop();
    else this.#loop.play();
    this.#show();
    this.#options.report('');
  }

  #show(): void {
    const { state, empty } = this.#loop;
    const counting = this.#count !== undefined;
    this.#record.textContent = counting
      ? TEXT.cancel
      : state === 'recording'
        ? TEXT.finish
        : TEXT.record;
    this.#play.textContent = state === 'playing' ? TEXT.stop : TEXT.play;
    setAvailable(this.#play, !empty && !counting && state !== 'recording');
  }
}
