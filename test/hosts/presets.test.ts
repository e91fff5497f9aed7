/** Every preset of every mode, chosen as people do in each plugin host, teaches the instrument what the page learns. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as v from 'valibot';
import { lv2Uri } from '../../dsl/emit/lv2.ts';
import { makeInstrument } from '../../scripts/instrument/make-instrument.ts';
import { openWorkshop } from '../../scripts/instrument/modes.ts';
import { learnPreset } from '../../src/shared/instrument/learn-preset.ts';
import { presetsOf } from '../../src/shared/instrument/presets.ts';
import { closing } from '../support/closing.ts';
import { compileHost, runHost } from '../support/lv2.ts';
import { Patch, play, withFolder } from '../support/pd.ts';
import { compileRackHost, PLUGIN, partId, runRack } from '../support/rack.ts';

const { abi, modes } = await openWorkshop();
const [lv2, rack] = await Promise.all([compileHost(), compileRackHost()]);

/** What the page learns of each preset of a mode: taught files, in order. */
const learned = (mode: (typeof modes)[number]): Buffer[] =>
  presetsOf(mode.modeId).map((preset) => {
    const page = makeInstrument(abi, mode);
    learnPreset(page, preset);
    const file = Buffer.from(page.save());
    page.destroy();
    return file;
  });

const names = (count: number): string[] => Array.from({ length: count }, (_, at) => `${at}.taught`);

function check(folder: string, modeId: string, files: readonly Buffer[]): void {
  for (const [at, name] of names(files.length).entries()) {
    const file = readFileSync(path.join(folder, name));
    assert.ok(file.equals(files[at] ?? Buffer.of()), `${modeId} ${presetsOf(modeId)[at]?.name}`);
  }
}

/** A file of the folder that Rack lists. */
const RackPreset = v.object({
  plugin: v.literal('Ensemble'),
  model: v.string(),
  params: v.array(v.object({ id: v.number(), value: v.number() })),
  data: v.object({ preset: v.number() }),
});

for (const mode of modes) {
  const { modeId } = mode;
  const presets = presetsOf(modeId);
  const files = learned(mode);

  test(`${modeId}: LV2 hosts list the presets, and each is what the page learns`, () => {
    withFolder((folder) => {
      const hasSpaces = mode.voiceSpaces[0]?.name !== undefined;
      const { lines, status } = runHost(lv2, folder, [
        `open ${lv2Uri(modeId)} 48000`,
        ...presets.flatMap((_, at) => [
          // Held by hand, which a preset ends.
          'set hold 1',
          'play 640',
          `preset ${lv2Uri(modeId)}#preset_${at + 1}`,
          'get hold',
          ...(hasSpaces ? ['get voice_space'] : []),
          'play 640',
          `save ${at}.taught`,
        ]),
      ]);
      assert.is(status, 0, lines.join('\n'));
      assert.equal(
        lines.filter((line) => !line.startsWith('midi ')),
        presets.flatMap(({ name, voiceSpace }) => [
          `preset ${name}`,
          'hold 0',
          ...(hasSpaces ? [`voice_space ${voiceSpace}`] : []),
        ]),
      );
      check(folder, modeId, files);
    });
  });

  test(`${modeId}: Pure Data lists the presets, and each is what the page learns`, () => {
    withFolder((folder) => {
      const patch = new Patch();
      const object = patch.obj(`ensemble~ ${modeId}`);
      patch.connect(patch.obj('r ens'), 0, object);
      patch.connect(object, 2, patch.obj('print out'));
      const { lines, status } = play(folder, patch, [
        ['ens presets'],
        ...presets.flatMap(({ name }, at) => [
          // Some by name, some by number.
          [`ens param ${mode.params[0]?.name} 0.25`],
          [`ens preset ${at % 2 === 0 ? name : at}`, `ens save ${at}.taught`, 'ens dump'],
        ]),
        ['pd quit'],
      ]);
      assert.is(status, 0, lines.join('\n'));
      // Pd writes a space inside a name as `\\ `.
      const listed = presets.map(({ name }) => name.replaceAll(' ', '\\ ')).join(' ');
      assert.ok(lines.includes(`out: presets ${listed}`), lines.join('\n'));
      const spaces = lines.filter((line) => line.startsWith('out: voice_space'));
      assert.equal(
        spaces.map((line) => Number(line.split(' ')[2])),
        presets.map(({ voiceSpace }) => voiceSpace),
      );
      check(folder, modeId, files);
    });
  });

  test(`${modeId}: Rack lists the presets in its menu, and each is what the page learns`, () => {
    const folder = path.join(PLUGIN, 'presets', modeId);
    const listed = readdirSync(folder).sort();
    // Rack shows what is between the number and the ending.
    assert.equal(
      listed.map((name) => name.replace(/^\d+_(.*)\.vcvm$/, '$1')),
      presets.map(({ name }) => name),
    );
    const read = listed.map((name) =>
      v.parse(RackPreset, JSON.parse(readFileSync(path.join(folder, name), 'utf8'))),
    );
    withFolder((place) => {
      const { lines, status } = runRack(rack, place, [
        `open ${modeId} 48000`,
        ...read.flatMap(({ model, params, data }, at) => {
          assert.is(model, modeId);
          const off = (latch: string) => ({ id: partId(mode, 'control', latch), value: 0 });
          assert.equal(params, [off('Hold'), off('Explore')]);
          return [
            `preset ${data.preset} ${off('Hold').id} 0`,
            'play 640',
            `save ${at}.taught`,
            'data',
          ];
        }),
      ]);
      assert.is(status, 0, lines.join('\n'));
      assert.equal(
        lines.map((line) => Number(line.split(' ')[1])),
        presets.map(({ voiceSpace }) => voiceSpace),
      );
      check(place, modeId, files);
    });
  });
}

test('a preset that is not there changes nothing', () => {
  withFolder((folder) => {
    const { lines, status } = runRack(rack, folder, [
      'open drone 48000',
      'preset 2 3 0',
      'play 640',
      'save before.taught',
      'preset 99 3 0',
      'preset -1 3 0',
      'play 640',
      'save after.taught',
    ]);
    assert.is(status, 0, lines.join('\n'));
    const [before, after] = ['before', 'after'].map((name) =>
      readFileSync(path.join(folder, `${name}.taught`)),
    );
    assert.ok(before !== undefined && after?.equals(before));
    const patch = new Patch();
    patch.connect(patch.obj('r ens'), 0, patch.obj('ensemble~ drone'));
    const said = play(folder, patch, [['ens preset Tampura', 'ens preset 6'], ['pd quit']]);
    assert.match(said.lines.join('\n'), 'no preset "Tampura"; did you mean "Tanpura"?');
    assert.match(said.lines.join('\n'), 'no preset "6"; there are "Tanpura", "Cathedral Organ"');
  });
});

closing(
  () => lv2.remove(),
  () => rack.remove(),
);

test.run();
