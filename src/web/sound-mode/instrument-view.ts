/** One instrument on a page: its sound, and as many controls as the page shows. */

import { UNIT_ONE } from '../../../build/ts/contract.ts';
import type { Mode } from '../../../build/ts/mode.ts';
import { humanize } from '../../shared/humanize.ts';
import type { AudioReport } from '../../shared/instrument/audio-messages.ts';
import { percent } from '../../shared/instrument/values.ts';
import type { MidiMessage } from '../../shared/instrument/wasm-instrument.ts';
import { button, h, setAttributes } from '../dom.ts';
import type { LinkReport } from '../link-report.ts';
import type { Voice } from './audio.ts';
import { Authoring } from './authoring.ts';
import { ComputerKeyboard } from './computer-keyboard.ts';
import type { ControlLevel } from './control-level.ts';
import { Controls } from './controls.ts';
import { DevicePanel } from './device-panel.ts';
import { FeedPanel } from './feed-panel.ts';
import type { Gesture } from './gesture-loop.ts';
import type { Change } from './learned.ts';
import { MessageLine } from './message-line.ts';
import { errorSentence, isManual, Model } from './model.ts';
import { PlayingSound } from './playing-sound.ts';
import { Scope } from './plots.ts';
import { PresetMenu } from './preset-menu.ts';
import type { RemoteSound } from './remote-sound.ts';
import { SilentPanel } from './silent-panel.ts';
import { SOUND_MODE_TEXT } from './text.ts';
import { voiceSpaceMenu } from './voice-space-menu.ts';
import { clampVolume, storeVolume } from './volume.ts';

const { sound: SOUND_TEXT } = SOUND_MODE_TEXT;

/** What happened to an instrument that its page may want to know. */
export type ViewEvent = 'play' | 'pause' | 'volumechange' | 'problem';

export interface ViewOptions {
  readonly controls: ControlLevel;
  /** Whether the page has access to microphone, MIDI and gamepads, and all its keys are for the instrument: in the player. */
  readonly devices: boolean;
  /** Address of the player of this instrument, for pages without devices. */
  readonly playerAddress?: string | undefined;
  /** Whether it is silent while the page is hidden; by default it plays on. */
  readonly pausesHidden?: () => boolean;
  /** Opens or closes teaching tools elsewhere; offered where a page has them. */
  readonly teach?: (() => void) | undefined;
  /** Called when something happened; with a sentence for a problem. */
  readonly tell?: (event: ViewEvent, sentence?: string) => void;
}

export class InstrumentView {
  readonly element: HTMLElement;
  readonly model: Model;
  readonly #tell: (event: ViewEvent, sentence?: string) => void;
  readonly #controls: Controls | undefined;
  readonly #keyboard: ComputerKeyboard | undefined;
  readonly #authoring: Authoring | undefined;
  readonly #feed: FeedPanel;
  readonly #devices: DevicePanel;
  readonly #silent: SilentPanel;
  readonly #scope: Scope | undefined;
  readonly #message = new MessageLine();
  readonly #power: HTMLButtonElement;
  readonly #slider: HTMLInputElement;
  /** Undefined where nothing is shown. */
  readonly presets: PresetMenu | undefined;
  readonly #manual: readonly boolean[];
  /** Where there are teaching tools elsewhere: their button. */
  readonly #tools: HTMLButtonElement | undefined;
  #remote: RemoteSound | undefined;
  /** Whether this page shows what the instrument is played with. */
  readonly shown: boolean;
  readonly #sound: PlayingSound;
  #frame = 0;
  /** For measurements: blocks rendered, and how late the audio thread was at most since this was set to 0. */
  readonly health = { blocks: 0, late_ms: 0 };

  static async create(mode: Mode, options: ViewOptions): Promise<InstrumentView> {
    return new InstrumentView(await Model.create(mode), options);
  }

