/** The command line of `npm run loudness`: how loud modes rest, and the tables that even engines out. */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { MODES } from '../../build/ts/registry.ts';
import type { Engine } from '../../dsl/catalogue.ts';
import { setsLevel } from '../../dsl/level-params.ts';
import type { ResolvedMode } from '../../dsl/resolved-mode.ts';
import { UsageError } from '../command-line.ts';
import { openWorkshop, type Workshop } from '../instrument/modes.ts';
import { type Estimate, fit, type Measured, makeupDb } from './fit.ts';
import { slotUnits, type Take, take } from './performance.ts';
import { checkRandomSounds } from './random-check.ts';
import { defaultUnits, randomSounds } from './random-sounds.ts';
import { compiledEstimates, tableFile, tableText } from './tables.ts';

export const USAGE = `usage: npm run loudness -- [--random <n>] [--fit <engine>] [--sounds <n>]

  prints how loud every mode rests in each voice space, in LUFS (ITU-R BS.1770-4)

  --random <n>    offers so many random sounds in each voice space as the player does, and prints the softest and the
                  loudest of them, the most from one to the next, the loudest 3 s and the highest peak; fails if one is
                  silent, if two differ by more than 6 LU, if one is over -14 LUFS for 3 s or over -1 dBFS
  --fit <engine>  measure random sounds of an engine and write its table of loudness;
                  npm run format, npm run wasm and npm run golden come next
  --sounds <n>    how many in each voice space, from 50 (default 110)`;

/** A mode at rest counts as much as so many random sounds. */
const REST_WEIGHT = 40;
const REST_SECONDS = 6;
/** Long enough for what plays itself, short enough to measure a hundred. */
const secondsOf = (mode: ResolvedMode): number => (mode.listens || mode.playsNotes ? 2 : 4);

/** How loud a mode rests in a voice space, untaught. */
export function restingTake({ abi }: Workshop, mode: ResolvedMode, voiceSpace: number): Take {
  return take(abi, { mode, voiceSpace, seconds: REST_SECONDS });
}

/** The same without the gain that the engine's estimate adds, in LUFS. */
export function unevened(
  workshop: Workshop,
  mode: ResolvedMode,
  voiceSpace: number,
  { integrated, params }: Take,
): number {
  const estimate = compiledEstimates(mode.engineId)[voiceSpace];
  const slots = slotUnits(engineOf(workshop, mode.engineId), mode, params);
  return integrated - (estimate === undefined ? 0 : makeupDb(estimate, slots));
}

function engineOf({ catalogue }: Workshop, engineId: string): Engine {
  const engine = catalogue.engines.find(({ engine_id }) => engine_id === engineId);
  if (engine === undefined) {
    const ids = catalogue.engines.map(({ engine_id }) => engine_id);
    throw new UsageError(`unknown engine ${engineId}; there are ${ids.join(', ')}`);
  }
  return engine;
}

function measured(
  workshop: Workshop,
  mode: ResolvedMode,
  voiceSpace: number,
  params: readonly number[] | undefined,
): Measured {
  const { abi } = workshop;
  const seconds = params === undefined ? REST_SECONDS : secondsOf(mode);
  const heard = take(abi, { mode, voiceSpace, seconds, ...(params && { params }) });
  return {
    slots: slotUnits(engineOf(workshop, mode.engineId), mode, heard.params),
    lufs: unevened(workshop, mode, voiceSpace, heard),
    weight: 1,
  };
}

/** Fits one voice space of an engine to its modes at rest and to random sounds of all its slots. */
function fitSpace(
  workshop: Workshop,
  engine: Engine,
  modes: readonly ResolvedMode[],
  voiceSpace: number,
  count: number,
): Estimate {
  const resting = modes
    .filter((mode) => voiceSpace < mode.voiceSpaces.length)
    .flatMap((mode) => [
      measured(workshop, mode, voiceSpace, undefined),
      measured(workshop, mode, voiceSpace, defaultUnits(mode, voiceSpace)),
    ])
    .map((sound) => ({ ...sound, weight: REST_WEIGHT }));
  const widest = modes.find(({ params }) => params.length === engine.slots.length);
  if (widest === undefined) throw new UsageError(`no mode lists every slot of ${engine.engine_id}`);
  const sounds = randomSounds(widest, voiceSpace, count).map((params) =>
    measured(workshop, widest, voiceSpace, params),
  );
  const counts = engine.slots.map(({ name }) => !setsLevel(name));
  return fit([...resting, ...sounds], counts);
}

function writeTable(
  workshop: Workshop,
  engineId: string,
  count: number,
  print: (line: string) => void,
): void {
  const engine = engineOf(workshop, engineId);
  const modes = workshop.modes.filter((mode) => mode.engineId === engineId);
  const spaces = engine.voice_spaces.map((name, voiceSpace) => ({
    name,
    estimate: fitSpace(workshop, engine, modes, voiceSpace, count),
  }));
  writeFileSync(tableFile(engineId), tableText(engineId, spaces));
  print(`${tableFile(engineId)} written from ${count} sounds in each voice space`);
}

const whole = (option: string, text: string, least: number): number => {
  const count = Number(text);
  if (Number.isInteger(count) && count >= least) return count;
  throw new UsageError(`--${option} must be a whole number from ${least}, got ${text}`);
};

/** Prints how loud random sounds are. @returns whether all are within the limits */
function printRandom({ abi }: Workshop, count: number, print: (line: string) => void): boolean {
  let good = true;
  for (const mode of MODES) {
    if (mode.modeId === 'sound_analysis') continue;
    for (const [ordinal, { name }] of mode.voiceSpaces.entries()) {
      const found = checkRandomSounds(abi, mode, ordinal, count);
      const { softest, loudest, step, shortTerm, peak } = found;
      const figures = [softest, loudest, step, shortTerm, 20 * Math.log10(peak)];
      const verdict = found.good ? '' : ' over the limits';
      print(`${mode.modeId}, ${name}: ${figures.map((x) => x.toFixed(1)).join(' ')}${verdict}`);
      good &&= found.good;
    }
  }
  return good;
}

/** Runs `npm run loudness`. */
export async function runLoudness(
  args: readonly string[],
  print: (line: string) => void,
): Promise<0 | 1> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      random: { type: 'string' },
      fit: { type: 'string' },
      sounds: { type: 'string', default: '110' },
    },
  });
  const count = whole('sounds', values.sounds, 50);
  const workshop = await openWorkshop();
  if (values.fit !== undefined) {
    writeTable(workshop, values.fit, count, print);
    return 0;
  }
  if (values.random !== undefined) {
    return printRandom(workshop, whole('random', values.random, 1), print) ? 0 : 1;
  }
  for (const mode of workshop.modes) {
    const levels = mode.voiceSpaces.map((_, voiceSpace) =>
      restingTake(workshop, mode, voiceSpace).integrated.toFixed(1),
    );
    print(`${mode.modeId} ${levels.join(' ')}`);
  }
  return 0;
}
