/**
 * Modes as constexpr C++20: no heap, no includes but <cstddef> and <cstdint>.
 *
 * mode.h holds the shared types, modes/<mode_id>.h one struct a mode whose members are all compile-time
 * constants, registry.h all modes for code that chooses at run time, training.h the defaults.
 */
import { CHANNELS } from '../channels.ts';
import { enumeratorName, structName, voiceSpaceEnumerator } from '../identifiers.ts';
import type { ResolvedPreset } from '../presets.ts';
import type { ResolvedMode, ResolvedVoiceSpace } from '../resolved-mode.ts';
import { CURVE_NAMES, type CurveName } from '../schema/curve.ts';
import { PRIMARY_INPUTS } from '../schema/ui.ts';
import { TRAINING_DEFAULTS } from '../training.ts';
import { UNITS } from '../units.ts';
import { groupsOf } from './groups.ts';
import { cppDouble, cppString } from './literals.ts';
import { cppMark, modeSource } from './mark.ts';

const curve = (name: CurveName): string => `mode::Curve::${enumeratorName(name)}`;

const block = (items: readonly string[], indent: string): string =>
  items.map((item) => `${indent}${item},\n`).join('');

function enumeration(name: string, names: readonly string[], indent = ''): string {
  return `${indent}enum class ${name} : std::uint8_t {\n${block(names, `${indent}  `)}${indent}};\n`;
}

/** Gives build/cpp/mode.h: the types every mode header uses. */
export function cppShared(): string {
  const names = CHANNELS.map((channel) => channel.name);
  return `${cppMark('dsl/')}#pragma once

#include <cstddef>
#include <cstdint>

namespace ens::mode {

// UTF-8 text of a known size in bytes; it may hold NUL, so the size counts, not the end mark.
struct Text {
  const char* data;
  std::size_t size;

  template <std::size_t N>
  constexpr Text(const char (&literal)[N]) : data(literal), size(N - 1) {}
};

// Response curves, unit interval to unit interval. Engines apply them; a mode only declares.
${enumeration('Curve', CURVE_NAMES.map(enumeratorName))}
// The control an interface shows large.
${enumeration('PrimaryInput', PRIMARY_INPUTS.map(enumeratorName))}
// Every input channel there is, in the order of the instrument's own list.
${enumeration('Channel', names.map(enumeratorName))}
inline constexpr std::size_t kAllChannelCount = ${names.length};

struct Param {
  const char* name;
  Text label;
  // Symbol of the unit of min, max and default_value; empty for a plain number.
  Text unit;
  // Position in the groups of the mode.
  std::uint8_t group;
  Curve curve;
  double min;
  double max;
  double default_value;
};

// A named sound: what a new instrument learns, in this order.
struct Preset {
  Text name;
  std::uint16_t voice_space;
  std::uint16_t example_count;
  // Unit values, row after row: the inputs of an example, then its params.
  const std::uint16_t* examples;
};

struct Ui {
  PrimaryInput primary_input;
  bool show_voice_space_selector;
  bool show_synth_visualizer;
};

// A mode for code that chooses one at run time; every pointer is to constants.
struct Mode {
  const char* mode_id;
  const char* engine_id;
  const Channel* channels;
  const char* const* channel_names;
  std::size_t channel_count;
  // Inputs, hidden layers, outputs.
  const std::uint32_t* layers;
  std::size_t layer_count;
  const Param* params;
  const char* const* param_names;
  std::size_t param_count;
  const Text* groups;
  std::size_t group_count;
  const Text* voice_spaces;
  std::size_t voice_space_count;
  // Resolved curves, row after row: [voice_space * param_count + param].
  const Curve* curves;
  const Preset* presets;
  std::size_t preset_count;
  double default_spread;
  // True if a channel listens to sound: the microphone is the input.
  bool microphone;
  Ui ui;
};

}  // namespace ens::mode
`;
}

/** Gives build/cpp/training.h: the training defaults. */
export function cppTraining(): string {
  const { learning_rate, max_iterations, min_error } = TRAINING_DEFAULTS;
  return `${cppMark('dsl/training.ts')}#pragma once

#include <cstdint>

namespace ens::mode {

// Training defaults of every mode on every target; each can be changed at run time.
inline constexpr double kLearningRate = ${cppDouble(learning_rate)};
inline constexpr std::uint32_t kMaxIterations = ${max_iterations};
inline constexpr double kMinError = ${cppDouble(min_error)};

}  // namespace ens::mode
`;
}

const array = (type: string, name: string, items: readonly string[]): string =>
  `  static constexpr ${type} ${name}[] = {\n${block(items, '    ')}  };\n`;

function paramRows(mode: ResolvedMode): string[] {
  const groups = groupsOf(mode);
  return mode.params.map((param) => {
    const unit = param.unit === undefined ? '' : UNITS[param.unit].symbol;
    const fields = [
      cppString(param.name),
      cppString(param.label),
      cppString(unit),
      String(groups.indexOf(param.group)),
      curve(param.curve),
      cppDouble(param.min),
      cppDouble(param.max),
      cppDouble(param.default),
    ];
    return `{${fields.join(', ')}}`;
  });
}

function voiceSpaceNames(spaces: readonly ResolvedVoiceSpace[]): string[] {
  return spaces.map((space, ordinal) => voiceSpaceEnumerator(space.name ?? '', ordinal));
}