  private constructor(model: Model, options: ViewOptions) {
    const { controls, devices, playerAddress, tell = () => undefined } = options;
    const { mode } = model;
    this.model = model;
    this.#tell = tell;
    this.#manual = mode.channels.map(isManual);
    this.#sound = new PlayingSound(model, {
      heard: (report) => this.#follow(report),
      started: (voice) => this.#started(voice),
      silenced: () => this.#silenced(),
      pausesHidden: options.pausesHidden,
    });
    const play = (message: MidiMessage) => this.play(message);
    const { report, askForPlay } = this.#message;
    if (controls !== 'none') this.#controls = new Controls(model, play);
    if (controls === 'teach') {
      this.#authoring = new Authoring(model, {
        report,
        askForPlay,
        voice: () => this.#sound.voice,
        replay: (gesture) => this.#replay(gesture),
        restart: () => void this.#restart(),
      });
    }
    this.#feed = new FeedPanel(mode, { devices, report, askForPlay });
    this.#devices = new DevicePanel(model, { devices, play, report });
    this.#silent = new SilentPanel(mode);
    if (controls !== 'none' && mode.ui.showSynthVisualizer) this.#scope = new Scope();
    this.#power = button(SOUND_TEXT.play, () => void this.#toggle(), {
      class: 'power',
      attributes: { 'aria-pressed': 'false', part: 'play' },
    });
    if (controls !== 'none') this.presets = new PresetMenu(model);
    this.shown = controls !== 'none';
    if (options.teach !== undefined) {
      this.#tools = button(SOUND_TEXT.teach, options.teach, {
        title: SOUND_TEXT.teachHint,
        attributes: { 'aria-pressed': 'false', part: 'teach' },
      });
    }
    this.#slider = this.#volumeSlider();
    this.#showVolume();
    this.element =
      controls === 'none' ? h('div') : this.#layOut(devices ? undefined : playerAddress);
    this.#feed.acceptDrops(this.element);
    model.listen((change) => this.#update(change));
    if (this.#controls !== undefined) {
      this.#keyboard = new ComputerKeyboard(this.element, this.#controls, this, devices);
    }
  }

  get playing(): boolean {
    return this.#remote?.playing ?? this.#sound.playing;
  }

  /** Whether teaching tools elsewhere control this instrument; they have its presets and voice spaces. */
  set linked(linked: boolean) {
    this.element.classList.toggle('linked', linked);
    this.#tools?.setAttribute('aria-pressed', String(linked));
  }

  /** An instrument in another frame sounds in place of this one from now on; undefined ends that. */
  async playThrough(remote: RemoteSound | undefined): Promise<void> {
    if (remote === this.#remote) return;
    this.#remote = undefined;
    const stopped = this.stop();
    this.#remote = remote;
    this.model.sound = remote && ((command) => remote.tell(command));
    this.element.classList.toggle('remote', remote !== undefined);
    this.element.classList.remove('elsewhere');
    if (remote !== undefined && this.model.mode.microphone) this.report(SOUND_TEXT.noMicrophone);
    this.#showPower();
    await stopped;
  }

  /** Follows the instrument that sounds in place of this one. */
  followRemote(report: LinkReport): void {
    const played = this.playing;
    this.#remote?.follow(report, this.model);
    this.element.classList.toggle('elsewhere', report.shown);
    this.#showPower();
    if (played || !this.playing) return;
    this.#devices.start();
    this.#draw();
  }

  /** The analyser of the sound while it plays, before its volume. */
  get analyser(): AnalyserNode | undefined {
    return this.#sound.voice?.analyser;
  }

  /** From 0 to 1. */
  get volume(): number {
    return this.#sound.volume;
  }

  set volume(volume: number) {
    const wanted = clampVolume(volume);
    if (wanted === this.volume) return;
    this.#sound.volume = wanted;
    this.#showVolume();
    this.#tell('volumechange');
  }

  /** Starts the sound; must be called from a user gesture. */
  async start(): Promise<void> {
    if (this.#remote !== undefined) return this.#remote.tell({ do: 'play' });
    const started = this.#sound.start();
    this.#showPower();
    try {
      await started;
    } catch (error) {
      const sentence = SOUND_TEXT.failed(errorSentence(error));
      this.#message.askForPlay(sentence);
      this.#tell('problem', sentence);
    }
    this.#showPower();
  }

  #started(voice: Voice): void {
    this.#message.plays();
    void this.#feed.connect(voice);
    this.#devices.start();
    this.#silent.start(voice);
    this.#draw();
    this.#tell('play');
  }

  /** The system silences it, or lets it sound again. */
  #silenced(): void {
    this.#showPower();
    this.#draw();
    this.#tell(this.playing ? 'play' : 'pause');
  }

  async stop(): Promise<void> {
    if (this.#remote !== undefined) return this.#remote.tell({ do: 'pause' });
    const { voice } = this.#sound;
    const stopped = this.#sound.stop(this.#authoring?.endRecording());
    this.#showPower();
    if (voice !== undefined) this.#stopped();
    await stopped;
  }

  #stopped(): void {
    cancelAnimationFrame(this.#frame);
    this.#authoring?.showLatency(undefined);
    this.#feed.disconnect();
    this.#silent.stop();
    this.#devices.stop();
    this.#tell('pause');
  }

  async #restart(): Promise<void> {
    if (!this.playing) return;
    await this.stop();
    await this.start();
  }

  /** Sends a MIDI message to the sound; while that starts, as soon as it has. */
  play(message: MidiMessage): void {
    this.#authoring?.played(message);
    this.#send(message);
  }

  #send(message: MidiMessage): void {
    this.#remote?.tell({ do: 'midi', message });
    this.#sound.send(message);
  }

  #replay(gesture: Gesture): void {
    if ('message' in gesture) this.#send(gesture.message);
    else this.model.setInput(gesture.index, gesture.unit);
    this.#devices.replayed(gesture);
  }

  /** Shows a message over the end of the instrument that is in sight. */
  report(text: string): void {
    this.#message.report(text);
  }

  destroy(): void {
    this.#remote = undefined;
    void this.stop();
    this.#authoring?.close();
    this.#devices.close();
    this.#keyboard?.close();
    this.model.destroy();
  }

  #fail(sentence: string): void {
    this.report(sentence);
    this.#tell('problem', sentence);
  }

  #layOut(playerAddress: string | undefined): HTMLElement {
    const name = humanize(this.model.mode.modeId);
    const player =
      playerAddress === undefined
        ? undefined
        : h('a', { text: SOUND_TEXT.openPlayer, attributes: { href: playerAddress } });
    const row = [...(this.#authoring?.files ?? []), player].filter((one) => one !== undefined);
    return h(
      'section',
      { class: 'instrument', attributes: { 'aria-label': name, part: 'instrument' } },
      h(
        'header',
        { attributes: { part: 'header' } },
        h('h2', { text: name, attributes: { part: 'name' } }),
        this.#power,
        this.#tools,
        this.presets?.element,
        voiceSpaceMenu(this.model),
        h(
          'label',
          { class: 'volume', attributes: { part: 'volume' } },
          h('span', { text: SOUND_TEXT.volume }),
          this.#slider,
        ),
      ),
      this.#body(),
      row.length === 0 ? undefined : h('div', { class: 'row' }, ...row),
      h('div', { class: 'messages' }, this.#message.element),
    );
  }

  #body(): HTMLElement {
    const authoring = this.#authoring;
    const input = this.model.mode.ui.primaryInput;
    const scope = this.#scope && h('div', { attributes: { part: 'scope' } }, this.#scope.element);
    // A single pad leaves room beside it.
    const narrow = authoring === undefined ? input === 'xy_pad' && scope : input !== 'joystick';
    scope?.classList.add(authoring === undefined && narrow ? 'beside' : 'full');
    const side = h(
      'div',
      { class: narrow ? 'side' : 'side full', attributes: { part: 'inputs' } },
      this.#feed.element,
      this.#controls?.element,
      narrow ? undefined : authoring?.takes,
      this.#controls?.keys,
      this.#silent.element,
      this.#devices.element,
    );
    return h('div', { class: 'body' }, side, authoring?.lessons, scope, authoring?.parameters);
  }

  #volumeSlider(): HTMLInputElement {
    const slider = h('input', { attributes: { type: 'range', min: 0, max: 1, step: 0.01 } });
    slider.addEventListener('input', () => {
      this.volume = Number(slider.value);
      storeVolume(this.volume);
    });
    return slider;
  }

  #showVolume(): void {
    this.#slider.value = String(this.volume);
    this.#slider.setAttribute('aria-valuetext', percent(this.volume * UNIT_ONE));
  }

  #update(change: Change): void {
    if (change === 'inputs') this.#controls?.moved();
    if (change === 'examples') this.#controls?.taught();
    if (change === 'network') this.#controls?.learned();
    if (change === 'held' || change === 'network') this.#controls?.explored();
    this.#authoring?.update(change);
  }

  #follow(report: AudioReport): void {
    this.health.blocks = report.blocks;
    this.health.late_ms = Math.max(this.health.late_ms, report.late_ms);
    if (report.refused !== undefined) this.#fail(SOUND_MODE_TEXT.error(report.refused));
    this.model.followInputs(report.inputs, (index) => this.#manual[index] ?? true);
    this.model.hear(report);
    this.#authoring?.show(report.params);
    this.#authoring?.showLatency(this.#sound.voice?.latency_ms);
    this.#devices.sent(report.events);
    this.#silent.follow(report);
  }

  /** While it plays, reads gamepads and draws the scope every frame. */
  #draw(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => {
      if (!this.playing) return;
      this.#devices.poll();
      const { voice } = this.#sound;
      if (voice !== undefined) this.#scope?.draw(voice.analyser);
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
    // Not disabled, or it would lose the focus, and with it the keys that play.
    setAttributes(this.#power, { 'aria-busy': this.#sound.starting && 'true' });
  }
}
