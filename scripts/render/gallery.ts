/** The command line of `npm run gallery`: a picture of each mode, made of its first preset's sound. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import type { ResolvedMode } from '../../dsl/resolved-mode.ts';
import { openWorkshop, type Workshop } from '../instrument/modes.ts';
import { GESTURES } from './gesture.ts';
import { type Rendering, render } from './render.ts';
import { controllerLevels, HEIGHT, ridges, soundLevels, WIDTH } from './ridges.ts';

export const USAGE = `usage: npm run gallery -- [--check]

  --check  write nothing; fail if a picture is not that of its mode's sound`;

export const GALLERY_FILE = 'build/gallery/pictures.json';
const MARK = 'from modes and engines by npm run gallery: do not edit';

const SECONDS = 6;
const SAMPLE_RATE_HZ = 48_000;

function soundOf({ abi, catalogue, presets }: Workshop, mode: ResolvedMode): Rendering {
  const [preset] = presets.get(mode.modeId) ?? [];
  const engine = catalogue.engines.find(({ engine_id }) => engine_id === mode.engineId);
  const gesture = GESTURES.get('circle');
  if (gesture === undefined) throw new TypeError('there is no gesture "circle"');
  return render(abi, {
    mode,
    playsNotes: engine?.notes === true,
    voiceSpace: preset?.voiceSpace ?? 0,
    gesture,
    seconds: SECONDS,
    sampleRateHz: SAMPLE_RATE_HZ,
    seed: 1,
    ...(preset !== undefined && { preset }),
  });
}

/** The lines of a mode's picture; of what sends MIDI and makes no sound, those of its controllers. */
export function pictureOf(workshop: Workshop, mode: ResolvedMode): readonly string[] {
  const sound = soundOf(workshop, mode);
  const isSilent = sound.left.every((sample) => sample === 0);
  return ridges(
    isSilent ? controllerLevels(sound.events, SECONDS * SAMPLE_RATE_HZ) : soundLevels(sound),
  );
}

type Pictures = ReadonlyMap<string, readonly string[]>;

const Gallery = v.object({ pictures: v.record(v.string(), v.array(v.string())) });

function readPictures(file: string): Pictures {
  if (!existsSync(file)) return new Map();
  return new Map(Object.entries(v.parse(Gallery, JSON.parse(readFileSync(file, 'utf8'))).pictures));
}

function write(file: string, pictures: Pictures): void {
  const gallery = {
    '@generated': MARK,
    width: WIDTH,
    height: HEIGHT,
    pictures: Object.fromEntries(pictures),
  };
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(gallery, null, 1)}\n`);
}

/**
 * Runs once; gives the exit code: 0 fine, 1 if a picture is stale. A mode may be without a picture.
 *
 * @throws TypeError on wrong usage
 */
export async function runGallery(
  args: readonly string[],
  print: (line: string) => void,
  file = GALLERY_FILE,
): Promise<0 | 1> {
  const { values } = parseArgs({ args: [...args], options: { check: { type: 'boolean' } } });
  const workshop = await openWorkshop();
  const is = readPictures(file);
  const should: Pictures = new Map(
    workshop.modes.map((mode) => [mode.modeId, pictureOf(workshop, mode)]),
  );
  const missing = [...should.keys()].filter((modeId) => !is.has(modeId));
  const stale = [...is.keys()].filter(
    (modeId) => is.get(modeId)?.join() !== should.get(modeId)?.join(),
  );
  if (!values.check && missing.length + stale.length > 0) {
    write(file, should);
    print(`wrote ${file}`);
    return 0;
  }
  for (const modeId of missing)
    print(`${file} has no picture of ${modeId}; npm run gallery draws it`);
  for (const modeId of stale) {
    print(`${file}: the picture of ${modeId} is not that of its sound; run npm run gallery`);
  }
  if (missing.length + stale.length === 0) print(`${file} is up to date`);
  return stale.length === 0 ? 0 : 1;
}
