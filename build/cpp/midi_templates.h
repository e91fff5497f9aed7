// @generated from modes/templates/ by `npm run gen`.
// Do not edit: change the source and generate again.
#pragma once

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
  Controller controllers[10];
};

inline constexpr std::size_t kMidiTemplateCount = 7;
inline constexpr MidiTemplate kMidiTemplates[] = {
    {"arturia_microfreak", 6, {{1, 12}, {70, 13}, {71, 83}, {73, 105}, {74, 23}, {75, 106}}},
    {"behringer_deepmind_12", 10, {{1, 1}, {2, 2}, {7, 7}, {10, 10}, {11, 11}, {71, 30}, {72, 41}, {73, 37}, {74, 29}, {75, 39}}},
    {"korg_minilogue", 7, {{1, 41}, {71, 44}, {72, 19}, {73, 16}, {74, 43}, {75, 17}, {77, 26}}},
    {"moog_subsequent_37", 7, {{1, 1}, {70, 18}, {71, 21}, {72, 31}, {73, 28}, {74, 19}, {75, 29}}},
    {"novation_bass_station_2", 8, {{1, 1}, {7, 7}, {70, 114}, {71, 82}, {72, 93}, {73, 90}, {74, 16}, {75, 91}}},
    {"sequential_prophet_rev2", 8, {{1, 1}, {7, 7}, {70, 106}, {71, 103}, {72, 76}, {73, 118}, {74, 102}, {75, 119}}},
    {"yamaha_reface_cs", 10, {{1, 82}, {7, 7}, {11, 11}, {70, 81}, {71, 71}, {72, 72}, {73, 73}, {74, 74}, {75, 75}, {77, 77}}},
};

}  // namespace ens
