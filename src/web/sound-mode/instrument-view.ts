/** One instrument on a page: controls, sound, teaching, files. */

import type { Mode } from '../../../build/ts/mode.ts';
import { humanize } from '../../shared/humanize.ts';
import type { AudioReport } from '../../shared/instrument/audio-messages.ts';
import { modeSpec } from '../../shared/instrument/mode-spec.ts';
import type { MidiMessage } from '../../shared/instrument/wasm-instrument.ts';
import { button, h } from '../dom.ts';
import { advancedPanel } from './advanced-panel.ts';
import { soundProblem, Voice } from './audio.ts';
import { Controls } from './controls.ts';
import { DevicePanel } from './device-panel.ts';
import { chooseFile, download } from './downloads.ts';
import { FeedPanel } from './feed-panel.ts';
import { type Change, errorSentence, isManual, Model } from './model.ts';
import { ParamPanel } from './param-panel.ts';
import { Scope } from './plots.ts';
import { Recording } from './recording.ts';
import { TeachPanel } from './teach-panel.ts';
import { SOUND_MODE_TEXT } from './text.ts';

const { sound: SOUND_TEXT, file: FILE_TEXT } = SOUND_MODE_TEXT;

export interface ViewOptions {
  /** Whether the page has access to microphone, MIDI and gamepads: true on platform pages. */
  readonly devices: boolean;
  /** Address of the player of this instrument, for pages without devices. */
  readonly playerAddress?: string | undefined;
}

export class InstrumentView {
  readonly element: HTMLElement;
  readonly model: Model;
  readonly #controls: Controls;
  readonly #params: ParamPanel;
  readonly #teach: TeachPanel;
  readonly #feed: FeedPanel;
  readonly #devices: DevicePanel;
  readonly #scope: Scope | undefined;
  readonly #message = h('p', { class: 'message', attributes: { role: 'status' } });
  readonly #power: HTMLButtonElement;
  readonly #record: HTMLButtonElement;
  readonly #manual: readonly boolean[];
  #voice: Voice | undefined;
  #recording: Recording | undefined;
  #frame = 0;
  /** For measurements: blocks rendered, and how late the audio thread was at most since this was set to 0. */
  readonly health = { blocks: 0, late_ms: 0 };

  static async create(mode: Mode, options: ViewOptions): Promise<InstrumentView> {
    return new InstrumentView(await Model.create(mode), options);
  }

