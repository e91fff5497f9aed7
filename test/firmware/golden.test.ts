/**
 * Every mode in every voice space sounds the same to the last bit on the host (optimised for its own
 * processor, with and without denormals) and in wasm, through the whole run time: network, training,
 * notes, engine. The Cortex-M33's part is in test/device.
 */
import { readdirSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  differences,
  PRESET_GOLDEN_FILE,
  playAll,
  readGolden,
  runGolden,
} from '../../scripts/golden/command.ts';
import { openWorkshop } from '../../scripts/instrument/modes.ts';
import { Native } from '../support/native.ts';

const { modes } = await openWorkshop();
const committed = readGolden();
const now = await playAll();

test('there is a hash for every voice space of every mode, and no two are equal', () => {
  const places = modes.flatMap(({ modeId, voiceSpaces, drones }) =>
    voiceSpaces.flatMap((_, at) => [
      `${modeId} ${at}`,
      ...(drones ? [`${modeId} ${at}+keys`] : []),
    ]),
  );
  assert.equal(
    committed.map((line) => line.split(' ').slice(0, 2).join(' ')),
    places,
  );
  assert.is(new Set(committed.map((line) => line.split(' ')[2])).size, committed.length);
});

test('wasm', () => {
  assert.equal(differences(committed, now.modes), []);
});

test('every preset learns and sounds the same, and unlike every other', () => {
  const presets = readGolden(PRESET_GOLDEN_FILE);
  assert.equal(differences(presets, now.presets), []);
  assert.is(new Set(presets.map((line) => line.slice(-8))).size, presets.length);
});

const sourcesOf = (...folders: readonly string[]): string[] =>
  folders.flatMap((folder) =>
    readdirSync(`firmware/${folder}`)
      .filter((name) => name.endsWith('.cc'))
      .map((name) => `firmware/${folder}/${name}`),
  );

test('every preset, chosen as in plugin hosts', async () => {
  const native = await Native.compile({
    sources: [
      'test/firmware/golden/presets_main.cc',
      ...sourcesOf('dsp', 'engines', 'instrument', 'abi', 'host'),
    ],
    flags: ['-O2'],
  });
  try {
    const { code, stdout } = await native.run();
    assert.is(code, 0);
    assert.equal(differences(readGolden(PRESET_GOLDEN_FILE), stdout.trimEnd().split('\n')), []);
  } finally {
    native.remove();
  }
});

test('host, with and without denormals', async () => {
  const sources = sourcesOf('dsp', 'engines', 'instrument', 'abi');
  const native = await Native.compile({
    sources: ['test/firmware/golden/main.cc', ...sources],
    flags: ['-O3', '-march=native'],
  });
  try {
    for (const args of [[], ['ftz']]) {
      const { code, stdout } = await native.run(...args);
      assert.is(code, 0);
      assert.equal(differences(committed, stdout.trimEnd().split('\n')), [], args.join());
    }
  } finally {
    native.remove();
  }
});

test('the command compares without writing and says what changed', async () => {
  const printed: string[] = [];
  const print = (line: string) => printed.push(line);
  const play = async () => now;
  assert.is(await runGolden(['--check'], print, undefined, play), 0);
  assert.match(printed.join('\n'), /none changed/);
  const missing = { modes: 'out/no-such-file.txt', presets: PRESET_GOLDEN_FILE };
  const none = await runGolden(['--check'], print, missing, play);
  assert.is(none, 1);
  assert.is(printed.filter((line) => line.startsWith('+ ')).length, committed.length);
});

test.run();
