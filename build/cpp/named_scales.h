// @generated from dsl/contract/ by `npm run gen`.
// Do not edit: change the source and generate again.
#pragma once

#include <cstdint>

namespace ens {

struct NamedScale {
  const char* name;
  std::uint16_t notes;  // a bit for each semitone above the root that belongs to it
};

// In the order of menus.
inline constexpr NamedScale kScales[] = {
    {"chromatic", 4095},
    {"major", 2741},
    {"minor", 1453},
    {"harmonic_minor", 2477},
    {"melodic_minor", 2733},
    {"major_pentatonic", 661},
    {"minor_pentatonic", 1193},
    {"blues", 1257},
    {"dorian", 1709},
    {"phrygian", 1451},
    {"lydian", 2773},
    {"mixolydian", 1717},
    {"locrian", 1387},
    {"whole_tone", 1365},
    {"diminished", 2925},
};

}  // namespace ens