  private constructor(model: Model, { devices, playerAddress }: ViewOptions) {
    const { mode } = model;
    this.model = model;
    this.#manual = mode.channels.map(isManual);
    const play = (message: MidiMessage) => this.play(message);
    const report = (text: string) => this.report(text);
    this.#controls = new Controls(model, play);
    this.#params = new ParamPanel(model);
    this.#teach = new TeachPanel(model, report);
    this.#feed = new FeedPanel(mode, devices, report);
    this.#devices = new DevicePanel(model, { devices, play, report });
    this.#scope = mode.ui.showSynthVisualizer ? new Scope() : undefined;
    this.#power = button(SOUND_TEXT.play, () => void this.#toggle(), {
      class: 'power',
      attributes: { 'aria-pressed': 'false' },
    });
    this.#record = button(FILE_TEXT.record, () => void this.#toggleRecording(), {
      title: FILE_TEXT.recordHint,
    });
    this.element = this.#layOut(devices ? undefined : playerAddress);
    model.listen((change) => this.#update(change));
    this.element.addEventListener('keydown', (event) => this.#key(event, true));
    this.element.addEventListener('keyup', (event) => this.#key(event, false));
    this.element.addEventListener('focusout', ({ relatedTarget }) => {
      const inside = relatedTarget instanceof Node && this.element.contains(relatedTarget);
      if (!inside) this.#controls.release();
    });
  }

  get playing(): boolean {
    return this.#voice !== undefined;
  }

  /** The analyser of the sound while it plays. */
  get analyser(): AnalyserNode | undefined {
    return this.#voice?.analyser;
  }

  /** Starts the sound; must be called from a user gesture. */
  async start(): Promise<void> {
    if (this.#voice !== undefined) return;
    const problem = soundProblem();
    if (problem !== undefined) return this.report(problem);
    this.#power.disabled = true;
    try {
      const { model } = this;
      const voice = await Voice.start(modeSpec(model.mode), model.startCommands(), (report) =>
        this.#follow(report),
      );
      this.#voice = voice;
      model.sound = (command) => voice.send(command);
      await this.#feed.connect(voice);
      this.#devices.start();
      this.#draw();
    } catch (error) {
      this.report(SOUND_TEXT.failed(errorSentence(error)));
    } finally {
      this.#power.disabled = false;
      this.#showPower();
    }
  }

  async stop(): Promise<void> {
    const voice = this.#voice;
    if (voice === undefined) return;
    if (this.#recording !== undefined) await this.#toggleRecording();
    this.#voice = undefined;
    this.model.sound = undefined;
    cancelAnimationFrame(this.#frame);
    this.#showPower();
    this.#feed.disconnect();
    await voice.stop();
  }

  /** Sends a MIDI message to the sound. */
  play(message: MidiMessage): void {
    this.#voice?.send({ do: 'midi', message });
  }

  /** Shows a message below the instrument. */
  report(text: string): void {
    this.#message.textContent = text;
  }

  destroy(): void {
    void this.stop();
    this.#devices.close();
    this.model.destroy();
  }

  #layOut(playerAddress: string | undefined): HTMLElement {
    const { mode } = this.model;
    const title = h('h2', { text: humanize(mode.modeId) });
    const selector = mode.ui.showVoiceSpaceSelector ? this.#voiceSpaces() : undefined;
    const sound = h(
      'details',
      { class: 'full' },
      h('summary', { text: SOUND_TEXT.allParameters }),
      this.#params.element,
    );
    const player =
      playerAddress === undefined
        ? undefined
        : h('a', { text: SOUND_TEXT.openPlayer, attributes: { href: playerAddress } });
    const body = h(
      'div',
      { class: 'body' },
      h(
        'div',
        { class: mode.ui.primaryInput === 'joystick' ? 'side full' : 'side' },
        this.#feed.element,
        this.#controls.element,
        this.#devices.element,
      ),
      h(
        'div',
        { class: mode.ui.primaryInput === 'joystick' ? 'lessons full' : 'lessons' },
        this.#teach.element,
        advancedPanel(this.model, (text) => this.report(text)),
      ),
    );
    if (this.#scope !== undefined) body.append(h('div', { class: 'full' }, this.#scope.element));
    body.append(sound);
    return h(
      'section',
      { class: 'instrument', attributes: { 'aria-label': humanize(mode.modeId) } },
      h('header', {}, title, selector, this.#power),
      body,
      h(
        'div',
        { class: 'row' },
        this.#record,
        button(FILE_TEXT.save, () => this.#save(), { title: FILE_TEXT.saveHint }),
        button(FILE_TEXT.load, () => void this.#load(), { title: FILE_TEXT.loadHint }),
        player,
      ),
      this.#message,
    );
  }

  #voiceSpaces(): HTMLElement | undefined {
    const { voiceSpaces } = this.model.mode;
    if (voiceSpaces.length < 2) return undefined;
    const select = h(
      'select',
      { attributes: { 'aria-label': SOUND_TEXT.voiceSpace } },
      ...voiceSpaces.map(({ name }, ordinal) =>
        h('option', { text: name, attributes: { value: ordinal } }),
      ),
    );
    select.addEventListener('change', () => this.model.setVoiceSpace(select.selectedIndex));
    this.model.listen((change) => {
      if (change === 'voice-space') select.selectedIndex = this.model.voiceSpace;
    });
    return select;
  }

  #update(change: Change): void {
    switch (change) {
      case 'inputs':
        this.#controls.moved();
        break;
      case 'examples':
        this.#controls.taught();
        this.#teach.refresh();
        break;
      case 'network':
        this.#controls.learned();
        this.#teach.refresh();
        break;
      case 'training':
        this.#teach.training();
        break;
      case 'voice-space':
        this.#params.drawCurves();
        break;
      case 'held':
        this.#teach.refresh();
    }
    if (change !== 'training') this.#params.show(this.model.params);
  }

  #follow(report: AudioReport): void {
    this.health.blocks = report.blocks;
    this.health.late_ms = Math.max(this.health.late_ms, report.late_ms);
    if (report.refused !== undefined) this.report(SOUND_MODE_TEXT.error(report.refused));
    this.model.followInputs(report.inputs, (index) => this.#manual[index] ?? true);
    this.#params.show(report.params);
    this.#devices.sent(report.events);
  }

  /** While it plays, reads gamepads and draws the scope every frame. */
  #draw(): void {
    this.#frame = requestAnimationFrame(() => {
      if (this.#voice === undefined) return;
      this.#devices.poll();
      this.#scope?.draw(this.#voice.analyser);
      this.#draw();
    });
  }

  async #toggle(): Promise<void> {
    if (this.playing) await this.stop();
    else await this.start();
  }

  #showPower(): void {
    this.#power.textContent = this.playing ? SOUND_TEXT.pause : SOUND_TEXT.play;
    this.#power.setAttribute('aria-pressed', String(this.playing));
  }

  async #toggleRecording(): Promise<void> {
    const recording = this.#recording;
    if (recording !== undefined) {
      this.#recording = undefined;
      this.#record.textContent = FILE_TEXT.record;
      download(`${this.model.mode.modeId}.wav`, await recording.finish());
    } else if (this.#voice !== undefined) {
      this.#recording = new Recording(this.#voice);
      this.#record.textContent = FILE_TEXT.stopRecording;
    } else {
      this.report(FILE_TEXT.playFirst);
    }
  }

  #save(): void {
    const file = new Uint8Array(this.model.save());
    download(`${this.model.mode.modeId}.taught`, new Blob([file]));
  }

  async #load(): Promise<void> {
    const file = await chooseFile('.taught');
    try {
      this.model.load(new Uint8Array(await file.arrayBuffer()));
      this.report(FILE_TEXT.loaded(file.name));
    } catch (error) {
      this.report(`${file.name}: ${errorSentence(error)}`);
    }
  }

  #key(event: KeyboardEvent, down: boolean): void {
    const target = event.composedPath()[0];
    const writing = target instanceof HTMLInputElement && target.type !== 'range';
    if (!writing && this.#controls.typed(event, down)) event.preventDefault();
  }
}
