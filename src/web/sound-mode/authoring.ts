/** Everything that changes what an instrument plays, or takes it away: teaching, settings, parameters, files. */

import type { MidiMessage } from '../../shared/instrument/wasm-instrument.ts';
import { button, h } from '../dom.ts';
import { advancedPanel } from './advanced-panel.ts';
import type { Voice } from './audio.ts';
import { type Count, CountIn } from './count-in.ts';
import { chooseFile, download } from './downloads.ts';
import type { Gesture } from './gesture-loop.ts';
import { LatencyPanel } from './latency-panel.ts';
import type { Change } from './learned.ts';
import { hasGestures, LoopPanel } from './loop-panel.ts';
import { errorSentence, type Model } from './model.ts';
import { ParamPanel } from './param-panel.ts';
import { Recording } from './recording.ts';
import { chooseLatency, chosenLatency } from './shared-context.ts';
import { TeachPanel } from './teach-panel.ts';
import { SOUND_MODE_TEXT } from './text.ts';

const { sound: SOUND_TEXT, file: FILE_TEXT } = SOUND_MODE_TEXT;

export interface AuthoringOptions {
  /** Shows a message to the person. */
  report(text: string): void;
  /** Shows one until it plays. */
  askForPlay(text: string): void;
  /** Gives the sound while it plays. */
  voice(): Voice | undefined;
  /** Does a gesture of the loop. */
  replay(gesture: Gesture): void;
  /** Starts the sound again if it plays. */
  restart(): void;
}

export class Authoring {
  /** Teaching and its settings, and the takes where there is room for them beside what is played. */
  readonly lessons: HTMLElement;
  /** Buttons that record sound and gestures; close to what is played, so that one screen shows both. */
  readonly takes: HTMLElement;
  /** All parameters, folded up. */
  readonly parameters: HTMLDetailsElement;
  /** Buttons that save and load. */
  readonly files: readonly HTMLElement[];
  readonly #model: Model;
  readonly #report: (text: string) => void;
  readonly #askForPlay: (text: string) => void;
  readonly #voice: () => Voice | undefined;
  readonly #params: ParamPanel;
  readonly #teach: TeachPanel;
  readonly #record: HTMLButtonElement;
  readonly #countIn: CountIn;
  readonly #loop: LoopPanel | undefined;
  /** Runs before a recording. */
  #count: Count | undefined;
  #recording: Recording | undefined;
  readonly #latency: LatencyPanel;

  constructor(model: Model, options: AuthoringOptions) {
    const { report, askForPlay, voice, replay, restart } = options;
    this.#model = model;
    this.#report = report;
    this.#askForPlay = askForPlay;
    this.#voice = voice;
    this.#params = new ParamPanel(model);
    this.#teach = new TeachPanel(model, report);
    const countIn = new CountIn(model);
    this.#countIn = countIn;
    if (hasGestures(model)) this.#loop = new LoopPanel(model, { countIn, voice, report, replay });
    this.#record = button(FILE_TEXT.record, () => void this.#toggleRecording(), {
      title: FILE_TEXT.recordHint,
    });
    this.#latency = new LatencyPanel(chosenLatency(), (latency) => {
      chooseLatency(latency);
      restart();
    });
    this.takes = h(
      'div',
      { class: 'row takes' },
      this.#record,
      ...(this.#loop?.elements ?? []),
      countIn.element,
    );
    const wide = model.mode.ui.primaryInput === 'joystick';
    this.lessons = h(
      'div',
      { class: wide ? 'lessons full' : 'lessons', attributes: { part: 'teaching' } },
      this.#teach.element,
      wide ? undefined : this.takes,
      this.#teach.training,
      advancedPanel(model, report, this.#latency.element),
    );
    const unfold = h('summary', { text: SOUND_TEXT.allParameters });
    this.parameters = h(
      'details',
      { class: 'full', attributes: { part: 'parameters' } },
      unfold,
      this.#params.element,
    );
    const shown = (): void => this.#params.show(model.params);
    unfold.addEventListener('click', shown);
    // A search of the page unfolds them without a click. After a click, this alone would come a frame too late.
    this.parameters.addEventListener('toggle', shown);
    this.files = [
      button(FILE_TEXT.save, () => this.#save(), { title: FILE_TEXT.saveHint }),
      button(FILE_TEXT.load, () => void this.#load(), { title: FILE_TEXT.loadHint }),
    ];
  }

  /** Shows a change of the model. */
  update(change: Change): void {
    if (change === 'inputs') this.#loop?.moved();
    if (change === 'loop') this.#loop?.kept();
    if (change === 'examples') this.#teach.taught();
    if (['network', 'held', 'locks'].includes(change)) this.#teach.refresh();
    if (change === 'training') this.#teach.followTraining();
    if (change === 'voice-space') this.#params.drawCurves();
    if (change !== 'training') this.show(this.#model.params);
  }

  /** Shows the params that sound, unit values, while they are unfolded; held ones before the sound reports them. */
  show(params: ArrayLike<number>): void {
    if (this.parameters.open) this.#params.show(this.#model.holding ? this.#model.params : params);
  }

  /** Shows the latency in milliseconds; undefined while nothing plays. */
  showLatency(ms: number | undefined): void {
    this.#latency.show(ms);
  }

  /** Takes a MIDI message that was played into the loop, if one is recorded. */
  played(message: MidiMessage): void {
    this.#loop?.played({ message });
  }

  /** Ends the loop for good. */
  close(): void {
    this.#loop?.stop();
  }

  /** Ends a recording that runs; call it before the sound ends. */
  async endRecording(): Promise<void> {
    if (this.#recording !== undefined) await this.#toggleRecording();
  }

  async #toggleRecording(): Promise<void> {
    const [recording, voice] = [this.#recording, this.#voice()];
    if (recording !== undefined) {
      this.#recording = undefined;
      this.#record.textContent = FILE_TEXT.record;
      this.#report('');
      if (this.#count === undefined) await this.#download(recording);
      else recording.discard();
      this.#count?.cancel();
      this.#count = undefined;
    } else if (voice === undefined) {
      this.#askForPlay(FILE_TEXT.playFirst);
    } else if (this.#countIn.wanted) {
      this.#count = this.#countIn.begin(voice, () => this.#recordingStarted());
      this.#recording = new Recording(voice, this.#count.ends_s);
      this.#record.textContent = FILE_TEXT.cancel;
      this.#report(FILE_TEXT.counting);
    } else {
      this.#recording = new Recording(voice);
      this.#recordingStarted();
    }
  }

  #recordingStarted(): void {
    this.#count = undefined;
    this.#record.textContent = FILE_TEXT.stopRecording;
    this.#report(FILE_TEXT.recording);
  }

  async #download(recording: Recording): Promise<void> {
    download(`${this.#model.mode.modeId}.wav`, await recording.finish());
  }

  #save(): void {
    download(`${this.#model.mode.modeId}.taught`, new Blob([this.#model.toFile()]));
  }

  async #load(): Promise<void> {
    const file = await chooseFile();
    try {
      this.#model.fromFile(new Uint8Array(await file.arrayBuffer()));
      this.#report(FILE_TEXT.loaded(file.name));
    } catch (error) {
      this.#report(`${file.name}: ${errorSentence(error)}`);
    }
  }
}
