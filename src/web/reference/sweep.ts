/** Plays a sound while one of its params goes from its lowest to its highest value; one at a time in a page. */
import { UNIT_ONE } from '../../../build/ts/contract.ts';
import type { Audition } from '../../shared/instrument/audition.ts';
import { METER_RATE_HZ } from '../../shared/instrument/loudness.ts';
import type { Model } from '../sound-mode/model.ts';
import { Slices } from '../sound-mode/slices.ts';
import { gainOf } from '../sound-mode/volume.ts';

export const SWEEP_S = 4;
const FADE_S = 0.02;

export interface SweepListener {
  /** It sounds from now on. */
  readonly started: () => void;
  /** It is over, or was stopped. */
  readonly ended: () => void;
}

let context: AudioContext | undefined;
let stopPlaying: (() => void) | undefined;

/** Starts a rendered sound. @returns its node, which ends by itself */
function start(
  audio: AudioContext,
  { left, right }: Audition,
  volume: number,
): AudioBufferSourceNode {
  const buffer = new AudioBuffer({
    length: left.length,
    numberOfChannels: 2,
    sampleRate: METER_RATE_HZ,
  });
  for (const [channel, samples] of [left, right].entries()) {
    buffer.copyToChannel(Float32Array.from(samples), channel);
  }
  const source = new AudioBufferSourceNode(audio, { buffer });
  const envelope = new GainNode(audio, { gain: 0 });
  source.connect(envelope).connect(audio.destination);
  const { gain } = envelope;
  const now = audio.currentTime;
  gain.setValueAtTime(0, now);
  gain.linearRampToValueAtTime(gainOf(volume), now + FADE_S);
  gain.setValueAtTime(gainOf(volume), now + SWEEP_S - FADE_S);
  gain.linearRampToValueAtTime(0, now + SWEEP_S);
  return source;
}

/**
 * Renders the sound between frames and plays it; the one that plays is stopped. Must be called from a user gesture.
 *
 * @param volume from 0 to 1
 * @returns a function that stops it
 */
export function playSweep(
  model: Model,
  index: number,
  volume: number,
  { started, ended }: SweepListener,
): () => void {
  stopPlaying?.();
  context ??= new AudioContext();
  const audio = context;
  void audio.resume();
  const steps = model.slotSound({ index, from: 0, to: UNIT_ONE }, SWEEP_S);
  let source: AudioBufferSourceNode | undefined;
  const stop = (): void => {
    if (stopPlaying !== stop) return;
    stopPlaying = undefined;
    slices.stop();
    // Runs what the rendering would do at its end: free its instrument.
    steps.return({ left: new Float32Array(0), right: new Float32Array(0) });
    source?.stop();
    source?.disconnect();
    ended();
  };
  const slices = new Slices((isOver) => {
    while (!isOver()) {
      const { done, value } = steps.next();
      if (done !== true) continue;
      source = start(audio, value, volume);
      source.onended = stop;
      source.start();
      started();
      return false;
    }
    return true;
  });
  stopPlaying = stop;
  slices.start();
  return stop;
}
