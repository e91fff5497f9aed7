/** Templates of synths: those that come with Ensemble, what is refused, and what they become. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cppTemplates, tsTemplates } from '../../dsl/emit/templates.ts';
import type { ModeSource } from '../../dsl/resolve.ts';
import { CONTROLLER_ROLES } from '../../dsl/schema/template.ts';
import { resolveTemplates } from '../../dsl/templates.ts';
import { readModes } from '../../scripts/generate/sources.ts';

const real = readModes('modes').templates;

const source = (value: unknown, file = 'organ.json'): ModeSource => ({
  file,
  content: Buffer.from(JSON.stringify(value)),
});

const organ = (controllers: unknown, name = 'Organ'): ModeSource =>
  source({ name, source: 'its manual', controllers });

const problems = (...sources: ModeSource[]): string[] =>
  resolveTemplates(sources).diagnostics.map(
    ({ code, pointer, message }) => `${code} ${pointer} ${message}`,
  );

test('seven synths come with Ensemble, each with a filter, times and a source', () => {
  const { templates, diagnostics } = resolveTemplates(real);
  assert.equal(diagnostics, []);
  assert.is(templates.length, 7);
  for (const { name, controllers } of templates) {
    const known = new Map(controllers);
    for (const role of ['modulation', 'cutoff', 'resonance', 'attack', 'decay'] as const) {
      assert.ok(known.has(CONTROLLER_ROLES[role]), `${name}: ${role}`);
    }
  }
});

test('numbers are those of the charts', () => {
  const { templates } = resolveTemplates(real);
  const sent = (id: string, role: keyof typeof CONTROLLER_ROLES): number | undefined =>
    templates
      .find((template) => template.id === id)
      ?.controllers.find(([from]) => from === CONTROLLER_ROLES[role])?.[1];
  for (const [id, cutoff, resonance, decay] of [
    ['arturia_microfreak', 23, 83, 106],
    ['behringer_deepmind_12', 29, 30, 39],
    ['korg_minilogue', 43, 44, 17],
    ['moog_subsequent_37', 19, 21, 29],
    ['novation_bass_station_2', 16, 82, 91],
    ['sequential_prophet_rev2', 102, 103, 119],
    ['yamaha_reface_cs', 74, 71, 75],
  ] as const) {
    assert.is(sent(id, 'cutoff'), cutoff, id);
    assert.is(sent(id, 'resonance'), resonance, id);
    assert.is(sent(id, 'decay'), decay, id);
  }
});

test('what is wrong with a template is told at its place', () => {
  const cases: readonly (readonly [readonly ModeSource[], string])[] = [
    [
      [organ({ cutoff: 20, resonance: 20 })],
      'E_TEMPLATE /controllers/cutoff "resonance" goes to controller 20 already; one of the two must go elsewhere or be left out',
    ],
    [
      [organ({ cutof: 20 })],
      'E_SCHEMA /controllers/cutof "cutof" is not a field here; did you mean "cutoff"?',
    ],
    [[organ({ cutoff: 120 })], 'E_SCHEMA /controllers/cutoff expected at most 119; received 120'],
    [[source({ name: 'Organ', controllers: {} })], 'E_SCHEMA  the field "source" is missing'],
    [
      [source({ name: 'Organ', source: 'its manual', controllers: {} }, 'My Organ.json')],
      'E_TEMPLATE  the file must be named like korg_minilogue.json: a letter, then a-z, 0-9 and _; it is "My Organ"',
    ],
    [
      [organ({}), source({ name: 'Organ', source: 'a', controllers: {} }, 'other.json')],
      'E_TEMPLATE /name there is a template "Organ" already',
    ],
  ];
  for (const [sources, wanted] of cases) {
    const found = problems(...sources);
    assert.ok(found.includes(wanted), `${wanted}\n${found.join('\n')}`);
  }
});

test('a template becomes pairs of numbers for pages and boards', () => {
  const { templates } = resolveTemplates([organ({ cutoff: 43, modulation: 1 })]);
  assert.match(
    tsTemplates(templates),
    '{ id: "organ", name: "Organ", controllers: [[1, 1], [74, 43]] },',
  );
  assert.match(cppTemplates(templates), '{"organ", 2, {{1, 1}, {74, 43}}},');
  assert.match(cppTemplates([]), 'kMidiTemplates = nullptr;');
});

test.run();
