/** The sound source of an instrument that processes sound: a loop, an audio file (chosen or dropped) or the microphone. */
import type { Mode } from '../../../build/ts/mode.ts';
import { button, h } from '../dom.ts';
import type { Voice } from './audio.ts';
import { chooseFile } from './downloads.ts';
import { processesSound } from './engines.ts';
import { microphone, microphoneProblem } from './microphone.ts';
import { fileLoop, pluckedLoop, type SoundSource } from './sources.ts';
import { SOUND_MODE_TEXT } from './text.ts';

const TEXT = SOUND_MODE_TEXT.input;

type Source = 'loop' | 'microphone' | File;

export interface FeedOptions {
  /** Whether the page has access to the microphone. */
  readonly devices: boolean;
  /** Shows a sentence below the instrument. */
  readonly report: (text: string) => void;
  /** Shows one until it plays. */
  readonly askForPlay: (text: string) => void;
}

export class FeedPanel {
  readonly element = h('div', { class: 'feed' });
  readonly #options: FeedOptions;
  readonly #file = button(TEXT.file, () => void this.#chooseFile(), {
    class: 'quiet',
    title: TEXT.fileHint,
  });
  readonly #buttons = new Map<Source | 'file', HTMLButtonElement>([['file', this.#file]]);
  readonly #meter = h('meter', {
    class: 'meter',
    attributes: { 'aria-label': TEXT.level, max: 1 },
  });
  #voice: Voice | undefined;
  #wanted: Source | undefined;
  /** What it hears. */
  #source: SoundSource | undefined;
  /** Sources chosen so far, and ends: access to a microphone may come when it is no longer wanted. */
  #choices = 0;
  #timer = 0;

  constructor(mode: Mode, options: FeedOptions) {
    this.#options = options;
    const { devices } = options;
    const effect = processesSound(mode.engineId);
    if (!effect && !mode.microphone) return;
    this.#wanted = devices && mode.microphone ? 'microphone' : 'loop';
    const choice = (source: Source, label: string) => {
      const one = button(label, () => void this.#press(source), { class: 'quiet' });
      this.#buttons.set(source, one);
      return one;
    };
    this.element.append(
      h(
        'div',
        { class: 'row', attributes: { role: 'group', 'aria-label': TEXT.source } },
        choice('loop', TEXT.loop),
        this.#file,
        devices ? choice('microphone', TEXT.microphone) : undefined,
      ),
      this.#meter,
    );
    if (devices) this.element.append(h('p', { class: 'hint', text: TEXT.headphones }));
    this.#show();
  }

  /** Takes audio files that are dropped anywhere on an instrument. */
  acceptDrops(instrument: HTMLElement): void {
    if (this.#wanted === undefined) return;
    const isOver = (over: boolean) => instrument.classList.toggle('dropping', over);
    instrument.addEventListener('dragover', (event) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      isOver(true);
    });
    instrument.addEventListener('dragleave', () => isOver(false));
    instrument.addEventListener('drop', (event) => {
      isOver(false);
      const file = event.dataTransfer?.files[0];
      if (file === undefined) return;
      event.preventDefault();
      void this.#press(file);
    });
  }

  /** Connects the chosen source to a voice that has started. */
  async connect(voice: Voice): Promise<void> {
    this.#voice = voice;
    this.#show();
    if (this.#wanted !== undefined) await this.#choose(this.#wanted);
  }

  disconnect(): void {
    this.#choices += 1;
    this.#end();
    this.#voice = undefined;
    this.#show();
  }

  async #chooseFile(): Promise<void> {
    await this.#press(await chooseFile('audio/*'));
  }

  /** The person chooses, which answers what was said before. */
  async #press(source: Source): Promise<void> {
    this.#options.report('');
    await this.#choose(source);
  }

  /** A source that cannot be opened changes nothing; before the sound has started, it is opened when it starts. */
  async #choose(source: Source): Promise<void> {
    this.#choices += 1;
    const choice = this.#choices;
    const voice = this.#voice;
    if (voice === undefined) {
      this.#wanted = source;
      this.#show();
      return this.#options.askForPlay(TEXT.playFirst);
    }
    try {
      const opened = await open(source, voice.context);
      if (choice !== this.#choices) return opened.end();
      this.#end();
      this.#wanted = source;
      this.#source = opened;
      voice.feed(opened.node);
      this.#measure(opened.node, voice.context);
      this.#show();
    } catch (error) {
      if (choice !== this.#choices) return;
      const isMicrophone = source === 'microphone';
      this.#options.report(isMicrophone ? microphoneProblem(error) : TEXT.fileUnreadable);
      if (source instanceof File && this.#source === undefined) await this.#choose('loop');
    }
  }

  /** Shows which source is on; before it plays, which one Play turns on. */
  #show(): void {
    const isOn = this.#voice === undefined || this.#source !== undefined;
    const on = this.#wanted instanceof File ? 'file' : this.#wanted;
    for (const [source, one] of this.#buttons) {
      one.setAttribute('aria-pressed', String(isOn && source === on));
    }
    const { file, fileNamed } = TEXT;
    this.#file.textContent = this.#wanted instanceof File ? fileNamed(this.#wanted.name) : file;
  }

  #end(): void {
    clearInterval(this.#timer);
    this.#meter.value = 0;
    this.#voice?.feed(undefined);
    this.#source?.end();
    this.#source = undefined;
  }

  /** Shows the peak level fifteen times a second. */
  #measure(node: AudioNode, context: BaseAudioContext): void {
    const analyser = new AnalyserNode(context, { fftSize: 4096 });
    const samples = new Float32Array(analyser.fftSize);
    node.connect(analyser);
    this.#timer = window.setInterval(() => {
      analyser.getFloatTimeDomainData(samples);
      this.#meter.value = samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
    }, 66);
  }
}

async function open(source: Source, context: BaseAudioContext): Promise<SoundSource> {
  if (source === 'microphone') return microphone(context);
  return source === 'loop' ? pluckedLoop(context) : fileLoop(context, source);
}
