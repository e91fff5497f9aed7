/** The scales of the C ABI by name, for hosts whose players choose one. */
import { SCALE, SCALE_CHOICES, SCALE_ROOTS } from '../contract/scales.ts';
import { cppString } from './literals.ts';
import { cppMark } from './mark.ts';

/** Gives build/cpp/named_scales.h. */
export function cppScales(): string {
  const rows = SCALE.values.map(({ name, code }) => `    {${cppString(name)}, ${code}},\n`);
  return `${cppMark('dsl/contract/')}#pragma once

#include <cstdint>

namespace ens {

struct NamedScale {
  const char* name;
  std::uint16_t notes;  // a bit for each semitone above the root that belongs to it
};

// In the order of the contract.
inline constexpr NamedScale kScales[] = {
${rows.join('')}};

// What menus offer: the scale of the taught file, none, and each of kScales.
inline constexpr const char* kScaleChoices[] = {${SCALE_CHOICES.map(cppString).join(', ')}};
// In semitones above C.
inline constexpr const char* kScaleRoots[] = {${SCALE_ROOTS.map(cppString).join(', ')}};

}  // namespace ens
`;
}
