/**
 * Engines that are wrong on purpose, in one build.
 *
 * In a copy of the sources the table of each engine has a changed curve and a changed range (text mutants); a
 * hook in the one place where parameters become engine values, and one where engines take these values to
 * use them, change at a call one thing of the engine at hand; and real engines cheat in thirteen places
 * (CHEATS) once they are told to.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { compileWasm } from '../../scripts/compile-wasm.ts';
import { type Engines, enginesOf } from '../../scripts/generate/engines.ts';
import { ARTEFACT_FLAGS, readSources, unitsOf } from '../../scripts/wasm/sources.ts';

/** Replaces text that must be there. */
function patch(text: string, from: string | RegExp, to: string): string {
  const result = text.replace(from, to);
  if (result === text) throw new Error(`nothing to patch: ${from}`);
  return result;
}

const HOOK = `
// kind: 1 curve, 2 range, 3 range behind the catalogue's back, 4 order of voice spaces, 5 slots swapped,
// 6 shaped twice, 7 dead, 8 moved where two others are; where it is used: 9 another curve, 10 shaped twice,
// 11 swapped; 12 the cheats.
// arg: the curve, the other voice space, the other slot.
struct Mutant { unsigned kind, slot, space, arg; };
Mutant mutant = {};
unsigned mutated_space(unsigned space) {
  if (mutant.kind != 4) return space;
  return space == mutant.space ? mutant.arg : space == mutant.arg ? mutant.space : space;
}
float mutated_max(unsigned slot, float max) {
  return mutant.kind == 2 && slot == mutant.slot ? max * 1.25f + 1.0f : max;
}
bool cheats() { return mutant.kind == 12; }
float shaped_again(float value, float min, float max, Curve curve) {
  return Range(min, max).at(shape(curve, Unit::from_ratio((value - min) / (max - min))));
}
float used_slot(const EngineInfo& info, std::size_t space, const float* values, std::size_t slot) {
  const bool other = mutant.kind == 11 && slot == mutant.arg;
  if (mutant.kind < 9 || mutant.kind > 11 || space != mutant.space) return values[slot];
  if (slot != mutant.slot && !other) return values[slot];
  const Slot& of = info.slots[slot];
  const Range range(of.min, of.max);
  const Curve curve = info.curve(space, slot);
  if (mutant.kind == 10) return shaped_again(values[slot], of.min, of.max, curve);
  if (mutant.kind == 9) {
    const Unit unit = unshape(curve, range, static_cast<double>(values[slot]));
    return range.at(shape(static_cast<Curve>(mutant.arg), unit));
  }
  const std::size_t from = other ? mutant.slot : mutant.arg;
  const Slot& source = info.slots[from];
  return of.min + (of.max - of.min) * (values[from] - source.min) / (source.max - source.min);
}
static bool low(Unit unit) {
  const float value = Range(0.0f, 1.0f).at(shape(Curve::kLinear, unit));
  return value > 0.05f && value < 0.45f;
}
static float mutated_target(const EngineInfo& info, std::size_t space, std::size_t slot, const Unit* params) {
  const bool here = slot == mutant.slot;
  std::size_t from = slot;
  if (mutant.kind == 5 && here) from = mutant.arg;
  if (mutant.kind == 5 && slot == mutant.arg) from = mutant.slot;
  Unit unit = params[from];
  if (mutant.kind == 7 && here) unit = info.slots[slot].default_unit;
  if (mutant.kind == 8 && here && low(params[mutant.arg]) && low(params[mutant.space])) unit = Unit();
  Curve curve = info.curve(mutated_space(static_cast<unsigned>(space)), slot);
  if (mutant.kind == 1 && here && space == mutant.space) curve = static_cast<Curve>(mutant.arg);
  const Slot& of = info.slots[slot];
  if (mutant.kind == 6 && here) unit = Unit::from_ratio(Range(0.0f, 1.0f).at(shape(curve, unit)));
  const float max = mutant.kind == 3 && here ? of.max * 1.25f + 1.0f : mutated_max(static_cast<unsigned>(slot), of.max);
  return Range(of.min, max).at(shape(curve, unit));
}
`;

