/** Plays a sound while one of its params goes from its lowest to its highest value; one at a time in a page. */
import { UNIT_ONE } from '../../../build/ts/contract.ts';
import { METER_RATE_HZ } from '../../shared/instrument/loudness.ts';
import { toTheEnd } from '../../shared/instrument/to-the-end.ts';
import type { Model } from '../sound-mode/model.ts';
import { gainOf } from '../sound-mode/volume.ts';

export const SWEEP_S = 4;
const FADE_S = 0.02;

let context: AudioContext | undefined;
let playing: { stop(): void } | undefined;

/**
 * Plays it, and stops the one that plays. The first call must come from a user gesture.
 *
 * @param volume from 0 to 1
 * @param ended called when it ends or is stopped
 * @returns a function that stops it
 */
export function playSweep(
  model: Model,
  index: number,
  volume: number,
  ended: () => void,
): () => void {
  playing?.stop();
  context ??= new AudioContext();
  void context.resume();
  const { left, right } = toTheEnd(model.slotSound({ index, from: 0, to: UNIT_ONE }, SWEEP_S));
  const buffer = new AudioBuffer({
    length: left.length,
    numberOfChannels: 2,
    sampleRate: METER_RATE_HZ,
  });
  for (const [channel, samples] of [left, right].entries()) {
    buffer.copyToChannel(Float32Array.from(samples), channel);
  }
  const source = new AudioBufferSourceNode(context, { buffer });
  const gain = new GainNode(context, { gain: 0 });
  const now = context.currentTime;
  gain.gain.setValueAtTime(0, now);
  gain.gain.linearRampToValueAtTime(gainOf(volume), now + FADE_S);
  gain.gain.setValueAtTime(gainOf(volume), now + SWEEP_S - FADE_S);
  gain.gain.linearRampToValueAtTime(0, now + SWEEP_S);
  source.connect(gain).connect(context.destination);
  const sweep = {
    stop: () => {
      source.onended = null;
      source.stop();
      gain.disconnect();
      if (playing === sweep) playing = undefined;
      void context?.suspend();
      ended();
    },
  };
  playing = sweep;
  source.onended = sweep.stop;
  source.start();
  return () => {
    if (playing === sweep) sweep.stop();
  };
}
