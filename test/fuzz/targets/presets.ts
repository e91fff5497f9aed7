/** Files of presets: those of modes, which makers write, and those that players export and import. */
import { readFileSync } from 'node:fs';
import { MODES } from '../../../build/ts/registry.ts';
import { resolvePresets } from '../../../dsl/presets.ts';
import { openWorkshop } from '../../../scripts/instrument/modes.ts';
import { modeSpec } from '../../../src/shared/instrument/mode-spec.ts';
import {
  PresetsFileError,
  type PresetsOwner,
  readPresets,
  writePresets,
} from '../../../src/shared/presets-file.ts';
import { bytesOf, mutateBytes, mutateText, textOf } from '../bytes.ts';
import { pick, type Random } from '../random.ts';
import { must, type Target } from '../target.ts';

const MODE = 'drone';
const FILE = `modes/presets/${MODE}.json`;
/** A command and a page read presets, not the service. */
const LIMIT_MS = 250;
const WORDS = [
  '{',
  '}',
  '[]',
  ':',
  '"',
  '1e999',
  '-1',
  'null',
  '__proto__',
  '"version": 2',
  '"mode":',
  '"sound": "#taught=1.AA"',
  '#taught=2.AA',
  '#taught=1.',
  '"at": {"cv_9": 1}',
  '"plays": {"constructor": 1}',
  '"voice_space": "Choir"',
  '\\ud800',
];

function ownerOf(modeId: string): PresetsOwner {
  const mode = MODES.find((one) => one.modeId === modeId);
  if (mode === undefined) throw new Error(`no mode ${modeId}`);
  return { modeId, shape: modeSpec(mode), voiceSpaces: mode.voiceSpaces.length };
}

const OWNER = ownerOf(MODE);

/** Changes a letter of a sound: what is decoded from it is another one, or damaged. */
function mutateSound(text: string, random: Random): string {
  const sounds = [...text.matchAll(/#taught=\d+\.[\w-]{8,}/g)];
  if (sounds.length === 0) return text;
  const { 0: sound, index } = pick(sounds, random);
  const at = index + 10 + random(sound.length - 10);
  const letter = 'ABCDEFabcdef0123456789-_'[random(24)] ?? 'A';
  return text.slice(0, at) + letter + text.slice(at + 1);
}

function mutate(input: Uint8Array, random: Random, other: Uint8Array): Uint8Array {
  if (random(8) === 0) return mutateBytes(input, random, other);
  const text = textOf(input);
  const changed =
    random(3) === 0 ? mutateSound(text, random) : mutateText(text, random, textOf(other), WORDS);
  return bytesOf(changed.slice(0, 60_000));
}

/** The verdict of the player's reader; what it takes, it writes so that it reads the same. */
function exported(text: string): string {
  try {
    const presets = readPresets(OWNER, text);
    const again = readPresets(OWNER, writePresets(OWNER, presets));
    must(
      JSON.stringify(again) === JSON.stringify(presets),
      'presets are written as they were read',
    );
    for (const { name, voiceSpace } of presets) {
      must(name.trim() === name && name !== '', 'a preset has a name');
      must(voiceSpace >= 0 && voiceSpace < OWNER.voiceSpaces, 'a preset has a voice space');
    }
    return `${presets.length} presets`;
  } catch (error) {
    if (!(error instanceof PresetsFileError)) throw error;
    return `${error.fault} ${error.fault === 'damaged' ? error.subject.replaceAll(/\d+/g, '#') : ''}`;
  }
}

export async function presets(): Promise<Target> {
  const { modes } = await openWorkshop();
  const own = [
    { name: 'One', voiceSpace: 0, taught: [] },
    {
      name: 'Two',
      voiceSpace: 2,
      taught: [
        { inputs: [0, 1, 2, 32_768], outputs: Array.from({ length: 10 }, (_, i) => 3_000 * i) },
      ],
    },
    { name: 'Three', voiceSpace: 1, taught: Uint8Array.of(1, 2, 3) },
  ];
  const run = (input: Uint8Array): string => {
    const { presets: resolved, diagnostics } = resolvePresets(
      [{ file: FILE, content: input }],
      modes,
    );
    must(resolved.has(MODE) || diagnostics.length > 0, 'a file gives presets, or says why not');
    const placed = diagnostics.every(
      ({ line, column, message }) => line > 0 && column > 0 && message !== '',
    );
    must(placed, 'a diagnostic has a place and says something');
    for (const preset of resolved.get(MODE) ?? []) {
      const units = preset.examples.flatMap(({ inputs, outputs }) => [...inputs, ...outputs]);
      must(
        units.every((unit) => unit >= 0 && unit <= 32_768),
        'examples are unit values',
      );
    }
    const said = diagnostics.map(({ code, message }) => `${code} ${message.slice(0, 16)}`);
    return [exported(textOf(input)), ...new Set(said)].sort().slice(0, 3).join();
  };
  return {
    seeds: [
      new Uint8Array(readFileSync(FILE)),
      bytesOf(writePresets(OWNER, own)),
      bytesOf(writePresets(ownerOf('wanderer'), own.slice(0, 1))),
    ],
    limitMs: LIMIT_MS,
    mutate,
    run,
  };
}
