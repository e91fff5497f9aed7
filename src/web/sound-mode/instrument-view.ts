/** One instrument on a page: its control, its sound, its teaching, and what keeps them together. */

import type { Mode } from '../../../build/ts/mode.ts';
import { spoken } from '../../spoken.ts';
import { button, h } from '../dom.ts';
import type { MidiMessage } from '../instrument/instrument.ts';
import { advancedPanel } from './advanced-panel.ts';
import { soundProblem, Voice } from './audio.ts';
import { Controls } from './controls.ts';
import { DevicePanel } from './device-panel.ts';
import { chooseFile, download } from './downloads.ts';
import { FeedPanel } from './feed-panel.ts';
import type { Report } from './messages.ts';
import { type Change, Model, movedByHand, sentenceFor } from './model.ts';
import { ParamPanel } from './param-panel.ts';
import { Scope } from './plots.ts';
import { Recording } from './recording.ts';
import { specOf } from './spec.ts';
import { TeachPanel } from './teach-panel.ts';

export interface ViewOptions {
  /** Whether microphone, MIDI and gamepads may be asked for: true on our own pages. */
  readonly devices: boolean;
  /** Where the player of this instrument is, for pages that have no devices. */
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
  readonly #says = h('p', { class: 'says', attributes: { role: 'status' } });
  readonly #power: HTMLButtonElement;
  readonly #record: HTMLButtonElement;
  readonly #byHand: readonly boolean[];
  #voice: Voice | undefined;
  #recording: Recording | undefined;
  #frame = 0;
  /** For whoever measures: blocks so far, and how late the audio thread ever was since this was set to 0. */
  readonly health = { blocks: 0, late_ms: 0 };

  static async create(mode: Mode, options: ViewOptions): Promise<InstrumentView> {
    return new InstrumentView(await Model.create(mode), options);
  }