function hookedEngine(text: string): string {
  const body = /const Slot& of = info_\.slots\[slot\];[\s\S]*?target_\[slot\] = [^;]*;/.exec(text);
  if (!body) throw new Error('Engine::retarget has changed: update the hook');
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

function hookedUse(text: string): string {
  return patch(
    patch(
      text,
      '{ return value_[index]; }',
      '{ return used_slot(info_, voice_space_, value_, index); }',
    ),
    'class Engine {',
    `bool cheats();
float shaped_again(float value, float min, float max, Curve curve);
float used_slot(const EngineInfo& info, std::size_t space, const float* values, std::size_t slot);
class Engine {`,
  );
}

export interface Cheat {
  readonly engine: string;
  readonly file: string;
  readonly slot: string;
  /** The voice space it is in; undefined: all. */
  readonly space?: number;
  /** The text where the slot is used, and what the cheat has there. */
  readonly from: string;
  readonly to: string;
}

/** What an engine may do with a slot behind its table's back, each in a real engine. */
export const CHEATS: Readonly<Record<string, Cheat>> = {
  'a curve applied a second time in on_tick': {
    engine: 'paf_synth',
    file: 'paf_synth.h',
    slot: 'cutoff_hz',
    from: 'svf_low_pass(slot(kCutoff) / sample_rate(), 1.0f',
    to: 'svf_low_pass((cheats() ? shaped_again(slot(kCutoff), 60, 16000, Curve::kExp) : slot(kCutoff)) / sample_rate(), 1.0f',
  },
  'two slots swapped': {
    engine: 'channel_strip',
    file: 'channel_strip.h',
    slot: 'attack_ms',
    from: 'slot(kAttack), slot(kRelease)',
    to: 'slot(cheats() ? kRelease : kAttack), slot(cheats() ? kAttack : kRelease)',
  },
  'a cubic only in voice space 1': {
    engine: 'space_reverb',
    file: 'space_reverb.h',
    slot: 'diffusion_pct',
    space: 1,
    from: 'slot(kDiffusion) * 0.0072f',
    to: '(cheats() && voice_space() == 1 ? shaped_again(slot(kDiffusion), 0, 100, Curve::kCubic) : slot(kDiffusion)) * 0.0072f',
  },
  'one slot read twice, another never': {
    engine: 'drum_sequencer',
    file: 'drum_sequencer.h',
    slot: 'tom_hz',
    from: 'slot(kTomHz)',
    to: '(cheats() ? 0.112f * slot(kPercHz) : slot(kTomHz))',
  },
  'a time a quarter too long': {
    engine: 'fm_voice',
    file: 'fm_voice.h',
    slot: 'decay_ms',
    from: 'slot(kDecay)',
    to: '(cheats() ? 1.25f : 1.0f) * slot(kDecay)',
  },
  'a range that ends early': {
    engine: 'wanderer',
    file: 'wanderer.h',
    slot: 'space_s',
    from: 'slot(kSpace), slot(kSpaceTone)',
    to: 'clamp(slot(kSpace), 0.0f, cheats() ? 12.0f : 99.0f), slot(kSpaceTone)',
  },
  'a constant instead of the slot': {
    engine: 'wanderer',
    file: 'wanderer.h',
    slot: 'pluck_tone_pct',
    from: 'slot(kPluckTone)',
    to: '(cheats() ? 50.0f : slot(kPluckTone))',
  },
  'an offset': {
    engine: 'fm_voice',
    file: 'fm_voice.h',
    slot: 'detune_cents',
    from: 'slot(kDetune) * 0.01f',
    to: '(slot(kDetune) + (cheats() ? 2.0f : 0.0f)) * 0.01f',
  },
  'a delay reckoned at another sample rate': {
    engine: 'paf_synth',
    file: 'paf_synth.h',
    slot: 'echo_ms',
    from: 'return {slot(kEchoMs) * 0.001f * sample_rate()',
    to: 'return {slot(kEchoMs) * 0.001f * (cheats() ? 44100.0f : sample_rate())',
  },
  'decibels taken for a share': {
    engine: 'drum_sequencer',
    file: 'drum_sequencer.h',
    slot: 'kick_db',
    from: 'move(levels_[bus], gain_of_db(slot(db)));',
    to: 'move(levels_[bus], cheats() && bus == 0 ? (slot(db) + 36.5f) / 42.5f * 2.0f : gain_of_db(slot(db)));',
  },
  'a root only in the last voice space': {
    engine: 'channel_strip',
    file: 'channel_strip.h',
    slot: 'width_pct',
    space: 4,
    from: 'slot(kWidth) * 0.01f',
    to: '(cheats() && voice_space() == 4 ? shaped_again(slot(kWidth), 0, 200, Curve::kSqrt) : slot(kWidth)) * 0.01f',
  },
  'a slot upside down': {
    engine: 'sound_analysis',
    file: 'sound_analysis.cc',
    slot: 'expression',
    from: 'controller_[i] = slot(i);',
    to: 'controller_[i] = cheats() && i == kExpression ? 127.0f - slot(i) : slot(i);',
  },
  'a slot that moves another as well': {
    engine: 'space_reverb',
    file: 'space_reverb.h',
    slot: 'low_cut_hz',
    from: 'svf_low_pass(slot(kHighCut) / sample_rate()',
    to: 'svf_low_pass((slot(kHighCut) - (cheats() ? 0.9f * slot(kLowCut) : 0.0f)) / sample_rate()',
  },
};

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

/** Rows of a slot table as engines write them: enumerator, name, min, max, curve. */
const ROW = /\{(?<index>k\w+), "(\w+)", (-?[\d.]+), (-?[\d.]+), Curve::(\w+),/g;
/** A curve that neither the row of a slot nor a voice space gives it. */
function otherCurve(text: string, index: string, curve: string): string {
  const curves = ['kSquare', 'kSigmoid', 'kCubic', 'kLog'];
  const free = curves.find((one) => one !== curve && !text.includes(`{${index}, Curve::${one}}`));
  if (free === undefined) throw new Error(`every curve of ${index} is used: list another`);
  return free;
}

/** The first row gets another curve, the second another end. @returns the text and the two names. */
function textMutants(text: string): { text: string; curve: string; range: string } | undefined {
  const rows = [...text.matchAll(ROW)];
  const [first, ...others] = rows;
  // Where an engine lists the values of a slot, its range is held by the compiler.
  const second = others.find(
    ({ 0: row, index }) =>
      !text
        .slice(index + row.length)
        .split('}')[0]
        ?.includes('kListedValues'),
  );
  if (!first || !second) return undefined;
  const curved = patch(
    text,
    first[0],
    first[0].replace(
      /Curve::(\w+)/,
      (_, curve) => `Curve::${otherCurve(text, first.groups?.['index'] ?? '', curve)}`,
    ),
  );
  const stretched = second[0].replace(`, ${second[4]}, Curve`, `, ${Number(second[4]) + 7}, Curve`);
  return {
    text: patch(curved, second[0], stretched),
    curve: first[2] ?? '',
    range: second[2] ?? '',
  };
}

const replaced = new Map<string, string>();
/** Of each engine the slot whose row has another curve, and the one whose row has another range. */
export const changed: { curve: string; range: string }[] = [];
for (const name of readdirSync('firmware/engines').filter((one) => one.endsWith('.h'))) {
  const file = `firmware/engines/${name}`;
  if (!name.endsWith('.h')) continue;
  const text = readFileSync(file, 'utf8');
  const mutants = text.includes('EngineInfo kInfo = ') ? textMutants(text) : undefined;
  if (!mutants) continue;
  replaced.set(file, mutants.text);
  changed.push(mutants);
}
for (const { file, from, to } of Object.values(CHEATS)) {
  const place = `firmware/engines/${file}`;
  replaced.set(place, patch(replaced.get(place) ?? readFileSync(place, 'utf8'), from, to));
}
for (const [file, hook] of [
  ['firmware/engines/engine.h', hookedUse],
  ['firmware/engines/engine.cc', hookedEngine],
  ['firmware/abi/catalogue.cc', hookedCatalogue],
] as const) {
  replaced.set(file, hook(readFileSync(file, 'utf8')));
}

/** The engine firmware/engines/README.md teaches with, taken from its text, and the list with its line. */
const HUM = 'firmware/engines/hum.h';
const taught =
  /```cpp\n([\s\S]*?)```/.exec(readFileSync('firmware/engines/README.md', 'utf8'))?.[1] ?? '';
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
export const { instance } = await WebAssembly.instantiate(wasm);
const mutate = instance.exports['ens_test_mutate'];
if (typeof mutate !== 'function') throw new TypeError('the hook was not compiled in');

/** The engines with one mutant alive; the catalogue is asked anew, since it changes too. */
export function mutated(kind: number, slot: number, space: number, arg: number): Engines {
  if (typeof mutate === 'function') mutate(kind, slot, space, arg);
  return enginesOf(instance);
}
