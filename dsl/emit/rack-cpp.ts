/** The panels of the modules for VCV Rack as C++: what is on them, where, and by which number. */
import type { Channel } from '../channels.ts';
import { structName, typeName } from '../identifiers.ts';
import { hasPitches } from '../pitch-params.ts';
import type { ResolvedMode } from '../resolved-mode.ts';
import { cppDouble, cppString } from './literals.ts';
import { cppMark } from './mark.ts';
import {
  movesItself,
  RACK_INPUTS,
  RACK_LIGHTS,
  RACK_OUTPUTS,
  RACK_PARAMS,
  type RackPart,
  rackPanel,
} from './rack-parts.ts';

const float = (value: number): string => `${cppDouble(Number(value.toFixed(4)))}f`;

function partRow({ kind, id, name, x, y, range = [0, 1, 0] }: RackPart): string {
  const [min, max, rest] = range.map(float);
  return `    {Kind::k${typeName(kind)}, ${id}, ${cppString(name)}, ${float(x)}, ${float(y)}, ${min}, ${max}, ${rest}},\n`;
}

const partsName = (mode: ResolvedMode): string => `k${structName(mode.modeId)}Parts`;
const groupsName = (mode: ResolvedMode): string => `k${structName(mode.modeId)}Groups`;
const channelsName = (mode: ResolvedMode): string => `k${structName(mode.modeId)}Channels`;
const groupName = (name: string): string => `k${typeName(name)}Group`;
const channelName = ({ name }: Channel): string => `k${typeName(name)}Channel`;

const partTable = (name: string, parts: readonly RackPart[]): string =>
  `inline constexpr Part ${name}[] = {\n${parts.map(partRow).join('')}};\n`;

function channelConstant(channel: Channel): string {
  const { label, family, rest, name } = channel;
  const moves = movesItself(channel) || name === 'midi_note' || name === 'midi_velocity';
  const bipolar = rest === 0.5;
  const ofNotes = family === 'midi' && moves;
  const fields = `${cppString(label)}, ${float(rest)}, ${bipolar}, ${moves}, ${ofNotes}`;
  return `inline constexpr Channel ${channelName(channel)} = {${fields}};\n`;
}

/** What several panels have: each once, in the order of first use. */
function sharedTables(modes: readonly ResolvedMode[]): string {
  const groups = modes.flatMap((mode) => rackPanel(mode).groups);
  const parts = new Map(groups.map(({ name, parts: rows }) => [groupName(name), rows]));
  const channels = new Set(modes.flatMap((mode) => mode.channels.map(channelConstant)));
  const tables = [...parts].map(([name, rows]) => partTable(name, rows));
  return [...channels, '\n', ...tables].join('');
}

function modeTables(mode: ResolvedMode): string {
  const { own, groups, groupsLeft } = rackPanel(mode);
  const left = float(groupsLeft);
  const rows = groups.map(({ name }) => `    {${groupName(name)}, ${left}},\n`).join('');
  const channels = mode.channels.map((channel) => `    &${channelName(channel)},\n`).join('');
  return `${partTable(partsName(mode), own)}inline constexpr Group ${groupsName(mode)}[] = {
    {${partsName(mode)}, 0.0f},
${rows}};
inline constexpr const Channel* ${channelsName(mode)}[] = {
${channels}};
`;
}

function panelRow(mode: ResolvedMode): string {
  const { counts, firstTrimmer, firstHand } = rackPanel(mode);
  const numbers = [...counts, firstTrimmer, firstHand].join(', ');
  const facts = [mode.followsMidi, mode.followsClock, hasPitches(mode.params)];
  return `    {${groupsName(mode)}, ${channelsName(mode)}, ${facts.join(', ')}, ${numbers}},\n`;
}

/** Names for numbers, and one past the last of them. */
function enumeration(name: string, prefix: string, names: readonly string[]): string {
  const rows = [...names, 'first'].map((one) => `  k${typeName(one)}${prefix},\n`);
  return `enum ${name} : int {\n${rows.join('')}};\n`;
}

const FORMS = `enum class Kind : std::uint8_t { kKnob, kTrimmer, kButton, kLatch, kInput, kOutput, kLight };

struct Part {
  Kind kind;
  int id;  // among the params, inputs, outputs or lights of the module
  const char* name;
  float x_mm, y_mm;
  float min, max, rest;  // of what a hand moves
};

struct Channel {
  const char* label;
  float rest;
  bool bipolar;       // its jack takes -5 to 5 V at first, else 0 to 10 V
  bool moves_itself;  // no knob: follows sound, notes or a walk
  bool of_notes;      // no jack either: the jacks for notes move it
};

// Parts that stand together, of one panel or of several.
struct Group {
  std::span<const Part> parts;
  float left_mm;  // from which the parts count x_mm
};

struct Panel {
  std::span<const Group> groups;
  const Channel* const* channels;  // in the mode's order
  bool plays_notes;
  bool follows_clock;
  bool has_pitches;  // which snap to a scale
  int param_count, input_count, output_count;
  std::size_t first_trimmer;  // among the params: the attenuverters of channels
  std::size_t first_hand;     // the knobs that hold params
};
`;

/** Gives build/cpp/rack_panels.h. */
export function cppRackPanels(modes: readonly ResolvedMode[]): string {
  const rows = modes.map(panelRow).join('');
  const table = modes.length === 0 ? '* const kPanels = nullptr;' : ` kPanels[] = {\n${rows}};`;
  return `${cppMark('modes/')}#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace ens::rack_host {

${FORMS}
// What every module has; after the last of a list come those of its mode.
${[
  enumeration('ParamId', 'Param', RACK_PARAMS),
  enumeration('InputId', 'Input', RACK_INPUTS),
  enumeration('OutputId', 'Output', RACK_OUTPUTS),
  enumeration('LightId', 'Light', RACK_LIGHTS),
].join('\n')}
${sharedTables(modes)}
${modes.map(modeTables).join('\n')}
// In the order of mode::kModes.
inline constexpr Panel${table}

}  // namespace ens::rack_host
`;
}