function curveTable(mode: ResolvedMode): string {
  const rows = mode.voiceSpaces.map(
    (space) => `    {\n${block(space.curves.map(curve), '      ')}    },\n`,
  );
  return `  static constexpr mode::Curve kCurves[kVoiceSpaceCount][kParamCount] = {\n${rows.join('')}  };\n`;
}

/** Examples of all presets in one table, and each preset with its place there. */
function presetTables(presets: readonly ResolvedPreset[]): string {
  if (presets.length === 0) return '  static constexpr const mode::Preset* kPresets = nullptr;\n';
  const rows: string[] = [];
  let place = 0;
  const entries = presets.map(({ name, voiceSpace, examples }) => {
    const fields = [cppString(name), voiceSpace, examples.length, `kPresetExamples + ${place}`];
    for (const { inputs, outputs } of examples) {
      rows.push([...inputs, ...outputs].join(', '));
      place += inputs.length + outputs.length;
    }
    return `{${fields.join(', ')}}`;
  });
  return `${array('std::uint16_t', 'kPresetExamples', rows)}${array('mode::Preset', 'kPresets', entries)}`;
}

/** Gives build/cpp/modes/<mode_id>.h. */
export function cppMode(mode: ResolvedMode, presets: readonly ResolvedPreset[] = []): string {
  const name = structName(mode.modeId);
  const channels = mode.channels.map((channel) => channel.name);
  const params = mode.params.map((param) => param.name);
  const { ui } = mode;
  return `${cppMark(modeSource(mode.modeId))}#pragma once

#include "../mode.h"

namespace ens::modes {

struct ${name} {
  static constexpr const char* kModeId = ${cppString(mode.modeId)};
  static constexpr const char* kEngineId = ${cppString(mode.engineId)};

${array(
  'mode::Channel',
  'kChannels',
  channels.map((channel) => `mode::Channel::${enumeratorName(channel)}`),
)}${array('const char*', 'kChannelNames', channels.map(cppString))}  static constexpr std::size_t kChannelCount = ${channels.length};

  // Inputs, hidden layers, outputs; Shape<Net> is Net of these sizes.
  static constexpr std::uint32_t kLayers[] = {${mode.layers.join(', ')}};
  static constexpr std::size_t kLayerCount = ${mode.layers.length};
  template <template <int...> class Net>
  using Shape = Net<${mode.layers.join(', ')}>;
  static constexpr double kDefaultSpread = ${cppDouble(mode.defaultSpread)};

${enumeration('ParamId', params.map(enumeratorName), '  ')}${array('mode::Param', 'kParams', paramRows(mode))}${array('const char*', 'kParamNames', params.map(cppString))}  static constexpr std::size_t kParamCount = ${params.length};

${array('mode::Text', 'kGroups', groupsOf(mode).map(cppString))}  static constexpr std::size_t kGroupCount = ${groupsOf(mode).length};

  // The position is the ordinal of the engine's voice space.
${enumeration('VoiceSpaceId', voiceSpaceNames(mode.voiceSpaces), '  ')}${array(
  'mode::Text',
  'kVoiceSpaces',
  mode.voiceSpaces.map((space) => cppString(space.name ?? '')),
)}  static constexpr std::size_t kVoiceSpaceCount = ${mode.voiceSpaces.length};

  // What each voice space does to each param, defaults and overrides together.
${curveTable(mode)}
${presetTables(presets)}  static constexpr std::size_t kPresetCount = ${presets.length};

  static constexpr bool kMicrophone = ${mode.microphone};
  static constexpr mode::Ui kUi = {mode::PrimaryInput::${enumeratorName(ui.primaryInput)}, ${ui.showVoiceSpaceSelector}, ${ui.showSynthVisualizer}};
};

}  // namespace ens::modes
`;
}

/** Gives build/cpp/registry.h: every mode, ordered by mode id. */
export function cppRegistry(modeIds: readonly string[]): string {
  const includes = modeIds.map((id) => `#include "modes/${id}.h"\n`).join('');
  const entries = modeIds.map((id) => `mode_of<modes::${structName(id)}>()`);
  const all = `// Every mode's struct, for what is made of each when it is compiled.
template <template <class...> class List>
using AllModes = List<${modeIds.map((id) => `\n    modes::${structName(id)}`).join(',')}>;
`;
  const list =
    modeIds.length === 0
      ? 'inline constexpr const Mode* kModes = nullptr;\n'
      : `inline constexpr Mode kModes[] = {\n${block(entries, '    ')}};\n`;
  return `${cppMark('modes/')}#pragma once

#include "mode.h"
${includes}
namespace ens::mode {

// The constants of a mode struct as one value.
template <class M>
constexpr Mode mode_of() {
  return {M::kModeId,
          M::kEngineId,
          M::kChannels,
          M::kChannelNames,
          M::kChannelCount,
          M::kLayers,
          M::kLayerCount,
          M::kParams,
          M::kParamNames,
          M::kParamCount,
          M::kGroups,
          M::kGroupCount,
          M::kVoiceSpaces,
          M::kVoiceSpaceCount,
          &M::kCurves[0][0],
          M::kPresets,
          M::kPresetCount,
          M::kDefaultSpread,
          M::kMicrophone,
          M::kUi};
}

${all}
${list}inline constexpr std::size_t kModeCount = ${modeIds.length};

}  // namespace ens::mode
`;
}
