/**
 * The drift test tested: engines mutated on purpose (test/support/engine-mutants.ts) are all caught, the real
 * ones are not accused. ALL_MUTANTS=1 tries every slot in every voice space and prints how many were caught.
 */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Diagnostic, strictly } from '../../dsl/diagnostics.ts';
import { driftDiagnostics } from '../../dsl/measure.ts';
import { resolveModes } from '../../dsl/resolve.ts';
import { CURVE_NAMES } from '../../dsl/schema/curve.ts';
import { type Engines, loadEngines } from '../../scripts/generate/engines.ts';
import { readModes } from '../../scripts/generate/sources.ts';
import { draftFor } from '../../scripts/new-mode/command.ts';
import { render } from '../../scripts/render/render.ts';
import { Abi } from '../../src/shared/instrument/abi.ts';
import { CHEATS, changed, instance, mutated } from '../support/engine-mutants.ts';

const { sources } = readModes('modes');
const real = await loadEngines();

/** What `npm run gen -- --strict` says of one mode file, or of all, with these engines. */
async function strictReport(engines: Engines, only?: string): Promise<readonly Diagnostic[]> {
  const asked = sources.filter(({ file }) => only === undefined || file === only);
  const { modes, diagnostics } = resolveModes(asked, engines.catalogue);
  const drifts = await engines.measure(modes);
  return strictly([...diagnostics, ...driftDiagnostics(drifts, modes, asked)]);
}

const key = ({ file, line, code }: Diagnostic): string => `${file}:${line} ${code}`;

test('the real modes pass --strict on the real engines', async () => {
  assert.equal(await strictReport(real), []);
  assert.ok(sources.length >= 8, `${sources.length} modes`);
});

test('all seven curves occur in the real modes', () => {
  const { modes } = resolveModes(sources, real.catalogue);
  const seen = new Set(modes.flatMap((mode) => mode.voiceSpaces.flatMap(({ curves }) => curves)));
  assert.equal([...seen].sort(), [...CURVE_NAMES].sort());
});

const baseline = new Map<string, Set<string>>();
const baselineReports = new Map<string, readonly Diagnostic[]>();
for (const { file } of sources) {
  const report = await strictReport(mutated(0, 0, 0, 0), file);
  baseline.set(file, new Set(report.map(key)));
  baselineReports.set(file, report);
}

test('the engine the documentation teaches with needs its header and its line, and nothing else', async () => {
  const engines = mutated(0, 0, 0, 0);
  assert.ok(engines.catalogue.engines.some(({ engine_id }) => engine_id === 'hum'));
  const request = { modeId: 'my_hum', engineId: 'hum', input: undefined, folder: 'modes' };
  const { text } = await draftFor(instance, request);
  const file = { file: 'modes/my_hum.json', content: Buffer.from(text) };
  const { modes, diagnostics } = resolveModes([file], engines.catalogue);
  assert.equal(strictly(diagnostics), []);
  assert.equal(await engines.measure(modes), []);
  const [mode] = modes;
  assert.ok(mode);
  const { left } = render(new Abi(instance), {
    mode,
    playsNotes: false,
    voiceSpace: 1,
    gesture: (seconds, channels) => Array.from({ length: channels }, () => seconds % 1),
    seconds: 0.5,
    sampleRateHz: 48000,
    seed: 1,
  });
  assert.ok(left.some((x) => Math.abs(x) > 0.01));
});

test('every engine whose source has another curve or another range is caught', async () => {
  assert.is(
    changed.length,
    real.catalogue.engines.length,
    'every engine has a table that was mutated',
  );
  const report = await strictReport(mutated(0, 0, 0, 0));
  const { modes } = resolveModes(sources, real.catalogue);
  for (const { curve, range } of changed) {
    for (const mode of modes.filter(
      ({ engineId, params }) =>
        real.catalogue.engines.some(
          (engine) =>
            engine.engine_id === engineId &&
            engine.slots[0]?.name === curve &&
            engine.slots.some(({ name }) => name === range),
        ) && params.length > 0,
    )) {
      const of = report.filter(({ file }) => file === mode.file);
      const expected = [
        ...(mode.params.some(({ name }) => name === curve) ? ['E_DRIFT'] : []),
        ...(mode.params.some(({ name }) => name === range) ? ['W_RANGE'] : []),
      ];
      for (const code of expected) {
        assert.ok(
          of.some((found) => found.code === code && found.severity === 'error'),
          `${mode.modeId} ${code}`,
        );
      }
    }
  }
});

for (const [what, { engine, slot, space }] of Object.entries(CHEATS)) {
  test(`caught, with engine, slot and voice space: ${what}`, async () => {
    const { modes } = resolveModes(sources, real.catalogue);
    const mode = modes.find(
      ({ engineId, params }) => engineId === engine && params.some(({ name }) => name === slot),
    );
    assert.ok(mode);
    const honest = new Set((baselineReports.get(mode.file) ?? []).map(({ message }) => message));
    const report = await strictReport(mutated(12, 0, 0, 0), mode.file);
    const found = report.filter(
      ({ code, message }) =>
        code === 'E_DRIFT' &&
        !honest.has(message) &&
        message.startsWith(`${engine}, slot "${slot}"`),
    );
    const names = mode.voiceSpaces.map(({ name }) => name);
    const told = names.filter((name) =>
      found.some(({ message }) => name === undefined || message.includes(`voice space "${name}"`)),
    );
    assert.equal(told, space === undefined ? names : [names[space]]);
  });
}

const KINDS = [
  '',
  'curve',
  'range',
  'hidden range',
  'order',
  'swap',
  'twice',
  'dead',
  'two others',
  'curve where it is used',
  'twice where it is used',
  'swap where it is used',
] as const;

