/**
 * The drift test tested: engines mutated on purpose are all caught, the real ones are not accused.
 *
 * One build holds every mutant: in a copy of the sources the table of each engine has a changed curve and a
 * changed range (text mutants), and a hook in the one place where parameters become engine values
 * changes, at a call, one thing of the engine at hand.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Diagnostic, strictly } from '../../dsl/diagnostics.ts';
import { driftDiagnostics } from '../../dsl/measure.ts';
import { resolveModes } from '../../dsl/resolve.ts';
import { CURVE_NAMES } from '../../dsl/schema/curve.ts';
import { compileWasm } from '../../scripts/compile-wasm.ts';
import { type Engines, enginesOf, loadEngines } from '../../scripts/generate/engines.ts';
import { readModes } from '../../scripts/generate/sources.ts';
import { draftFor } from '../../scripts/new-mode/command.ts';
import { render } from '../../scripts/render/render.ts';
import { ARTEFACT_FLAGS, readSources, unitsOf } from '../../scripts/wasm/sources.ts';
import { Abi } from '../../src/web/instrument/abi.ts';

const { sources } = readModes('modes');

/** What `npm run gen -- --strict` says of one mode file, or of all, with these engines. */
async function strictReport(engines: Engines, only?: string): Promise<readonly Diagnostic[]> {
  const asked = sources.filter(({ file }) => only === undefined || file === only);
  const { modes, diagnostics } = resolveModes(asked, engines.catalogue);
  const drifts = await engines.measure(modes);
  return strictly([...diagnostics, ...driftDiagnostics(drifts, modes, asked)]);
}

/** Replaces text that must be there. */
function patch(text: string, from: string | RegExp, to: string): string {
  const result = text.replace(from, to);
  if (result === text) throw new Error(`nothing to patch: ${from}`);
  return result;
}

const HOOK = `
// kind: 1 curve, 2 range, 3 range behind the catalogue's back, 4 order of voice spaces, 5 slots swapped,
// 6 shaped twice, 7 dead. arg: the curve, the other voice space, the other slot.
struct Mutant { unsigned kind, slot, space, arg; };
Mutant mutant = {};
unsigned mutated_space(unsigned space) {
  if (mutant.kind != 4) return space;
  return space == mutant.space ? mutant.arg : space == mutant.arg ? mutant.space : space;
}
float mutated_max(unsigned slot, float max) {
  return mutant.kind == 2 && slot == mutant.slot ? max * 1.25f + 1.0f : max;
}
static float mutated_target(const EngineInfo& info, std::size_t space, std::size_t slot, const Unit* params) {
  const bool here = slot == mutant.slot;
  std::size_t from = slot;
  if (mutant.kind == 5 && here) from = mutant.arg;
  if (mutant.kind == 5 && slot == mutant.arg) from = mutant.slot;
  Unit unit = params[from];
  if (mutant.kind == 7 && here) unit = info.slots[slot].rest;
  Curve curve = info.curve(mutated_space(static_cast<unsigned>(space)), slot);
  if (mutant.kind == 1 && here && space == mutant.space) curve = static_cast<Curve>(mutant.arg);
  const Slot& of = info.slots[slot];
  if (mutant.kind == 6 && here) unit = Unit::nearest(Range(0.0f, 1.0f).at(shape(curve, unit)));
  const float max = mutant.kind == 3 && here ? of.max * 1.25f + 1.0f : mutated_max(static_cast<unsigned>(slot), of.max);
  return Range(of.min, max).at(shape(curve, unit));
}
`;

function hookedEngine(text: string): string {
  const body = /const Slot& of = info_\.slots\[slot\];[\s\S]*?target_\[slot\] = [^;]*;/.exec(text);
  if (!body) throw new Error('Engine::retarget has changed: mend the hook');
  const hooked = patch(
    text,
    body[0],
    `const Slot& of = info_.slots[slot]; (void)of;
  target_[slot] = mutated_target(info_, voice_space_, slot, params_);`,
  );
  return patch(
    patch(hooked, 'namespace ens {', `namespace ens {\n${HOOK}`),
    /\}\s*\/\/ namespace ens\s*$/,
    `}  // namespace ens
extern "C" __attribute__((visibility("default"), used)) void ens_test_mutate(
    unsigned kind, unsigned slot, unsigned space, unsigned arg) {
  ens::mutant = {kind, slot, space, arg};
}
`,
  );
}

