/** Panels of VCV Rack: exact for a small mode, and for any mode complete, apart and readable. */
import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { rackDrawings, rackPatch, rackPlugin } from '../../dsl/emit/rack.ts';
import { cppRackPanels } from '../../dsl/emit/rack-cpp.ts';
import { PANEL_HEIGHT_MM, type RackPart, rackPanel } from '../../dsl/emit/rack-parts.ts';
import { strokedText } from '../../dsl/emit/stroke-font.ts';
import { resolveModes } from '../../dsl/resolve.ts';
import type { ResolvedMode } from '../../dsl/resolved-mode.ts';
import { CATALOGUE } from './fixtures/engines.ts';
import { soundMode } from './fixtures/modes.ts';

const golden = (name: string): string => readFileSync(`test/golden/modes/${name}`, 'utf8');

const [glass] = resolveModes(
  [{ file: 'modes/glass.json', content: JSON.stringify(soundMode()) }],
  CATALOGUE,
).modes;
if (glass === undefined) throw new Error('the fixture does not resolve');
const [aChannel] = glass.channels;
const [aParam] = glass.params;
if (aChannel === undefined || aParam === undefined) throw new Error('the fixture is empty');

test('a mode as a panel', () =>
  assert.fixture(new Map(rackDrawings(glass)).get('res/glass.svg') ?? '', golden('glass.svg.txt')));

test('a mode as the table of a panel', () =>
  assert.fixture(cppRackPanels([glass]), golden('glass.rack.txt')));

test('what panels have in common is written once, however wide they are', () => {
  const wide = { ...glass, modeId: 'wide', params: Array.from({ length: 40 }, () => aParam) };
  const { parts, own, groups, groupsLeft } = rackPanel(wide);
  assert.is.not(groupsLeft, rackPanel(glass).groupsLeft);
  const shared = groups.flatMap((group) => group.parts);
  assert.equal([...own, ...shared.map((part) => ({ ...part, x: part.x + groupsLeft }))], parts);
  const text = cppRackPanels([glass, wide]);
  const alone = cppRackPanels([glass]);
  for (const row of ['"Teach"', '"Teach trigger"', '"Hold"', '"Error"', 'Channel kPadXChannel']) {
    assert.is(text.split(row).length, 2, row);
    assert.is(alone.split(row).length, 2, row);
  }
  assert.is(text.split('kActionsGroup').length, 4);
  for (const group of rackPanel(glass).groups) {
    const same = groups.find(({ name }) => name === group.name);
    if (same !== undefined) assert.equal(same.parts, group.parts);
  }
});

test('the plugin describes every mode by what it does', () => {
  const kinds = [
    [{ listens: true, sendsMidi: false }, 'Effect'],
    [{ listens: false, sendsMidi: true }, 'Sequencer'],
    [{ listens: false, sendsMidi: false }, 'Synth voice'],
  ] as const;
  for (const [change, kind] of kinds) {
    assert.match(rackPlugin([{ ...glass, ...change }]), `"${kind}",`);
  }
  assert.not.match(rackPlugin([{ ...glass, note: undefined }]).slice(500), '"description"');
  assert.match(rackPlugin([]), '"modules": []');
  assert.match(cppRackPanels([]), 'kPanels = nullptr;');
});

test('the first lesson plugs oscillators into controls that have a jack', () => {
  const cables = (mode: ResolvedMode): number => rackPatch(mode).split('"outputId"').length - 1;
  assert.is(cables(glass), 4);
  assert.is(cables({ ...glass, channels: [{ ...aChannel, name: 'midi_note' }] }), 2);
});

/** Half of the width of the largest part. */
const HALF_MM = 5;

function overlap(a: RackPart, b: RackPart): boolean {
  return Math.abs(a.x - b.x) < 2 * HALF_MM && Math.abs(a.y - b.y) < 2 * HALF_MM;
}

const largest = (change: Partial<ResolvedMode>): ResolvedMode => {
  const channels = Array.from({ length: 36 }, (_, i) => ({ ...aChannel, name: `channel_${i}` }));
  const params = Array.from({ length: 128 }, (_, i) => ({ ...aParam, name: `param_${i}` }));
  return { ...glass, channels, params, ...change };
};

for (const [name, mode] of [
  ['a small mode', glass],
  ['the largest mode', largest({ listens: true, followsMidi: true, followsClock: true })],
  ['a mode without channels', largest({ channels: [], listens: false, followsMidi: false })],
] as const) {
  test(`no two parts of ${name} are on each other, or have the same number`, () => {
    const { widthMm, parts } = rackPanel(mode);
    const lists = new Set<string>();
    for (const [place, part] of parts.entries()) {
      const list = ['input', 'output', 'light'].includes(part.kind) ? part.kind : 'param';
      assert.not.ok(lists.has(`${list} ${part.id}`), `${list} ${part.id}`);
      lists.add(`${list} ${part.id}`);
      assert.ok(part.x >= HALF_MM && part.x <= widthMm - HALF_MM, part.name);
      assert.ok(part.y >= HALF_MM && part.y <= PANEL_HEIGHT_MM - HALF_MM, part.name);
      for (const other of parts.slice(place + 1)) {
        assert.not.ok(overlap(part, other), `${part.name} and ${other.name}`);
      }
    }
  });
}

const numbersOf = (path: string): number[] => (path.match(/-?[\d.]+/g) ?? []).map(Number);

test('what is written is inside its width and above its line, and always a path', () => {
  const size = { height: 2, width: 12, lines: 2 } as const;
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const path = strokedText(text, 50, 20, size);
      assert.match(path, /^(?:M-?[\d.]+ -?[\d.]+(?:L-?[\d.]+ -?[\d.]+)+)*$/);
      const numbers = numbersOf(path);
      assert.ok(numbers.filter((_, i) => i % 2 === 0).every((x) => x >= 43.9 && x <= 56.1));
      assert.ok(numbers.filter((_, i) => i % 2 === 1).every((y) => y <= 20.01 && y >= 14));
    }),
  );
  assert.is(strokedText('日本', 50, 20, size), '');
  assert.is(strokedText('é', 50, 20, size), strokedText('E', 50, 20, size));
  assert.is.not(strokedText('A B', 50, 20, size), strokedText('AB', 50, 20, size));
});

test.run();
