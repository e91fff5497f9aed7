/** The command line of `npm run render`: plays a mode to a WAV file and plots it. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { FIRST_SEED } from '../../build/ts/contract.ts';
import { type PresetsOfModes, type ResolvedPreset, unitOfParam } from '../../dsl/presets.ts';
import type { ResolvedMode } from '../../dsl/resolved-mode.ts';
import { instead, quote } from '../../dsl/wording.ts';
import type { Locks } from '../../src/shared/locks.ts';
import { decodeTaught, learningHash, TaughtError } from '../../src/shared/taught.ts';
import { writeWav } from '../../src/shared/wav.ts';
import { UsageError } from '../command-line.ts';
import { resolvedModeSpec } from '../instrument/make-instrument.ts';
import { modeNamed, openWorkshop } from '../instrument/modes.ts';
import { GESTURES } from './gesture.ts';
import { plot } from './plot.ts';
import { readWav, type Sound } from './read-wav.ts';
import { loudnessDb, peak, type RenderRequest, render } from './render.ts';

export const USAGE = `usage: npm run render -- <mode> [options] out.wav

  --voice-space N|NAME  number or name (0, or that of the preset)
  --preset NAME         play a preset
  --param NAME=VALUE    keep a param at a value in its own unit; may be repeated
  --gesture NAME        ${[...GESTURES.keys()].join(', ')} (circle)
  --seconds S           length, up to 600 (4)
  --rate HZ             24000, 32000, 44100 or 48000 (48000)
  --seed N              seed of the initial weights (${FIRST_SEED})
  --taught FILE         load a taught file
  --in FILE.wav         audio input, for modes that listen (a phrase of plucks)
  --plot FILE.svg       plot waveform and spectrogram
  --modes DIR           folder of mode files (modes)`;

interface Options {
  readonly mode: string;
  readonly out: string;
  readonly voiceSpace: string | undefined;
  readonly preset: string | undefined;
  readonly params: readonly string[];
  readonly gesture: string;
  readonly seconds: number;
  readonly rate: number;
  readonly seed: number;
  readonly taught: string | undefined;
  readonly in: string | undefined;
  readonly plot: string | undefined;
  readonly modes: string;
}

const MAX_SECONDS = 600;

function number(
  text: string,
  name: string,
  good: (value: number) => boolean,
  rule: string,
): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!good(value)) throw new UsageError(`--${name} must be ${rule}, got ${quote(text)}`);
  return value;
}

/** Keeps a mistyped name from overwriting a mode or a source file. */
function requireExtension(file: string, extension: string): void {
  if (file.toLowerCase().endsWith(extension)) return;
  throw new UsageError(`the output file must end in ${extension}, got ${quote(file)}`);
}

/** @throws UsageError, or TypeError by parseArgs */
function parseRender(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      'voice-space': { type: 'string' },
      preset: { type: 'string' },
      param: { type: 'string', multiple: true, default: [] },
      gesture: { type: 'string', default: 'circle' },
      seconds: { type: 'string', default: '4' },
      rate: { type: 'string', default: '48000' },
      seed: { type: 'string', default: String(FIRST_SEED) },
      taught: { type: 'string' },
      in: { type: 'string' },
      plot: { type: 'string' },
      modes: { type: 'string', default: 'modes' },
    },
  });
  const [mode, out, ...more] = positionals;
  if (mode === undefined || out === undefined || more.length > 0) {
    throw new UsageError('name one mode and one output WAV file');
  }
  if (values.preset !== undefined && values.taught !== undefined) {
    throw new UsageError('choose --preset or --taught: both say what the instrument learned');
  }
  requireExtension(out, '.wav');
  if (values.plot !== undefined) requireExtension(values.plot, '.svg');
  const rates = [24000, 32000, 44100, 48000];
  return {
    mode,
    out,
    voiceSpace: values['voice-space'],
    preset: values.preset,
    params: values.param,
    gesture: values.gesture,
    seconds: number(
      values.seconds,
      'seconds',
      (s) => s > 0 && s <= MAX_SECONDS,
      'more than 0, at most 600',
    ),
    rate: number(values.rate, 'rate', (hz) => rates.includes(hz), `one of ${rates.join(', ')}`),
    seed: number(
      values.seed,
      'seed',
      (n) => Number.isInteger(n) && n >= 0 && n < 2 ** 32,
      'a whole number from 0 to 2^32 - 1',
    ),
    taught: values.taught,
    in: values.in,
    plot: values.plot,
    modes: values.modes,
  };
}

/** Finds a voice space by number or name. */
export function voiceSpaceOf(mode: ResolvedMode, wanted: string): number {
  const byName = mode.voiceSpaces.findIndex(({ name }) => name === wanted);
  const ordinal = byName >= 0 ? byName : /^\d+$/.test(wanted) ? Number(wanted) : -1;
  if (ordinal >= 0 && ordinal < mode.voiceSpaces.length) return ordinal;
  const names = mode.voiceSpaces.map(
    ({ name }, index) => `${index}${name ? ` ${quote(name)}` : ''}`,
  );
  throw new UsageError(
    `${mode.modeId} has no voice space ${quote(wanted)}; it has ${names.join(', ')}`,
  );
}

