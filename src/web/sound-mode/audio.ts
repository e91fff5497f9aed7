/** Sound of a page: one audio context for all its instruments, which sleeps while nobody looks. */

import type { InstrumentSpec } from '../instrument/spec.ts';
import { loadWorklet, wasmModule } from './artefacts.ts';
import { type Order, PROCESSOR_NAME, type ProcessorOptions, type Report } from './messages.ts';
import { SAMPLE_RATE_HZ } from './spec.ts';

const FADE_S = 0.02;

let context: AudioContext | undefined;
let ready: Promise<void> | undefined;
const playing = new Set<Voice>();

/** The page's audio context; the first call must come from a gesture, or it stays silent. */
function sharedContext(): AudioContext {
  context ??= new AudioContext({ sampleRate: SAMPLE_RATE_HZ, latencyHint: 'interactive' });
  return context;
}

/** Awake while something plays and the page is seen. */
async function settle(): Promise<void> {
  if (context === undefined) return;
  const awake = playing.size > 0 && !document.hidden;
  if (awake && context.state === 'suspended') await context.resume();
  if (!awake && context.state === 'running') await context.suspend();
}

if (typeof document !== 'undefined') {
  document.addEventListener('visibilitychange', () => void settle());
}

/** Why a browser gives no sound here, as a sentence; undefined where it does. */
export function soundProblem(): string | undefined {
  if (typeof AudioContext === 'undefined') return 'This browser has no Web Audio.';
  if (!isSecureContext) {
    return 'Browsers give sound engines to https pages only. Open this page over https.';
  }
  return undefined;
}

/** One instrument that sounds. */
export class Voice {
  readonly analyser: AnalyserNode;
  readonly #node: AudioWorkletNode;
  readonly #gain: GainNode;
  readonly #orders: Order[] = [];
  #frame = 0;
  #input: AudioNode | undefined;

  private constructor(audio: AudioContext, options: ProcessorOptions, heard: (r: Report) => void) {
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
    this.#node.connect(this.#gain).connect(this.analyser).connect(audio.destination);
    this.#node.port.onmessage = ({ data }: MessageEvent<Report>) => heard(data);
  }

  /** Starts an instrument; call from a gesture of the player. Orders are carried out before the first sound. */
  static async start(
    spec: InstrumentSpec,
    orders: readonly Order[],
    heard: (report: Report) => void,
  ): Promise<Voice> {
    const audio = sharedContext();
    const waking = audio.resume();
    ready ??= loadWorklet((address) => audio.audioWorklet.addModule(address));
    const [module] = await Promise.all([wasmModule(), ready, waking]);
    const voice = new Voice(audio, { module, spec }, heard);
    voice.#node.port.postMessage(orders);
    playing.add(voice);
    await settle();
    voice.#fadeTo(1);
    return voice;
  }

  get context(): BaseAudioContext {
    return this.#node.context;
  }

  /** The end of the chain, for whoever records it. */
  get output(): AudioNode {
    return this.#gain;
  }

  /** Gathers orders until the next frame of the screen, then sends them as one message. */
  order(order: Order): void {
    this.#orders.push(order);
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => this.flush());
    // A hidden page draws no frames; its orders must not pile up.
    if (document.hidden) this.flush();
  }

  flush(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    if (this.#orders.length > 0) this.#node.port.postMessage(this.#orders.splice(0));
  }

  /** Feeds `source` into the instrument, in place of what fed it before; undefined feeds silence. */
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
    this.#node.port.postMessage([{ do: 'stop' }] satisfies Order[]);
    this.#node.disconnect();
    this.#gain.disconnect();
    this.analyser.disconnect();
    playing.delete(this);
    await settle();
  }

  #fadeTo(level: number): void {
    const { currentTime } = this.#node.context;
    this.#gain.gain.setValueAtTime(this.#gain.gain.value, currentTime);
    this.#gain.gain.linearRampToValueAtTime(level, currentTime + FADE_S);
  }
}
