/** Renders a mode as every target plays it: gesture in, sound out, tick by tick through the wasm. */
import { TICK_FRAMES, UNIT_ONE } from '../../build/ts/contract.ts';
import type { ResolvedMode } from '../../dsl/resolved-mode.ts';
import type { Abi } from '../../src/shared/instrument/abi.ts';
import { learnPreset } from '../../src/shared/instrument/learn-preset.ts';
import type { Preset } from '../../src/shared/instrument/presets.ts';
import { lineSignal, type Note, phrase } from '../../src/shared/instrument/stimulus.ts';
import type { MidiMessage, WasmInstrument } from '../../src/shared/instrument/wasm-instrument.ts';
import type { Locks } from '../../src/shared/locks.ts';
import { makeInstrument } from '../instrument/make-instrument.ts';
import type { Gesture } from './gesture.ts';
import type { Sound } from './read-wav.ts';

export interface RenderRequest {
  readonly mode: ResolvedMode;
  readonly playsNotes: boolean;
  /** What an engine that plays notes is given; if none, a built-in phrase, unless it sounds without. */
  readonly notes?: readonly Note[];
  readonly voiceSpace: number;
  readonly gesture: Gesture;
  readonly seconds: number;
  readonly sampleRateHz: number;
  readonly seed: number;
  /** What the engine or the analyser hears; a built-in phrase if none is given. */
  readonly input?: Sound;
  /** A taught file. */
  readonly taught?: Uint8Array;
  /** Learned first; the voice space is the one above. */
  readonly preset?: Preset;
  /** Params that stay where they are, whatever was learned. */
  readonly locks?: Locks;
}

export interface Rendering extends Sound {
  /** MIDI messages the engine sent, with the frame of the tick they came in. */
  readonly events: readonly { readonly frame: number; readonly message: MidiMessage }[];
}

function inputOf(request: RenderRequest, frames: number, hears: boolean): Sound | undefined {
  if (request.input) return request.input;
  if (!hears) return undefined;
  const { sampleRateHz } = request;
  const samples = lineSignal(frames, sampleRateHz);
  return { sampleRateHz, left: samples, right: samples };
}

/** A mode that listens or plays by MIDI is moved by what it hears and is sent, not by the gesture. */
function movedByGesture(mode: ResolvedMode): number[] {
  const moved = mode.channels.map(({ family }) => !['audio', 'midi', 'wander'].includes(family));
  return moved.flatMap((yes, index) => (yes ? [index] : []));
}

/** One block of at most a tick, from a longer sound; silence beyond its end. */
function slice(samples: Float32Array, start: number, block: Float32Array): Float32Array {
  for (let i = 0; i < block.length; i += 1) block[i] = samples[start + i] ?? 0;
  return block;
}

/** Sends the notes that begin before a frame; gives those that are left. */
function sendNotes(
  instrument: WasmInstrument,
  notes: readonly Note[],
  before: number,
): readonly Note[] {
  const due = notes.filter(({ frame }) => frame < before);
  for (const { key, velocity } of due) {
    if (velocity > 0) instrument.noteOn(key, velocity);
    else instrument.noteOff(key);
  }
  return notes.slice(due.length);
}

/** Plays for a while; every result is the same bits for the same request. */
export function render(abi: Abi, request: RenderRequest): Rendering {
  const { mode, sampleRateHz, gesture } = request;
  const instrument = makeInstrument(abi, mode, {
    sample_rate_hz: sampleRateHz,
    seed: request.seed,
  });
  try {
    if (request.preset) learnPreset(instrument, request.preset);
    if (request.taught) instrument.load(request.taught);
    instrument.setVoiceSpace(request.voiceSpace);
    if (request.locks) instrument.locks.set(request.locks);
    const frames = Math.round(request.seconds * sampleRateHz);
    const input = inputOf(request, frames, instrument.driver().input !== 'none');
    const left = new Float32Array(frames);
    const right = new Float32Array(frames);
    const events: { frame: number; message: MidiMessage }[] = [];
    const moved = movedByGesture(mode);
    const own = instrument.drones ? [] : phrase(frames, sampleRateHz);
    let notes: readonly Note[] = request.playsNotes ? (request.notes ?? own) : [];
    const blocks = [new Float32Array(TICK_FRAMES), new Float32Array(TICK_FRAMES)] as const;
    for (let at = 0; at < frames; at += TICK_FRAMES) {
      const place = gesture(at / sampleRateHz, moved.length);
      for (const [index, channel] of moved.entries()) {
        instrument.setInput(channel, Math.round((place[index] ?? 0) * UNIT_ONE));
      }
      notes = sendNotes(instrument, notes, at + TICK_FRAMES);
      instrument.process(
        input && slice(input.left, at, blocks[0]),
        input && slice(input.right, at, blocks[1]),
        left.subarray(at),
        right.subarray(at),
        Math.min(TICK_FRAMES, frames - at),
      );
      for (let message = instrument.nextEvent(); message; message = instrument.nextEvent()) {
        events.push({ frame: at, message });
      }
    }
    return { sampleRateHz, left, right, events };
  } finally {
    instrument.destroy();
  }
}

/** Loudness in dB of full scale, both sides together; −Infinity for silence. */
export function loudnessDb({ left, right }: Sound): number {
  let sum = 0;
  for (const side of [left, right]) for (const x of side) sum += x * x;
  return 10 * Math.log10(sum / Math.max(1, left.length + right.length));
}

/** The largest sample, 0…1. */
export function peak({ left, right }: Sound): number {
  return [left, right].reduce(
    (top, side) => side.reduce((best, x) => Math.max(best, Math.abs(x)), top),
    0,
  );
}
