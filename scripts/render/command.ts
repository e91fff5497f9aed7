/** The command line of `npm run render`: what to play, for how long, where to write it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { ResolvedMode } from '../../dsl/resolved-mode.ts';
import { instead, quote } from '../../dsl/wording.ts';
import { decodeTaught, learningHash, TaughtError } from '../../src/taught.ts';
import { FIRST_SEED } from '../../src/web/instrument/spec.ts';
import { Refusal } from '../command-line.ts';
import { modeNamed, openWorkshop } from '../instrument/modes.ts';
import { specOf } from '../instrument/spec.ts';
import { GESTURES } from './gesture.ts';
import { plot } from './plot.ts';
import { loudnessDb, peak, type RenderRequest, render } from './render.ts';
import { readWav, type Sound, writeWav } from './wav.ts';

export const USAGE = `usage: npm run render -- <mode> [options] out.wav

  --voice-space N|NAME  ordinal or name (0)
  --gesture NAME        ${[...GESTURES.keys()].join(', ')} (circle)
  --seconds S           length, up to 600 (4)
  --rate HZ             24000, 32000, 44100 or 48000 (48000)
  --seed N              of the first weights (${FIRST_SEED})
  --taught FILE         play what was taught
  --in FILE.wav         what a mode that listens hears (a phrase of plucks)
  --plot FILE.png       draw waveform and spectrogram
  --modes DIR           folder of the mode files (modes)`;

interface Options {
  readonly mode: string;
  readonly out: string;
  readonly voiceSpace: string;
  readonly gesture: string;
  readonly seconds: number;
  readonly rate: number;
  readonly seed: number;
  readonly taught: string | undefined;
  readonly in: string | undefined;
  readonly plot: string | undefined;
  readonly modes: string;
}

const LONGEST_S = 600;

function number(
  text: string,
  name: string,
  good: (value: number) => boolean,
  rule: string,
): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!good(value)) throw new Refusal(`--${name} is ${rule}, not ${quote(text)}`);
  return value;
}

/** So that a mode or a source named by mistake is never overwritten, and the name tells what is inside. */
function mustEnd(file: string, ending: string, what: string): void {
  if (file.toLowerCase().endsWith(ending)) return;
  throw new Refusal(`${what} written to a file that ends in ${ending}, not to ${quote(file)}`);
}

/** @throws Refusal or TypeError (of parseArgs) saying what is wrong. */
function parseRender(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      'voice-space': { type: 'string', default: '0' },
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
    throw new Refusal('name one mode and one WAV file to write');
  }
  mustEnd(out, '.wav', 'the sound is');
  if (values.plot !== undefined) mustEnd(values.plot, '.png', 'the picture is');
  const rates = [24000, 32000, 44100, 48000];
  return {
    mode,
    out,
    voiceSpace: values['voice-space'],
    gesture: values.gesture,
    seconds: number(
      values.seconds,
      'seconds',
      (s) => s > 0 && s <= LONGEST_S,
      'more than 0, at most 600',
    ),
    rate: number(values.rate, 'rate', (hz) => rates.includes(hz), `one of ${rates.join(', ')}`),
    seed: number(
      values.seed,
      'seed',
      (n) => Number.isInteger(n) && n >= 0 && n < 2 ** 32,
      'a whole number below 2^32',
    ),
    taught: values.taught,
    in: values.in,
    plot: values.plot,
    modes: values.modes,
  };
}

/** A voice space by its ordinal or its name. */
export function voiceSpaceOf(mode: ResolvedMode, wanted: string): number {
  const byName = mode.voiceSpaces.findIndex(({ name }) => name === wanted);
  const ordinal = byName >= 0 ? byName : /^\d+$/.test(wanted) ? Number(wanted) : -1;
  if (ordinal >= 0 && ordinal < mode.voiceSpaces.length) return ordinal;
  const names = mode.voiceSpaces.map(
    ({ name }, index) => `${index}${name ? ` ${quote(name)}` : ''}`,
  );
  throw new Refusal(
    `${mode.modeId} has no voice space ${quote(wanted)}; it has ${names.join(', ')}`,
  );
}

function soundIn(file: string): Sound {
  try {
    return readWav(readFileSync(file));
  } catch (error) {
    throw error instanceof RangeError ? new Refusal(`${file}: ${error.message}`) : error;
  }
}

/** The bytes of a taught file that fits the mode. */
function lessonsIn(file: string, mode: ResolvedMode): Uint8Array {
  const bytes = readFileSync(file);
  try {
    const { mode_id, learning_hash } = decodeTaught(bytes);
    const { engine_id, channels, params, layers } = specOf(mode);
    if (mode_id !== mode.modeId) {
      throw new Refusal(`${file}: this was taught to ${mode_id}, not to ${mode.modeId}`);
    }
    if (learning_hash !== learningHash({ engine_id, channels, params, layers })) {
      throw new Refusal(
        `${file}: ${mode_id} had other channels, layers or params when this was taught`,
      );
    }
  } catch (error) {
    throw error instanceof TaughtError ? new Refusal(`${file}: ${error.message}`) : error;
  }
  return bytes;
}

/** Renders as asked, writes the files and gives the line to print. */
export async function runRender(args: readonly string[]): Promise<string> {
  const options = parseRender(args);
  const gesture = GESTURES.get(options.gesture);
  if (!gesture) {
    const names = [...GESTURES.keys()];
    throw new Refusal(
      `there is no gesture ${quote(options.gesture)}${instead(options.gesture, names)}`,
    );
  }
  if (!existsSync(options.modes)) throw new Refusal(`there is no folder ${options.modes}`);
  const { abi, catalogue, modes } = await openWorkshop(options.modes);
  const mode = modeNamed(modes, options.mode);
  const voiceSpace = voiceSpaceOf(mode, options.voiceSpace);
  const engine = catalogue.engines.find(({ engine_id }) => engine_id === mode.engineId);
  const request: RenderRequest = {
    mode,
    playsNotes: engine?.notes === true,
    voiceSpace,
    gesture,
    seconds: options.seconds,
    sampleRateHz: options.rate,
    seed: options.seed,
    ...(options.in === undefined ? {} : { input: soundIn(options.in) }),
    ...(options.taught === undefined ? {} : { taught: lessonsIn(options.taught, mode) }),
  };
  const sound = render(abi, request);
  writeFileSync(options.out, writeWav(sound));
  const space = mode.voiceSpaces[voiceSpace]?.name ?? '';
  if (options.plot !== undefined) {
    writeFileSync(options.plot, plot(sound, `${mode.modeId} ${space}`).png());
  }
  const loud = loudnessDb(sound);
  const level = Number.isFinite(loud) ? `${loud.toFixed(1)} dB` : 'silent';
  const sent = sound.events.length > 0 ? `, ${sound.events.length} MIDI messages` : '';
  return `${options.out}: ${mode.modeId} ${space} ${options.seconds} s, ${level}, peak ${peak(sound).toFixed(3)}${sent}`;
}