function hookedCatalogue(text: string): string {
  const declared = patch(
    text,
    'namespace {',
    'namespace ens { unsigned mutated_space(unsigned); float mutated_max(unsigned, float); }\nnamespace {',
  );
  return patch(
    patch(declared, ': found->max;', ': ens::mutated_max(slot, found->max);'),
    'voice_spaces[voice_space].name',
    'voice_spaces[ens::mutated_space(voice_space)].name',
  );
}

/** Rows of a slot table as engines write them: name, min, max, curve. */
const ROW = /\{"(\w+)", (-?[\d.]+)f, (-?[\d.]+)f, Curve::(\w+),/g;
const other = (curve: string): string => (curve === 'square' ? 'sigmoid' : 'square');

/** The first row gets another curve, the second another end. @returns the text and the two names. */
function textMutants(text: string): { text: string; curve: string; range: string } | undefined {
  const rows = [...text.matchAll(ROW)];
  const [first, second] = rows;
  if (!first || !second) return undefined;
  const curved = patch(
    text,
    first[0],
    first[0].replace(/Curve::(\w+)/, (_, c) => `Curve::${other(c)}`),
  );
  const stretched = second[0].replace(
    `, ${second[3]}f, Curve`,
    `, ${Number(second[3]) + 7}.0f, Curve`,
  );
  return {
    text: patch(curved, second[0], stretched),
    curve: first[1] ?? '',
    range: second[1] ?? '',
  };
}

const real = await loadEngines();
const replaced = new Map<string, string>();
const changed: { curve: string; range: string }[] = [];
for (const name of readdirSync('firmware/engines')) {
  const file = `firmware/engines/${name}`;
  const mutants = textMutants(readFileSync(file, 'utf8'));
  if (!mutants) continue;
  replaced.set(file, mutants.text);
  changed.push(mutants);
}
for (const [file, hook] of [
  ['firmware/engines/engine.cc', hookedEngine],
  ['firmware/wasm/catalogue.cc', hookedCatalogue],
] as const) {
  replaced.set(file, hook(readFileSync(file, 'utf8')));
}

/** The engine ARCHITECTURE.md teaches with, taken from its text, and the list with its line. */
const HUM = 'firmware/engines/hum.h';
const taught = /```cpp\n([\s\S]*?)```/.exec(readFileSync('ARCHITECTURE.md', 'utf8'))?.[1] ?? '';
const list = readFileSync('firmware/engines/engine_list.h', 'utf8');
replaced.set(HUM, taught);
replaced.set(
  'firmware/engines/engine_list.h',
  patch(
    patch(
      list,
      '#include "engines/fm_voice.h"',
      '#include "engines/fm_voice.h"\n#include "engines/hum.h"',
    ),
    '    FmVoice,',
    '    FmVoice,\n    Hum,',
  ),
);
const all = readSources();
const wasm = await compileWasm({
  sources: unitsOf(all),
  flags: [...ARTEFACT_FLAGS, '-O1'],
  replaced,
});
const { instance } = await WebAssembly.instantiate(wasm);
const mutate = instance.exports['ens_test_mutate'];
if (typeof mutate !== 'function') throw new TypeError('the hook was not compiled in');

/** The engines with one mutant alive; the catalogue is asked anew, since it changes too. */
function mutated(kind: number, slot: number, space: number, arg: number): Engines {
  if (typeof mutate === 'function') mutate(kind, slot, space, arg);
  return enginesOf(instance);
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
for (const { file } of sources) {
  const engines = mutated(0, 0, 0, 0);
  baseline.set(file, new Set((await strictReport(engines, file)).map(key)));
}

test('the engine the documentation teaches with needs its header and its line, and nothing else', async () => {
  const engines = mutated(0, 0, 0, 0);
  assert.ok(engines.catalogue.engines.some(({ engine_id }) => engine_id === 'hum'));
  const wish = { modeId: 'my_hum', engineId: 'hum', input: undefined, folder: 'modes' };
  const { text } = await draftFor(instance, wish);
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
            engine.slots[1]?.name === range,
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

const KINDS = ['', 'curve', 'range', 'hidden range', 'order', 'swap', 'twice', 'dead'] as const;

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
    ];
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

test.run();
