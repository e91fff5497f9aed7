/** The sound source of an instrument that processes sound: a loop, an audio file or the microphone. */
import type { Mode } from '../../../build/ts/mode.ts';
import { button, h } from '../dom.ts';
import type { Voice } from './audio.ts';
import { chooseFile } from './downloads.ts';
import { processesSound } from './engines.ts';
import { fileLoop, microphone, pluckedLoop, stopMicrophone } from './sources.ts';
import { SOUND_MODE_TEXT } from './text.ts';

const TEXT = SOUND_MODE_TEXT.input;

type Source = 'loop' | 'file' | 'microphone';

export class FeedPanel {
  readonly element = h('div', { class: 'feed' });
  readonly #report: (text: string) => void;
  readonly #meter = h('meter', {
    class: 'meter',
    attributes: { 'aria-label': TEXT.level, max: 1 },
  });
  #voice: Voice | undefined;
  #wanted: Source | undefined;
  #node: AudioNode | undefined;
  #timer = 0;

  constructor(mode: Mode, devices: boolean, report: (text: string) => void) {
    this.#report = report;
    const effect = processesSound(mode.engineId);
    if (!effect && !mode.microphone) return;
    this.#wanted = devices && mode.microphone ? 'microphone' : 'loop';
    const choice = (source: Source, label: string) =>
      button(label, () => void this.#choose(source), { class: 'quiet' });
    this.element.append(
      h(
        'div',
        { class: 'row', attributes: { role: 'group', 'aria-label': TEXT.source } },
        choice('loop', TEXT.loop),
        choice('file', TEXT.file),
        devices ? choice('microphone', TEXT.microphone) : undefined,
      ),
      this.#meter,
    );
    if (devices) this.element.append(h('p', { class: 'hint', text: TEXT.headphones }));
  }

  /** Connects the chosen source to a voice that has started. */
  async connect(voice: Voice): Promise<void> {
    this.#voice = voice;
    if (this.#wanted !== undefined) await this.#choose(this.#wanted);
  }

  disconnect(): void {
    this.#end();
    this.#voice = undefined;
  }

  async #choose(source: Source): Promise<void> {
    const voice = this.#voice;
    this.#wanted = source === 'file' ? 'loop' : source;
    if (voice === undefined) return this.#report(TEXT.playFirst);
    try {
      const node = await open(source, voice.context);
      this.#end();
      this.#node = node;
      if (node instanceof AudioBufferSourceNode) node.start();
      voice.feed(node);
      this.#measure(node, voice.context);
    } catch {
      this.#report(source === 'microphone' ? TEXT.microphoneDenied : TEXT.fileUnreadable);
    }
  }

  #end(): void {
    clearInterval(this.#timer);
    this.#meter.value = 0;
    this.#voice?.feed(undefined);
    if (this.#node instanceof MediaStreamAudioSourceNode) stopMicrophone(this.#node);
    if (this.#node instanceof AudioBufferSourceNode) this.#node.stop();
    this.#node = undefined;
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

async function open(source: Source, context: BaseAudioContext): Promise<AudioNode> {
  if (source === 'microphone') return microphone(context);
  if (source === 'file') return fileLoop(context, await chooseFile('audio/*'));
  return pluckedLoop(context);
}
