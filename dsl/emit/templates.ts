/** Templates of synths for pages and for boards. */
import type { ResolvedTemplate } from '../templates.ts';
import { cppString, tsString } from './literals.ts';
import { cppMark, tsMark } from './mark.ts';

const SOURCE = 'modes/templates/';

/** Gives build/ts/midi-templates.ts. */
export function tsTemplates(templates: readonly ResolvedTemplate[]): string {
  const entries = templates.map(({ id, name, controllers }) => {
    const pairs = controllers.map(([from, to]) => `[${from}, ${to}]`).join(', ');
    return `  { id: ${tsString(id)}, name: ${tsString(name)}, controllers: [${pairs}] },\n`;
  });
  return `${tsMark(SOURCE)}
/** A synth, and its number for each controller that engines send; it is sent no other. */
export interface MidiTemplate {
  readonly id: string;
  readonly name: string;
  readonly controllers: readonly (readonly [from: number, to: number])[];
}

export const MIDI_TEMPLATES: readonly MidiTemplate[] = [
${entries.join('')}];
`;
}

/** Gives build/cpp/midi_templates.h. */
export function cppTemplates(templates: readonly ResolvedTemplate[]): string {
  const entries = templates.map(({ id, controllers }) => {
    const pairs = controllers.map(([from, to]) => `{${from}, ${to}}`).join(', ');
    return `    {${cppString(id)}, ${controllers.length}, {${pairs}}},\n`;
  });
  const most = Math.max(1, ...templates.map(({ controllers }) => controllers.length));
  return `${cppMark(SOURCE)}#pragma once

#include <cstddef>
#include <cstdint>

namespace ens {

// A synth, and its number for each controller that engines send; it is sent no other.
struct MidiTemplate {
  struct Controller {
    std::uint8_t from;
    std::uint8_t to;
  };

  const char* id;
  std::size_t count;
  Controller controllers[${most}];
};

inline constexpr std::size_t kMidiTemplateCount = ${templates.length};
${
  templates.length === 0
    ? 'inline constexpr const MidiTemplate* kMidiTemplates = nullptr;\n'
    : `inline constexpr MidiTemplate kMidiTemplates[] = {\n${entries.join('')}};\n`
}
}  // namespace ens
`;
}
