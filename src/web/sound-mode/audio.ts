/** The sound of a page: one audio context for all instruments, suspended while the page is hidden. */

import { SAMPLE_RATE_HZ } from '../../../build/ts/contract.ts';
import {
  type AudioCommand,
  type AudioReport,
  PROCESSOR_NAME,
  type ProcessorOptions,
} from '../../shared/instrument/audio-messages.ts';
import type { InstrumentSpec } from '../../shared/instrument/instrument-spec.ts';
import { loadWorklet, wasmModule } from './artefacts.ts';
import { SOUND_MODE_TEXT } from './text.ts';
import { gainOf } from './volume.ts';

const FADE_S = 0.02;

let context: AudioContext | undefined;
let ready: Promise<void> | undefined;
const playing = new Set<Voice>();

/** The page's audio context. The first call must come from a user gesture, or the context stays suspended. */
function sharedContext(): AudioContext {
  context ??= new AudioContext({ sampleRate: SAMPLE_RATE_HZ, latencyHint: 'interactive' });
  return context;
}

/** Resumes the context while something plays and the page is visible, and suspends it otherwise. */
async function updateContext(): Promise<void> {
  if (context === undefined) return;
  const active = playing.size > 0 && !document.hidden;
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
  }

  /**
   * Starts an instrument; call from a gesture of the player. Commands are handled before the first sound.
   *
   * @param volume from 0 to 1
   */
  static async start(
    spec: InstrumentSpec,
    commands: readonly AudioCommand[],
    heard: (report: AudioReport) => void,
    volume = 1,
  ): Promise<Voice> {
    const audio = sharedContext();
    const resumed = audio.resume();
    ready ??= loadWorklet((address) => audio.audioWorklet.addModule(address));
    const [module] = await Promise.all([wasmModule(), ready, resumed]);
    const voice = new Voice(audio, { module, spec }, heard, volume);
    voice.#node.port.postMessage(commands);
    playing.add(voice);
    await updateContext();
    voice.#fadeTo(1);
    return voice;
  }

  get context(): BaseAudioContext {
    return this.#node.context;
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

  /** Collects commands until the next animation frame, then sends them as one message. */
  send(command: AudioCommand): void {
    this.#commands.push(command);
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => this.flush());
    // A hidden page has no frames, so send at once.
    if (document.hidden) this.flush();
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
    playing.delete(this);
    await updateContext();
  }

  #fadeTo(level: number): void {
    const { currentTime } = this.#node.context;
    this.#gain.gain.setValueAtTime(this.#gain.gain.value, currentTime);
    this.#gain.gain.linearRampToValueAtTime(level, currentTime + FADE_S);
  }
}
