/** Everything that changes what an instrument plays, or takes it away: teaching, settings, parameters, files. */

import { button, h } from '../dom.ts';
import { advancedPanel } from './advanced-panel.ts';
import type { Voice } from './audio.ts';
import { chooseFile, download } from './downloads.ts';
import type { Change } from './learner.ts';
import { errorSentence, type Model } from './model.ts';
import { ParamPanel } from './param-panel.ts';
import { Recording } from './recording.ts';
import { TeachPanel } from './teach-panel.ts';
import { SOUND_MODE_TEXT } from './text.ts';

const { sound: SOUND_TEXT, file: FILE_TEXT } = SOUND_MODE_TEXT;

export class Authoring {
  /** Teaching and its settings. */
  readonly lessons: HTMLElement;
  /** All parameters, folded up. */
  readonly parameters: HTMLElement;
  /** Buttons that record, save and load. */
  readonly files: readonly HTMLElement[];
  readonly #model: Model;
  readonly #report: (text: string) => void;
  readonly #voice: () => Voice | undefined;
  readonly #params: ParamPanel;
  readonly #teach: TeachPanel;
  readonly #record: HTMLButtonElement;
  #recording: Recording | undefined;

  /** @param voice gives the sound while it plays */
  constructor(model: Model, report: (text: string) => void, voice: () => Voice | undefined) {
    this.#model = model;
    this.#report = report;
    this.#voice = voice;
    this.#params = new ParamPanel(model);
    this.#teach = new TeachPanel(model, report);
    this.#record = button(FILE_TEXT.record, () => void this.#toggleRecording(), {
      title: FILE_TEXT.recordHint,
    });
    this.lessons = h(
      'div',
      {
        class: model.mode.ui.primaryInput === 'joystick' ? 'lessons full' : 'lessons',
        attributes: { part: 'teaching' },
      },
      this.#teach.element,
      advancedPanel(model, report),
    );
    this.parameters = h(
      'details',
      { class: 'full', attributes: { part: 'parameters' } },
      h('summary', { text: SOUND_TEXT.allParameters }),
      this.#params.element,
    );
    this.files = [
      this.#record,
      button(FILE_TEXT.save, () => this.#save(), { title: FILE_TEXT.saveHint }),
      button(FILE_TEXT.load, () => void this.#load(), { title: FILE_TEXT.loadHint }),
    ];
  }

  /** Shows a change of the model. */
  update(change: Change): void {
    if (change === 'examples' || change === 'network' || change === 'held') this.#teach.refresh();
    if (change === 'training') this.#teach.training();
    if (change === 'voice-space') this.#params.drawCurves();
    if (change !== 'training') this.#params.show(this.#model.params);
  }

  /** Shows the params that sound, unit values. */
  show(params: ArrayLike<number>): void {
    this.#params.show(params);
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
      download(`${this.#model.mode.modeId}.wav`, await recording.finish());
    } else if (voice !== undefined) {
      this.#recording = new Recording(voice);
      this.#record.textContent = FILE_TEXT.stopRecording;
    } else {
      this.#report(FILE_TEXT.playFirst);
    }
  }

  #save(): void {
    const file = new Uint8Array(this.#model.save());
    download(`${this.#model.mode.modeId}.taught`, new Blob([file]));
  }

  async #load(): Promise<void> {
    const file = await chooseFile('.taught');
    try {
      this.#model.load(new Uint8Array(await file.arrayBuffer()));
      this.#report(FILE_TEXT.loaded(file.name));
    } catch (error) {
      this.#report(`${file.name}: ${errorSentence(error)}`);
    }
  }
}
