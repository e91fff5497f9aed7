/**
 * Any legal mode compiles without a warning in C++20 and TypeScript and is read back exactly: the emitted
 * files of hostile modes are compiled by g++ and tsc, run, and every value compared.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { emitFiles } from '../../dsl/emit/files.ts';
import { structName } from '../../dsl/identifiers.ts';
import type { PresetsOfModes } from '../../dsl/presets.ts';
import type { ResolvedMode } from '../../dsl/resolved-mode.ts';
import { CURVE_NAMES } from '../../dsl/schema/curve.ts';
import { PRIMARY_INPUTS } from '../../dsl/schema/ui.ts';
import { UNITS } from '../../dsl/units.ts';
import { soundModes } from './fixtures/sound.ts';

const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));
console.log(`SEED=${seed}`);
const modes = soundModes(seed, 25);

/** Each with presets of names as bad as its own, the last mode without any. */
const presets: PresetsOfModes = new Map(
  modes.slice(0, -1).map((mode, at) => [
    mode.modeId,
    [mode.params[0]?.label || '-', '../;$(x)"\\ ?>\0\n\u2028🎹'].map((name, number) => ({
      name,
      voiceSpace: (at + number) % mode.voiceSpaces.length,
      examples: [0, 32768].map((unit) => ({
        inputs: mode.channels.map((_, i) => Math.abs(unit - i)),
        outputs: mode.params.map((_, i) => Math.abs(unit - 7 * i) % 32769),
      })),
    })),
  ]),
);

function withFiles(act: (folder: string) => void | Promise<void>): () => Promise<void> {
  return async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'hostile-'));
    try {
      for (const [file, text] of emitFiles(modes, presets)) {
        mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
        writeFileSync(path.join(folder, file), text);
      }
      await act(folder);
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
}

const hex = (text: string): string => Buffer.from(text).toString('hex');

function bits(value: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return view.getBigUint64(0).toString(16);
}

/** What the C++ program below prints of one mode. */
function lines(mode: ResolvedMode): string[] {
  const groups = [...new Set(mode.params.map((param) => param.group))];
  const { primaryInput, showVoiceSpaceSelector, showSynthVisualizer } = mode.ui;
  return [
    `mode ${hex(mode.modeId)} ${hex(mode.engineId)} ${bits(mode.defaultSpread)} ${Number(mode.microphone)}`,
    `ui ${PRIMARY_INPUTS.indexOf(primaryInput)} ${Number(showVoiceSpaceSelector)} ${Number(showSynthVisualizer)}`,
    ...mode.channels.map((channel) => `channel ${hex(channel.name)}`),
    `layers ${mode.layers.join(' ')}`,
    ...groups.map((group) => `group ${hex(group)}`),
    ...mode.params.map((param) =>
      [
        `param ${hex(param.name)} ${hex(param.label)}`,
        hex(param.unit === undefined ? '' : UNITS[param.unit].symbol),
        `${groups.indexOf(param.group)} ${CURVE_NAMES.indexOf(param.curve)}`,
        `${bits(param.min)} ${bits(param.max)} ${bits(param.default)}`,
      ].join(' '),
    ),
    ...mode.voiceSpaces.map(
      (space) =>
        `space ${hex(space.name ?? '')} ${space.curves.map((name) => CURVE_NAMES.indexOf(name)).join(' ')}`,
    ),
    ...(presets.get(mode.modeId) ?? []).map(({ name, voiceSpace, examples }) => {
      const values = examples.flatMap(({ inputs, outputs }) => [...inputs, ...outputs]);
      return [`preset ${hex(name)}`, voiceSpace, examples.length, ...values].join(' ');
    }),
  ];
}

