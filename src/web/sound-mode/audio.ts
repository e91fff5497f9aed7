/** The sound of a page: one audio context for all instruments, suspended while none of them is to be heard. */

import { SAMPLE_RATE_HZ } from '../../../build/ts/contract.ts';
import {
  type AudioCommand,
  type AudioReport,
  PROCESSOR_NAME,
  type ProcessorOptions,
} from '../../shared/instrument/audio-messages.ts';
import type { InstrumentSpec } from '../../shared/instrument/instrument-spec.ts';
import { loadWorklet, wasmModule } from './artefacts.ts';
import { type Latency, storedLatency, storeLatency } from './latency.ts';
import { notePlayed } from './slices.ts';
import { SOUND_MODE_TEXT } from './text.ts';
import { gainOf } from './volume.ts';

const FADE_S = 0.02;
const CLICK_S = 0.04;
const CLICK_GAIN = 0.2;

let context: AudioContext | undefined;
let ready: Promise<void> | undefined;
let latency = storedLatency();
/** The latency that the context was made for. */
let made: Latency | undefined;
const playing = new Set<Voice>();

/** The page's audio context. The first call must come from a user gesture, or the context stays suspended. */
function sharedContext(): AudioContext {
  if (made !== latency && playing.size === 0) {
    void context?.close();
    context = undefined;
    ready = undefined;
  }
  if (context === undefined) {
    context = new AudioContext({ sampleRate: SAMPLE_RATE_HZ, latencyHint: latency });
    made = latency;
  }
  return context;
}

/** What the next sound that starts while no other plays is made for. */
export const chosenLatency = (): Latency => latency;

/** Chooses a latency for all instruments of this browser; a sound that plays keeps its own until it is started again. */
export function chooseLatency(chosen: Latency): void {
  latency = chosen;
  storeLatency(chosen);
}

/** Resumes the context while something plays, also in a hidden page unless asked otherwise, and suspends it otherwise. */
async function updateContext(): Promise<void> {
  if (context === undefined) return;
  const active = [...playing].some((voice) => !document.hidden || !voice.pausesHidden());
  if (active && context.state === 'suspended') await context.resume();
  if (!active && context.state === 'running') await context.suspend();
}

if (typeof document !== 'undefined') {
  document.addEventListener('visibilitychange', () => void updateContext());
}

/** Why this page cannot play sound, as a sentence; undefined if it can. */
export function soundProblem(): string | undefined {
  if (typeof AudioContext === 'undefined') return SOUND_MODE_TEXT.sound.unsupported;
  return isSecureContext ? undefined : SOUND_MODE_TEXT.sound.insecure;
}

/** One playing instrument. */
export class Voice {
  readonly analyser: AnalyserNode;
  readonly pausesHidden: () => boolean;
  readonly #node: AudioWorkletNode;
  readonly #gain: GainNode;
  readonly #volume: GainNode;
  readonly #commands: AudioCommand[] = [];
  #frame = 0;
  #input: AudioNode | undefined;

  private constructor(
    audio: AudioContext,
    options: ProcessorOptions,
    heard: (r: AudioReport) => void,
    volume: number,
    pausesHidden: () => boolean,
  ) {
    this.pausesHidden = pausesHidden;
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
  }

  /**
   * Starts an instrument; call from a gesture of the player. Commands are handled before the first sound.
   *
   * @param volume from 0 to 1
   * @param pausesHidden whether it is silent while the page is hidden
   */
  static async start(
    spec: InstrumentSpec,
    commands: readonly AudioCommand[],
    heard: (report: AudioReport) => void,
    volume = 1,
    pausesHidden = () => false,
  ): Promise<Voice> {
    const audio = sharedContext();
    const resumed = audio.resume();
    ready ??= loadWorklet((address) => audio.audioWorklet.addModule(address));
    const [module] = await Promise.all([wasmModule(), ready, resumed]);
    const voice = new Voice(audio, { module, spec }, heard, volume, pausesHidden);
    voice.#node.port.postMessage(commands);
    playing.add(voice);
    await updateContext();
    voice.#fadeTo(1);
    return voice;
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
    playing.delete(this);
    await updateContext();
  }

  #fadeTo(level: number): void {
    const { currentTime } = this.#node.context;
    this.#gain.gain.setValueAtTime(this.#gain.gain.value, currentTime);
    this.#gain.gain.linearRampToValueAtTime(level, currentTime + FADE_S);
  }
}
