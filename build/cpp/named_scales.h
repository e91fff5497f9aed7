// @generated from dsl/contract/ by `npm run gen`.
// Do not edit: change the source and generate again.
#pragma once

#include <cstdint>

namespace ens {

struct NamedScale {
  const char* name;
  std::uint16_t notes;  // a bit for each semitone above the root that belongs to it
};

// In the order of the contract.
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

// What menus offer: the scale of the taught file, none, and each of kScales.
inline constexpr const char* kScaleChoices[] = {"As taught", "Off", "Chromatic", "Major", "Minor", "Harmonic minor", "Melodic minor", "Major pentatonic", "Minor pentatonic", "Blues", "Dorian", "Phrygian", "Lydian", "Mixolydian", "Locrian", "Whole tone", "Diminished"};
// In semitones above C.
inline constexpr const char* kScaleRoots[] = {"C", "C#", "D", "Eb", "E", "F", "F#", "G", "Ab", "A", "Bb", "B"};

}  // namespace ens