const PROGRAM = `
#include "registry.h"
#include "training.h"
#include <bit>
#include <cassert>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>

static void hex(const char* data, std::size_t size) {
  std::putchar(' ');
  for (std::size_t i = 0; i < size; ++i) std::printf("%02x", static_cast<unsigned>(static_cast<unsigned char>(data[i])));
}
static void hex(const char* text) { hex(text, std::strlen(text)); }
static void hex(ens::mode::Text text) { hex(text.data, text.size); }
static void bits(double value) { std::printf(" %llx", static_cast<unsigned long long>(std::bit_cast<std::uint64_t>(value))); }

int main() {
  static_assert(ens::mode::kLearningRate == 1.0 && ens::mode::kMaxIterations == 1000 && ens::mode::kMinError == 0.001);
  for (std::size_t m = 0; m < ens::mode::kModeCount; ++m) {
    const ens::mode::Mode& mode = ens::mode::kModes[m];
    std::printf("mode"); hex(mode.mode_id); hex(mode.engine_id); bits(mode.default_spread);
    std::printf(" %d\\nui %d %d %d\\n", mode.microphone, static_cast<int>(mode.ui.primary_input),
                mode.ui.show_voice_space_selector, mode.ui.show_synth_visualizer);
    for (std::size_t i = 0; i < mode.channel_count; ++i) {
      assert(static_cast<std::size_t>(mode.channels[i]) < ens::mode::kAllChannelCount);
      std::printf("channel"); hex(mode.channel_names[i]); std::putchar('\\n');
    }
    std::printf("layers");
    for (std::size_t i = 0; i < mode.layer_count; ++i) std::printf(" %u", static_cast<unsigned>(mode.layers[i]));
    std::putchar('\\n');
    for (std::size_t i = 0; i < mode.group_count; ++i) { std::printf("group"); hex(mode.groups[i]); std::putchar('\\n'); }
    for (std::size_t i = 0; i < mode.param_count; ++i) {
      const ens::mode::Param& param = mode.params[i];
      assert(std::strcmp(param.name, mode.param_names[i]) == 0);
      std::printf("param"); hex(param.name); hex(param.label); hex(param.unit);
      std::printf(" %d %d", param.group, static_cast<int>(param.curve));
      bits(param.min); bits(param.max); bits(param.default_value); std::putchar('\\n');
    }
    for (std::size_t s = 0; s < mode.voice_space_count; ++s) {
      std::printf("space"); hex(mode.voice_spaces[s]);
      for (std::size_t i = 0; i < mode.param_count; ++i) std::printf(" %d", static_cast<int>(mode.curves[s * mode.param_count + i]));
      std::putchar('\\n');
    }
    for (std::size_t p = 0; p < mode.preset_count; ++p) {
      const ens::mode::Preset& preset = mode.presets[p];
      std::printf("preset"); hex(preset.name);
      std::printf(" %d %d", preset.voice_space, preset.example_count);
      const std::size_t values = preset.example_count * (mode.channel_count + mode.param_count);
      for (std::size_t i = 0; i < values; ++i) std::printf(" %d", preset.examples[i]);
      std::putchar('\\n');
    }
  }
}
`;

const FLAGS = ['-std=c++20', '-Wall', '-Wextra', '-Wpedantic', '-Wconversion', '-Werror'];

test(
  'g++ takes every mode without a warning and the program reads back every value',
  withFiles((folder) => {
    writeFileSync(path.join(folder, 'main.cc'), PROGRAM);
    const built = spawnSync(
      'g++',
      [...FLAGS, `-I${folder}/cpp`, `${folder}/main.cc`, '-o', `${folder}/main`],
      { encoding: 'utf8' },
    );
    assert.is(built.stderr, '');
    assert.is(built.status, 0);
    const told = execFileSync(`${folder}/main`, { encoding: 'utf8' }).trimEnd().split('\n');
    assert.equal(told, modes.flatMap(lines));
  }),
);

const AGREES = `
#include <type_traits>
template <int... Sizes>
struct Net {
  static constexpr int sizes[] = {Sizes...};
};
template <class M>
constexpr bool agrees() {
  using Shape = typename M::template Shape<Net>;
  for (std::size_t i = 0; i < M::kLayerCount; ++i) {
    if (static_cast<unsigned>(Shape::sizes[i]) != M::kLayers[i]) return false;
  }
  return M::kLayers[0] == M::kChannelCount && M::kLayers[M::kLayerCount - 1] == M::kParamCount &&
         std::is_enum_v<typename M::ParamId> && std::is_enum_v<typename M::VoiceSpaceId>;
}
`;

test(
  'a header needs no other before it, and its constants agree at compile time',
  withFiles((folder) => {
    for (const mode of modes.slice(-3)) {
      const check = `static_assert(agrees<ens::modes::${structName(mode.modeId)}>());\n`;
      writeFileSync(
        path.join(folder, 'alone.cc'),
        `#include "modes/${mode.modeId}.h"\n${AGREES}${check}`,
      );
      const { stderr, status } = spawnSync(
        'g++',
        [...FLAGS, `-I${folder}/cpp`, '-fsyntax-only', `${folder}/alone.cc`],
        { encoding: 'utf8' },
      );
      assert.is(stderr, '');
      assert.is(status, 0);
    }
  }),
);