  private constructor(model: Model, { devices, playerAddress }: ViewOptions) {
    const { mode } = model;
    this.model = model;
    this.#byHand = mode.channels.map(movedByHand);
    const play = (message: MidiMessage) => this.play(message);
    this.#controls = new Controls(model, play);
    this.#params = new ParamPanel(model);
    this.#teach = new TeachPanel(model, (sentence) => this.say(sentence));
    this.#feed = new FeedPanel(mode, devices, (sentence) => this.say(sentence));
    this.#devices = new DevicePanel(model, { devices, play, say: (text) => this.say(text) });
    this.#scope = mode.ui.showSynthVisualizer ? new Scope() : undefined;
    this.#power = button('Play', () => void this.#toggle(), {
      class: 'power',
      attributes: { 'aria-pressed': 'false' },
    });
    this.#record = button('Record', () => void this.#toggleRecording(), {
      title: 'Record what sounds to a WAV file',
    });
    this.element = this.#layOut(devices ? undefined : playerAddress);
    model.listen((change) => this.#hear(change));
    this.element.addEventListener('keydown', (event) => this.#type(event, true));
    this.element.addEventListener('keyup', (event) => this.#type(event, false));
    this.element.addEventListener('focusout', ({ relatedTarget }) => {
      const inside = relatedTarget instanceof Node && this.element.contains(relatedTarget);
      if (!inside) this.#controls.release();
    });
  }

  get playing(): boolean {
    return this.#voice !== undefined;
  }

  /** The analyser of the sound, while it plays. */
  get analyser(): AnalyserNode | undefined {
    return this.#voice?.analyser;
  }

  /** Starts the sound; call from a gesture of the player. */
  async start(): Promise<void> {
    if (this.#voice !== undefined) return;
    const problem = soundProblem();
    if (problem !== undefined) return this.say(problem);
    this.#power.disabled = true;
    try {
      const { model } = this;
      const voice = await Voice.start(specOf(model.mode), model.orders(), (report) =>
        this.#follow(report),
      );
      this.#voice = voice;
      model.sound = (order) => voice.order(order);
      await this.#feed.connect(voice);
      this.#devices.start();
      this.#draw();
    } catch (error) {
      this.say(`The sound did not start: ${sentenceFor(error)}`);
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

  /** Takes a MIDI message to the sound. */
  play(message: MidiMessage): void {
    this.#voice?.order({ do: 'midi', message });
  }

  /** Tells the player a sentence. */
  say(sentence: string): void {
    this.#says.textContent = sentence;
  }

  destroy(): void {
    void this.stop();
    this.#devices.close();
    this.model.destroy();
  }

  #layOut(playerAddress: string | undefined): HTMLElement {
    const { mode } = this.model;
    const title = h('h2', { text: spoken(mode.modeId) });
    const selector = mode.ui.showVoiceSpaceSelector ? this.#voiceSpaces() : undefined;
    const sound = h(
      'details',
      { class: 'full' },
      h('summary', { text: 'The sound by hand' }),
      this.#params.element,
    );
    const player =
      playerAddress === undefined
        ? undefined
        : h('a', { text: 'Open in the player', attributes: { href: playerAddress } });
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
        advancedPanel(this.model, (sentence) => this.say(sentence)),
      ),
    );
    if (this.#scope !== undefined) body.append(h('div', { class: 'full' }, this.#scope.element));
    body.append(sound);
    return h(
      'section',
      { class: 'instrument', attributes: { 'aria-label': spoken(mode.modeId) } },
      h('header', {}, title, selector, this.#power),
      body,
      h(
        'div',
        { class: 'row' },
        this.#record,
        button('Save to a file', () => this.#save(), { title: 'Keep what was taught as a file' }),
        button('Load a file', () => void this.#load(), { title: 'Take up a taught file' }),
        player,
      ),
      this.#says,
    );
  }

  #voiceSpaces(): HTMLElement | undefined {
    const { voiceSpaces } = this.model.mode;
    if (voiceSpaces.length < 2) return undefined;
    const select = h(
      'select',
      { attributes: { 'aria-label': 'Voice space' } },
      ...voiceSpaces.map(({ name }, ordinal) =>
        h('option', { text: name, attributes: { value: ordinal } }),
      ),
    );
    select.addEventListener('change', () => this.model.setVoiceSpace(select.selectedIndex));
    return select;
  }

  #hear(change: Change): void {
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
        this.#params.bend();
        break;
      case 'held':
        this.#teach.refresh();
    }
    if (change !== 'training') this.#params.show(this.model.params);
  }

  #follow(report: Report): void {
    this.health.blocks = report.blocks;
    this.health.late_ms = Math.max(this.health.late_ms, report.late_ms);
    if (report.refused !== undefined) this.say(`The instrument refused: ${report.refused}.`);
    this.model.followInputs(report.inputs, (index) => this.#byHand[index] ?? true);
    this.#params.show(report.params);
    this.#devices.sent(report.events);
  }

  /** While it plays: gamepads are read, and the scope draws. */
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
    this.#power.textContent = this.playing ? 'Pause' : 'Play';
    this.#power.setAttribute('aria-pressed', String(this.playing));
  }

  async #toggleRecording(): Promise<void> {
    const recording = this.#recording;
    if (recording !== undefined) {
      this.#recording = undefined;
      this.#record.textContent = 'Record';
      download(`${this.model.mode.modeId}.wav`, await recording.finish());
    } else if (this.#voice !== undefined) {
      this.#recording = new Recording(this.#voice);
      this.#record.textContent = 'End recording';
    } else {
      this.say('Press Play first; then what sounds can be recorded.');
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
      this.say(`${file.name} is loaded.`);
    } catch (error) {
      this.say(`${file.name}: ${sentenceFor(error)}`);
    }
  }

  #type(event: KeyboardEvent, down: boolean): void {
    const target = event.composedPath()[0];
    const writing = target instanceof HTMLInputElement && target.type !== 'range';
    if (!writing && this.#controls.typed(event, down)) event.preventDefault();
  }
}
