/** The sound of one playing instrument, in the page's audio context. */

import {
  type AudioCommand,
  type AudioReport,
  PROCESSOR_NAME,
  type ProcessorOptions,
} from '../../shared/instrument/audio-messages.ts';
import { notePlayed } from './slices.ts';
import { gainOf } from './volume.ts';

const FADE_S = 0.02;
const CLICK_S = 0.04;
const CLICK_GAIN = 0.2;

/** One playing instrument. */
export class Voice {
  readonly analyser: AnalyserNode;
  readonly #node: AudioWorkletNode;
  readonly #gain: GainNode;
  readonly #volume: GainNode;
  readonly #commands: AudioCommand[] = [];
  #frame = 0;
  #input: AudioNode | undefined;

  /**
   * Starts an instrument. Commands are handled before the first sound.
   *
   * @param volume from 0 to 1
   */
  constructor(
    audio: AudioContext,
    options: ProcessorOptions,
    commands: readonly AudioCommand[],
    heard: (report: AudioReport) => void,
    volume: number,
  ) {
    this.#node = new AudioWorkletNode(audio, PROCESSOR_NAME, {
      numberOfInputs: 1,
      numberOfOutputs: 1,
      outputChannelCount: [2],
      channelCount: 2,
      channelCountMode: 'explicit',
      processorOptions: options,
    });
    this.#gain = new GainNode(audio, { gain: 0 });
    this.analyser = new AnalyserNode(audio, { fftSize: 2048, smoothingTimeConstant: 0.7 });
    this.#volume = new GainNode(audio, { gain: gainOf(volume) });
    this.#node.connect(this.#gain).connect(this.analyser);
    this.analyser.connect(this.#volume).connect(audio.destination);
    this.#node.port.onmessage = ({ data }: MessageEvent<AudioReport>) => heard(data);
    this.#node.port.postMessage(commands);
    this.#fadeTo(1);
  }

  get context(): BaseAudioContext {
    return this.#node.context;
  }

  /** From the instrument to the ear, as far as the browser knows. */
  get latency_ms(): number {
    const { context: audio } = this;
    if (!(audio instanceof AudioContext)) return 0;
    // Not every browser knows the device's part.
    return 1000 * (audio.baseLatency + (audio.outputLatency || 0));
  }

  /** Changes the volume, from 0 to 1, without a click. */
  setVolume(volume: number): void {
    const { gain, context } = this.#volume;
    gain.setTargetAtTime(gainOf(volume), context.currentTime, FADE_S / 3);
  }

  /** The sound before its volume, for recording. */
  get output(): AudioNode {
    return this.#gain;
  }

  /**
   * Clicks at a time of the context, in seconds: heard, and not recorded.
   *
   * @returns a function that silences it
   */
  click(at_s: number, hz: number): () => void {
    const audio = this.#volume.context;
    const tone = new OscillatorNode(audio, { frequency: hz });
    const level = new GainNode(audio, { gain: CLICK_GAIN });
    level.gain.setValueAtTime(CLICK_GAIN, at_s);
    level.gain.linearRampToValueAtTime(0, at_s + CLICK_S);
    tone.connect(level).connect(this.#volume);
    tone.start(at_s);
    tone.stop(at_s + CLICK_S);
    return () => tone.disconnect();
  }

  /** Sends what is played at once, and collects gestures until the next animation frame. */
  send(command: AudioCommand): void {
    this.#commands.push(command);
    if (command.do === 'midi') notePlayed();
    // A hidden page has no frames.
    if (command.do === 'midi' || command.do === 'silence' || document.hidden) this.flush();
    else if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.flush());
  }

  flush(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    if (this.#commands.length > 0) this.#node.port.postMessage(this.#commands.splice(0));
  }

  /** Connects `source` to the instrument's input instead of the previous one; undefined means silence. */
  feed(source: AudioNode | undefined): void {
    this.#input?.disconnect(this.#node);
    this.#input = source;
    source?.connect(this.#node);
  }

  /** Nothing is heard of it or from it after that. */
  async stop(): Promise<void> {
    this.#fadeTo(0);
    await new Promise((resolve) => setTimeout(resolve, FADE_S * 2000));
    this.flush();
    this.feed(undefined);
    this.#node.port.postMessage([{ do: 'stop' }] satisfies AudioCommand[]);
    this.#node.disconnect();
    this.#gain.disconnect();
    this.analyser.disconnect();
    this.#volume.disconnect();
    this.#node.port.onmessage = null;
  }

  #fadeTo(level: number): void {
    const { currentTime } = this.#node.context;
    this.#gain.gain.setValueAtTime(this.#gain.gain.value, currentTime);
    this.#gain.gain.linearRampToValueAtTime(level, currentTime + FADE_S);
  }
}
