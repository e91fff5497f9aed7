/**
 * The built-in synth: makes the MIDI controllers of an instrument that is silent by itself audible. Two sawtooth
 * oscillators at the pitch that was heard, through a filter, follow the controllers of the General MIDI 2 recommendation.
 */
import type { MidiMessage } from '../../shared/instrument/wasm-instrument.ts';

/** Controllers as the synth starts; those it does not know change nothing. */
const CONTROLLERS = {
  modulation: 1,
  volume: 7,
  pan: 10,
  expression: 11,
  resonance: 71,
  cutoff: 74,
};
const REST: ReadonlyMap<number, number> = new Map([
  [CONTROLLERS.modulation, 0],
  [CONTROLLERS.volume, 100],
  [CONTROLLERS.pan, 64],
  [CONTROLLERS.expression, 127],
  [CONTROLLERS.resonance, 0],
  [CONTROLLERS.cutoff, 127],
]);

/** What firmware/dsp/pitch_tracker.h follows: 0 and 1 of the channel audio_pitch. */
const [LOWEST_HZ, HIGHEST_HZ] = [41.2, 2093];
const [DARKEST_HZ, BRIGHTEST_HZ] = [150, 9600];
const DETUNE_CENTS = 6;
const VIBRATO_HZ = 5.5;
const VIBRATO_CENTS = 60;
/** Of the two oscillators together, about as loud as other instruments. */
const LEVEL = 0.16;
/** Quieter than this share of audio_energy the synth is silent. */
const GATE = 0.15;
const GLIDE_S = 0.02;

const between = (low: number, high: number, share: number): number => low * (high / low) ** share;

export class MidiSynth {
  readonly #context: BaseAudioContext;
  readonly #oscillators: readonly OscillatorNode[];
  readonly #vibrato: OscillatorNode;
  readonly #depth: GainNode;
  readonly #filter: BiquadFilterNode;
  readonly #gain: GainNode;
  readonly #pan: StereoPannerNode;
  readonly #values = new Map(REST);
  #energy = 0;

  /** Plays into `output` until `stop`. */
  constructor(output: AudioNode) {
    const { context } = output;
    this.#context = context;
    this.#filter = new BiquadFilterNode(context, { type: 'lowpass', frequency: BRIGHTEST_HZ });
    this.#gain = new GainNode(context, { gain: 0 });
    this.#pan = new StereoPannerNode(context);
    this.#vibrato = new OscillatorNode(context, { frequency: VIBRATO_HZ });
    this.#depth = new GainNode(context, { gain: 0 });
    this.#vibrato.connect(this.#depth);
    this.#oscillators = [-DETUNE_CENTS, DETUNE_CENTS].map((detune) => {
      const oscillator = new OscillatorNode(context, { type: 'sawtooth', detune });
      this.#depth.connect(oscillator.detune);
      oscillator.connect(this.#filter);
      oscillator.start();
      return oscillator;
    });
    this.#vibrato.start();
    this.#filter.connect(this.#gain).connect(this.#pan).connect(output);
  }

  /** Follows a controller; other messages change nothing. */
  receive([status, controller, value]: MidiMessage): void {
    if ((status & 0xf0) !== 0xb0 || !this.#values.has(controller)) return;
    this.#values.set(controller, value);
    this.#aim();
  }

  /** Follows the sound that is heard: `pitch` and `energy` of the channels audio_pitch and audio_energy, 0 to 1. */
  hear(pitch: number, energy: number): void {
    this.#energy = energy;
    const hertz = between(LOWEST_HZ, HIGHEST_HZ, pitch);
    for (const { frequency } of this.#oscillators) this.#glide(frequency, hertz);
    this.#aim();
  }

  stop(): void {
    for (const oscillator of [...this.#oscillators, this.#vibrato]) oscillator.stop();
    this.#pan.disconnect();
  }

  #share(controller: number): number {
    return (this.#values.get(controller) ?? 0) / 127;
  }

  #aim(): void {
    const level = this.#share(CONTROLLERS.volume) * this.#share(CONTROLLERS.expression);
    const heard = Math.max(0, (this.#energy - GATE) / (1 - GATE));
    this.#glide(this.#gain.gain, LEVEL * level * Math.min(1, 2 * heard));
    const cutoff = this.#share(CONTROLLERS.cutoff);
    this.#glide(this.#filter.frequency, between(DARKEST_HZ, BRIGHTEST_HZ, cutoff));
    this.#glide(this.#filter.Q, 18 * this.#share(CONTROLLERS.resonance));
    this.#glide(this.#depth.gain, VIBRATO_CENTS * this.#share(CONTROLLERS.modulation));
    this.#glide(this.#pan.pan, 2 * this.#share(CONTROLLERS.pan) - 1);
  }

  #glide(param: AudioParam, value: number): void {
    param.setTargetAtTime(value, this.#context.currentTime, GLIDE_S);
  }
}