const TYPES = `
import { MODES, type ModeId, modeNamed } from './ts/registry.ts';
import type { ParamName, VoiceSpaceName } from './ts/modes/zz_every_word.ts';
import { TRAINING_DEFAULTS } from './ts/training.ts';
export const param: ParamName = 'constructor';
// @ts-expect-error no param has this name
export const wrong: ParamName = 'no_such_param';
export const space: VoiceSpaceName = 'SSL 4K G-ist';
// @ts-expect-error no voice space has this name
export const nowhere: VoiceSpaceName = 'SSL';
export const id: ModeId = 'zz_every_word';
// @ts-expect-error modes are read-only
MODES[0].modeId = 'x';
export const rate: 1 = TRAINING_DEFAULTS.learningRate;
export const found: string | undefined = modeNamed('toString')?.modeId;
`;

test(
  'tsc takes every mode under --strict, with names as union types',
  withFiles((folder) => {
    writeFileSync(path.join(folder, 'types.ts'), TYPES);
    const { stdout, status } = spawnSync(
      'npx',
      [
        'tsc',
        '--ignoreConfig',
        '--noEmit',
        '--strict',
        '--exactOptionalPropertyTypes',
        '--noUncheckedIndexedAccess',
        '--verbatimModuleSyntax',
        '--erasableSyntaxOnly',
        '--target',
        'es2022',
        '--module',
        'esnext',
        '--moduleResolution',
        'bundler',
        '--allowImportingTsExtensions',
        path.join(folder, 'types.ts'),
      ],
      { encoding: 'utf8' },
    );
    assert.is(stdout, '');
    assert.is(status, 0);
  }),
);

/** A resolved mode as its generated module spells it. */
function asModule(mode: ResolvedMode) {
  return {
    modeId: mode.modeId,
    engineId: mode.engineId,
    channels: mode.channels.map((channel) => channel.name),
    layers: mode.layers,
    defaultSpread: mode.defaultSpread,
    groups: [...new Set(mode.params.map((param) => param.group))],
    params: mode.params.map(
      ({ name, label, group, unit, min, max, default: initial, curve, ...rest }) => ({
        name,
        label,
        group,
        unit: unit === undefined ? '' : UNITS[unit].symbol,
        min,
        max,
        default: initial,
        curve,
        ...(rest.isPitch && { isPitch: true }),
        ...(rest.role === 'level' && { setsLevel: true }),
        stepValues: rest.stepValues,
      }),
    ),
    voiceSpaces: mode.voiceSpaces.map(({ name = '', curves, steps }) => ({
      name,
      curves,
      steps: Object.fromEntries([...steps.entries()].filter(([, count]) => count > 0)),
    })),
    microphone: mode.microphone,
    listens: mode.listens,
    ui: mode.ui,
  };
}

/** JSON that keeps -0 apart from 0. */
const exact = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (Object.is(part, -0) ? '-0' : part));

test(
  'the TypeScript modules give back every value, and look-ups know only modes',
  withFiles(async (folder) => {
    const url = pathToFileURL(path.join(folder, 'ts/registry.ts')).href;
    const { MODES, modeNamed } = await import(url);
    assert.is(exact(MODES), exact(modes.map(asModule)));
    assert.is(modeNamed('zz_every_word').engineId, 'zz');
    for (const none of ['', 'toString', '__proto__', 'constructor '])
      assert.is(modeNamed(none), undefined);
  }),
);

test('no generated file lets a text out of its literal into script, comment or markup', () => {
  for (const [file, text] of emitFiles(modes, presets)) {
    assert.not.match(file, /\.\.\/|[^\p{L}\p{N} &'()+,.!_/~-]/u);
    if (file.endsWith('.ts')) assert.not.match(text, /<\/script|<!--|[\u2028\u202e]/i, file);
    if (file.endsWith('.h')) assert.not.match(text, /[^\n\x20-\x7e\u00b7]|\?\?/, file);
    if (file.endsWith('.html')) {
      assert.is(text.split('<script').length, 1, file);
      assert.is(text.split('<!--').length, 2, file);
      assert.not.match(text, /[\0\ufffe\uffff]/, file);
    }
  }
});

test.run();
