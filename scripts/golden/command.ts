/** The command line of `npm run golden`: writes the audio hashes of all modes and presets, or compares them. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openWorkshop } from '../instrument/modes.ts';
import { goldenLines, presetGoldenLines } from './performance.ts';

export const USAGE = `usage: npm run golden -- [--check]

  --check  write nothing; fail if a mode or preset sounds different from the committed hashes`;

/**
 * Lines `mode ordinal hash`, one for every mode and voice space; with keys too, `mode ordinal+keys hash`, where it sounds
 * without.
 */
const GOLDEN_FILE = 'test/golden/audio.txt';
/** Lines `mode "name" hash`, one for every preset. */
export const PRESET_GOLDEN_FILE = 'test/golden/presets.txt';

export function readGolden(file = GOLDEN_FILE): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
}

/** Lines of one and not of the other, as `- committed` and `+ now`. */
export function differences(committed: readonly string[], now: readonly string[]): string[] {
  return [
    ...committed.filter((line) => !now.includes(line)).map((line) => `- ${line}`),
    ...now.filter((line) => !committed.includes(line)).map((line) => `+ ${line}`),
  ];
}

/** What all modes and presets sound like now. */
export async function playAll(): Promise<Record<'modes' | 'presets', readonly string[]>> {
  const { abi, modes } = await openWorkshop();
  return { modes: goldenLines(abi, modes), presets: presetGoldenLines(abi, modes) };
}

/** Runs `npm run golden`; gives the exit code. */
export async function runGolden(
  args: readonly string[],
  print: (line: string) => void,
  files = { modes: GOLDEN_FILE, presets: PRESET_GOLDEN_FILE },
  play = playAll,
): Promise<0 | 1> {
  const { values } = parseArgs({ args: [...args], options: { check: { type: 'boolean' } } });
  const { modes, presets } = await play();
  let same = true;
  for (const [file, now] of [
    [files.modes, modes],
    [files.presets, presets],
  ] as const) {
    const changed = differences(readGolden(file), now);
    for (const line of changed) print(line);
    if (changed.length === 0) {
      print(`${file}: ${now.length} hashes, none changed`);
    } else if (values.check) {
      same = false;
    } else {
      writeFileSync(file, `${now.join('\n')}\n`);
      print(`${file}: ${now.length} hashes written; commit them if you meant to change the sound`);
    }
  }
  return same ? 0 : 1;
}
