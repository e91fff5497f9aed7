/** Chooses what an instrument that processes sound hears: a loop, a file, the microphone with its level. */
import type { Mode } from '../../../build/ts/mode.ts';
import { button, h } from '../dom.ts';
import type { Voice } from './audio.ts';
import { chooseFile } from './downloads.ts';
import { processesSound } from './engines.ts';
import { fileLoop, microphone, pluckedLoop, stopMicrophone } from './sources.ts';

type Source = 'loop' | 'file' | 'microphone';

export class FeedPanel {
  readonly element = h('div', { class: 'feed' });
  readonly #say: (sentence: string) => void;
  readonly #meter = h('meter', { class: 'meter', attributes: { 'aria-label': 'Level', max: 1 } });
  #voice: Voice | undefined;
  #wanted: Source | undefined;
  #node: AudioNode | undefined;
  #timer = 0;

  constructor(mode: Mode, devices: boolean, say: (sentence: string) => void) {
    this.#say = say;
    const effect = processesSound(mode.engineId);
    if (!effect && !mode.microphone) return;
    this.#wanted = devices && mode.microphone ? 'microphone' : 'loop';
    const choice = (source: Source, label: string) =>
      button(label, () => void this.#choose(source), { class: 'quiet' });
    this.element.append(
      h(
        'div',
        { class: 'row', attributes: { role: 'group', 'aria-label': 'What it hears' } },
        choice('loop', 'Plucked loop'),
        choice('file', 'Sound file'),
        devices ? choice('microphone', 'Microphone') : undefined,
      ),
      this.#meter,
    );
    if (devices) {
      const warning =
        'Wear headphones with the microphone: it hears the speakers, and they may howl.';
      this.element.append(h('p', { class: 'hint', text: warning }));
    }
  }

  /** Feeds what was chosen into a voice that has started. */
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
    if (voice === undefined) return this.#say('Press Play, and it is heard.');
    try {
      const node = await open(source, voice.context);
      this.#end();
      this.#node = node;
      if (node instanceof AudioBufferSourceNode) node.start();
      voice.feed(node);
      this.#measure(node, voice.context);
    } catch {
      this.#say(
        source === 'microphone'
          ? 'The microphone was not given. Allow it in the browser, or choose another source.'
          : 'This file holds no sound the browser can read.',
      );
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

  /** Shows the loudest sample of each fifteenth of a second. */
  #measure(node: AudioNode, context: BaseAudioContext): void {
    const analyser = new AnalyserNode(context, { fftSize: 4096 });
    const samples = new Float32Array(analyser.fftSize);
    node.connect(analyser);
    this.#timer = window.setInterval(() => {
      analyser.getFloatTimeDomainData(samples);
      this.#meter.value = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    }, 66);
  }
}

async function open(source: Source, context: BaseAudioContext): Promise<AudioNode> {
  if (source === 'microphone') return microphone(context);
  if (source === 'file') return fileLoop(context, await chooseFile('audio/*'));
  return pluckedLoop(context);
}
