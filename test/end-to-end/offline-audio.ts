/**
 * Runs in the page of a visitor, before its own scripts: the page's audio context renders offline, so that the test
 * is its clock. It stops where the test says, goes on when the player has moved, and keeps every sample twice: as the
 * page sends it to the speakers (channels 0, 1), and as the instrument's audio thread makes it (2, 3).
 */

const INSTRUMENT = 'ensemble-instrument';
/** Answers on the audio thread, so that what was posted before is known to have arrived. */
const PROBE = `registerProcessor('probe', class extends AudioWorkletProcessor {
  constructor() { super(); this.port.onmessage = ({ data }) => this.port.postMessage(data); }
  process() { return true; }
});`;

/** What the test asks of the page, as `window.visit`. */
export interface Visit {
  /** Starts to render, and to stop before each of these frames. */
  begin(stops: readonly number[]): Promise<void>;
  /** Resolves when it has stopped for the n-th time, from 0. */
  stopped(n: number): Promise<void>;
  /** Goes on, once all that the page has sent until now is with the audio thread. */
  goOn(): Promise<void>;
  /** All that sounded: four channels of float32 after each other, as base64. */
  sound(): Promise<string>;
}

declare global {
  interface Window {
    /** Frames to render, set by the test. */
    offlineFrames: number;
    visit: Visit;
  }
}

const WORKLET_QUANTUM = 128;
const { AudioWorkletNode: Node, OfflineAudioContext: Offline } = window;
let context: OfflineAudioContext | undefined;

class PageContext extends Offline {
  constructor({ sampleRate = 0 }: AudioContextOptions = {}) {
    super({ numberOfChannels: 4, length: window.offlineFrames, sampleRate });
    context = this;
    let state = 'suspended';
    // The page wakes its sound and lets it sleep; here the test does.
    Object.defineProperties(this, {
      state: { get: () => state },
      resume: { value: async () => (state = 'running') },
      suspend: { value: async () => (state = 'suspended') },
    });
  }
}

class PageNode extends Node {
  constructor(audio: BaseAudioContext, name: string, options?: AudioWorkletNodeOptions) {
    super(audio, name, options);
    if (name !== INSTRUMENT) return;
    const merger = new ChannelMergerNode(audio, { numberOfInputs: 4 });
    const splitter = new ChannelSplitterNode(audio, { numberOfOutputs: 2 });
    this.connect(splitter);
    splitter.connect(merger, 0, 2);
    splitter.connect(merger, 1, 3);
    merger.connect(audio.destination);
  }
}

Object.assign(window, { AudioContext: PageContext, AudioWorkletNode: PageNode });

function playing(): OfflineAudioContext {
  if (context === undefined) throw new Error('press Play first');
  return context;
}

let probe: AudioWorkletNode | undefined;

const nextFrame = (): Promise<number> => new Promise(requestAnimationFrame);

/** Until all orders of the page, which it gathers for a frame of the screen, have arrived. */
async function delivered(): Promise<void> {
  await nextFrame();
  await nextFrame();
  const answer = new Promise((resolve) => {
    if (probe !== undefined) probe.port.onmessage = resolve;
  });
  probe?.port.postMessage('there?');
  await answer;
}

let stops: Promise<void>[] = [];
let rendered: Promise<AudioBuffer>;

window.visit = {
  async begin(frames) {
    const audio = playing();
    await audio.audioWorklet.addModule(`data:text/javascript,${encodeURIComponent(PROBE)}`);
    probe = new Node(audio, 'probe');
    await delivered();
    // A time within a quantum is rounded up to its end.
    stops = frames.map((frame) =>
      Offline.prototype.suspend.call(audio, (frame - WORKLET_QUANTUM / 2) / audio.sampleRate),
    );
    rendered = audio.startRendering();
  },
  async stopped(n) {
    await stops[n];
  },
  async goOn() {
    await delivered();
    await Offline.prototype.resume.call(playing());
  },
  async sound() {
    const buffer = await rendered;
    const file = new Float32Array(buffer.numberOfChannels * buffer.length);
    for (let channel = 0; channel < buffer.numberOfChannels; channel += 1) {
      file.set(buffer.getChannelData(channel), channel * buffer.length);
    }
    const bytes = new Uint8Array(file.buffer);
    let text = '';
    for (let at = 0; at < bytes.length; at += 8192) {
      text += String.fromCharCode(...bytes.subarray(at, at + 8192));
    }
    return btoa(text);
  },
};