/** @throws UsageError that says which there are if there is no such preset */
function presetOf(mode: ResolvedMode, presets: PresetsOfModes, wanted: string): ResolvedPreset {
  const list = presets.get(mode.modeId) ?? [];
  const found = list.find(({ name }) => name === wanted);
  if (found !== undefined) return found;
  const names = list.map(({ name }) => name);
  const hint = names.length === 0 ? '; it has none' : instead(wanted, names);
  throw new UsageError(`${mode.modeId} has no preset ${quote(wanted)}${hint}`);
}

/** @throws UsageError that says which params there are, or what their values may be */
function locksOf(mode: ResolvedMode, voiceSpace: number, words: readonly string[]): Locks {
  const names = mode.params.map(({ name }) => name);
  const locks = new Map<number, number>();
  for (const word of words) {
    const [name = '', text] = word.split('=', 2);
    if (text === undefined) throw new UsageError(`--param must be NAME=VALUE, got ${quote(word)}`);
    const index = names.indexOf(name);
    const param = mode.params[index];
    if (param === undefined) {
      throw new UsageError(`${mode.modeId} has no param ${quote(name)}${instead(name, names)}`);
    }
    if (locks.has(index)) throw new UsageError(`--param ${name} is set twice`);
    const { min, max } = param;
    const rule = `from ${min} to ${max}`;
    const value = number(text, `param ${name}`, (one) => one >= min && one <= max, rule);
    locks.set(index, unitOfParam(mode, voiceSpace, index, value));
  }
  return locks;
}

function readSound(file: string): Sound {
  try {
    return readWav(readFileSync(file));
  } catch (error) {
    throw error instanceof RangeError ? new UsageError(`${file}: ${error.message}`) : error;
  }
}

/** Reads a taught file and checks that it fits the mode. */
function readTaught(file: string, mode: ResolvedMode): Uint8Array {
  const bytes = readFileSync(file);
  try {
    const { mode_id, learning_hash } = decodeTaught(bytes);
    const { engine_id, channels, params, layers } = resolvedModeSpec(mode);
    if (mode_id !== mode.modeId) {
      throw new UsageError(`${file} was taught to ${mode_id}, not ${mode.modeId}`);
    }
    if (learning_hash !== learningHash({ engine_id, channels, params, layers })) {
      throw new UsageError(
        `${file} was taught when ${mode_id} had different channels, layers or params`,
      );
    }
  } catch (error) {
    throw error instanceof TaughtError ? new UsageError(`${file}: ${error.message}`) : error;
  }
  return bytes;
}

/** Renders a mode, writes the files and returns the line to print. */
export async function runRender(args: readonly string[]): Promise<string> {
  const options = parseRender(args);
  const gesture = GESTURES.get(options.gesture);
  if (!gesture) {
    const names = [...GESTURES.keys()];
    throw new UsageError(
      `unknown gesture ${quote(options.gesture)}${instead(options.gesture, names)}`,
    );
  }
  if (!existsSync(options.modes)) throw new UsageError(`${options.modes}: no such folder`);
  const { abi, catalogue, modes, presets } = await openWorkshop(options.modes);
  const mode = modeNamed(modes, options.mode);
  const preset = options.preset === undefined ? undefined : presetOf(mode, presets, options.preset);
  const voiceSpace = voiceSpaceOf(mode, options.voiceSpace ?? String(preset?.voiceSpace ?? 0));
  const engine = catalogue.engines.find(({ engine_id }) => engine_id === mode.engineId);
  const request: RenderRequest = {
    mode,
    playsNotes: engine?.notes === true,
    voiceSpace,
    gesture,
    seconds: options.seconds,
    sampleRateHz: options.rate,
    seed: options.seed,
    ...(options.in === undefined ? {} : { input: readSound(options.in) }),
    ...(preset === undefined ? {} : { preset }),
    locks: locksOf(mode, voiceSpace, options.params),
    ...(options.taught === undefined ? {} : { taught: readTaught(options.taught, mode) }),
  };
  const sound = render(abi, request);
  writeFileSync(options.out, writeWav(sound.sampleRateHz, [sound]));
  const space = preset?.name ?? mode.voiceSpaces[voiceSpace]?.name ?? '';
  if (options.plot !== undefined) {
    writeFileSync(options.plot, plot(sound, `${mode.modeId} ${space}`));
  }
  const loud = loudnessDb(sound);
  const level = Number.isFinite(loud) ? `${loud.toFixed(1)} dB` : 'silent';
  const sent = sound.events.length > 0 ? `, ${sound.events.length} MIDI messages` : '';
  return `${options.out}: ${mode.modeId} ${space} ${options.seconds} s, ${level}, peak ${peak(sound).toFixed(3)}${sent}`;
}
