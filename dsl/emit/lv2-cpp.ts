/** The ports of LV2 plugins as C++: numbers that the Turtle gives to the host. */
import { structName, typeName } from '../identifiers.ts';
import type { ResolvedMode } from '../resolved-mode.ts';
import { cppString } from './literals.ts';
import { lv2Uri } from './lv2.ts';
import { FIXED_PORTS, lv2PortIndex, lv2Ports } from './lv2-ports.ts';
import { cppMark } from './mark.ts';

const NO_PORT = 'kNoPort';

const numbers = (ports: readonly (number | undefined)[]): string =>
  ports.map((port) => port ?? NO_PORT).join(', ');

const channelsName = (mode: ResolvedMode): string => `k${structName(mode.modeId)}Channels`;

function modeRow(mode: ResolvedMode): string {
  const ports = lv2Ports(mode);
  const first = mode.params[0]?.name ?? '';
  const symbols = [
    'left_in',
    'right_in',
    'midi_in',
    'midi_out',
    'voice_space',
    'scale',
    'scale_root',
  ];
  const places = [...symbols, `hand_${first}`, `now_${first}`].map((symbol) =>
    lv2PortIndex(ports, symbol),
  );
  return `    {${cppString(lv2Uri(mode.modeId))}, ${ports.length}, ${channelsName(mode)}, ${numbers(places)}},\n`;
}

function channelRow(mode: ResolvedMode): string {
  const ports = lv2Ports(mode);
  const places = mode.channels.map(({ name }) => lv2PortIndex(ports, name));
  return `inline constexpr std::uint32_t ${channelsName(mode)}[] = {${numbers(places)}};\n`;
}

/** Gives build/cpp/lv2_ports.h. */
export function cppLv2Ports(modes: readonly ResolvedMode[]): string {
  const fixed = FIXED_PORTS.map(({ symbol }) => `  k${typeName(symbol)},\n`).join('');
  const rows = modes.map(modeRow).join('');
  const table = modes.length === 0 ? '* const kPorts = nullptr;' : ` kPorts[] = {\n${rows}};`;
  return `${cppMark('modes/')}#pragma once

#include <cstdint>

#include "lv2/ports.h"

namespace ens::lv2 {

// Ports that every plugin has.
enum Port : std::uint32_t {
${fixed}};

${modes.map(channelRow).join('')}
// In the order of mode::kModes.
inline constexpr Ports${table}

}  // namespace ens::lv2
`;
}