interface Aim {
  readonly kind: number;
  readonly slot: number;
  readonly space: number;
  readonly arg: number;
}

/** Two mutants of every kind for a mode, on slots that no text mutant has touched. */
function aimsAt(file: string): Aim[] {
  const { modes } = resolveModes(sources, real.catalogue);
  const mode = modes.find((candidate) => candidate.file === file);
  const engine = real.catalogue.engines.find(({ engine_id }) => engine_id === mode?.engineId);
  if (!mode || !engine) throw new Error(`${file} does not resolve`);
  const slots = mode.params
    .map(({ name }) => engine.slots.findIndex((slot) => slot.name === name))
    .filter((slot) => slot > 1);
  const picks = [slots[Math.floor(slots.length / 3)], slots.at(-1)].filter(
    (slot) => slot !== undefined,
  );
  return picks.flatMap((slot, pick) => {
    const param = mode.params.findIndex(({ name }) => name === engine.slots[slot]?.name);
    const space = (mode.voiceSpaces.length - 1) * pick;
    const declared = mode.voiceSpaces[space]?.curves[param] ?? 'linear';
    const neighbour = slots.find((candidate) => candidate !== slot) ?? slot;
    const curve = (CURVE_NAMES.indexOf(declared) + 1 + pick) % CURVE_NAMES.length;
    const aims: Aim[] = [
      { kind: 1, slot, space, arg: curve },
      { kind: 2, slot, space: 0, arg: 0 },
      { kind: 3, slot, space: 0, arg: 0 },
      { kind: 5, slot, space: 0, arg: neighbour },
      { kind: 7, slot, space: 0, arg: 0 },
      { kind: 9, slot, space, arg: curve },
      { kind: 11, slot, space, arg: neighbour },
    ];
    if (declared !== 'linear') aims.push({ kind: 10, slot, space, arg: 0 });
    // A linear curve applied twice is the same; order needs two spaces.
    if (mode.voiceSpaces.some(({ curves }) => curves[param] !== 'linear'))
      aims.push({ kind: 6, slot, space: 0, arg: 0 });
    if (mode.voiceSpaces.length > 1)
      aims.push({
        kind: 4,
        slot: 0,
        space: pick,
        arg: pick + 1 < mode.voiceSpaces.length ? pick + 1 : 0,
      });
    return aims;
  });
}

for (const { file } of sources) {
  test(`${file}: every mutant of its engine is caught`, async () => {
    const before = baseline.get(file) ?? new Set();
    const aims = aimsAt(file);
    assert.ok(aims.length > 0);
    for (const { kind, slot, space, arg } of aims) {
      const report = await strictReport(mutated(kind, slot, space, arg), file);
      const fresh = report.filter((found) => !before.has(key(found)));
      const what = `${KINDS[kind]} of slot ${slot}, voice space ${space}, ${arg}`;
      assert.ok(fresh.length > 0, `not caught: ${what}`);
      assert.ok(
        fresh.every(({ severity }) => severity === 'error'),
        what,
      );
    }
  });
}

test('a slot that moves only where two others are is caught, though it moves right beside each', async () => {
  const file = 'modes/fm_voice.json';
  const engine = real.catalogue.engines.find(({ engine_id }) => engine_id === 'fm_voice');
  const slotOf = (name: string): number =>
    engine?.slots.findIndex((slot) => slot.name === name) ?? Number.NaN;
  const [moved, one, other] = ['level_db', 'attack_ms', 'sustain_pct'].map(slotOf);
  const report = await strictReport(mutated(8, moved ?? 0, one ?? 0, other ?? 0), file);
  const fresh = report.filter((found) => !(baseline.get(file) ?? new Set()).has(key(found)));
  assert.match(fresh[0]?.message ?? '', 'not while the others move too');
});

/** Every slot of every mode and voice space with another curve, its curve twice, and its neighbour's value. */
function everyUse(): (Aim & { readonly file: string; readonly what: string })[] {
  const { modes } = resolveModes(sources, real.catalogue);
  return modes.flatMap((mode) =>
    mode.voiceSpaces.flatMap(({ name, curves }, space) =>
      mode.params.flatMap((param, index) => {
        const { slots } = real.catalogue.engines.find(
          ({ engine_id }) => engine_id === mode.engineId,
        ) ?? { slots: [] };
        const slot = slots.findIndex((candidate) => candidate.name === param.name);
        const next = mode.params[(index + 1) % mode.params.length]?.name;
        const arg = slots.findIndex((candidate) => candidate.name === next);
        const declared = curves[index] ?? 'linear';
        const curve = (CURVE_NAMES.indexOf(declared) + 1) % CURVE_NAMES.length;
        const what = `${mode.modeId} ${param.name} in ${name}`;
        const aims = [
          { kind: 9, slot, space, arg: curve },
          ...(declared === 'linear' ? [] : [{ kind: 10, slot, space, arg: 0 }]),
          { kind: 11, slot, space, arg },
        ];
        return aims.map((aim) => ({ ...aim, file: mode.file, what }));
      }),
    ),
  );
}

if (process.env['ALL_MUTANTS'] === '1') {
  test('of all mutants where slots are used, 95 in 100 are caught', async () => {
    const all = everyUse();
    const missed: string[] = [];
    for (const { file, what, kind, slot, space, arg } of all) {
      const report = await strictReport(mutated(kind, slot, space, arg), file);
      const before = new Set((baselineReports.get(file) ?? []).map(({ message }) => message));
      if (report.every(({ message }) => before.has(message)))
        missed.push(`${KINDS[kind]}: ${what}`);
    }
    console.log(`${all.length - missed.length} of ${all.length} caught`);
    for (const one of missed) console.log(one);
    assert.ok(missed.length <= all.length * 0.05);
  });
}

test.run();
