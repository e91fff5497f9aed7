// The golden run of exploring by ear: the sounds along fixed presses, as text that every target
// must match. test/support/reference-explorer.ts writes the same by another road.
#pragma once

#include "core/explore.h"
#include "firmware/core/golden.h"

namespace ens_golden {

struct ExploreCase {
  int params;
  std::uint32_t seed;
  int presses;
};

inline constexpr ExploreCase kExploreCases[] = {
    {1, 1, 6}, {2, 2, 12}, {33, 3, 20}, {33, 4'000'000'000u, 45}, {64, 5, 8}, {128, 6, 9},
};

inline void write_sound(const ens::Explorer& explorer, int params, Text* text) {
  std::uint16_t sound[ens::kMaxOutputs];
  explorer.sound(sound);
  text->add("sound");
  text->add(std::int64_t{explorer.reach()});
  for (int i = 0; i < params; ++i) text->add(std::int64_t{sound[i]});
  text->add("\n");
}

// Every fifth param is fixed. Every fourth press is a Dislike, and every seventh is taken back.
inline void write_explore_golden(Text* text) {
  static ens::Explorer explorer;  // too large for the stack of a board
  for (const ExploreCase& which : kExploreCases) {
    text->add("explore");
    text->add(std::int64_t{which.params});
    text->add(std::int64_t{which.seed});
    text->add("\n");
    ens::Rng random(which.seed + 3000);
    std::uint16_t sound[ens::kMaxOutputs] = {};
    bool fixed[ens::kMaxOutputs] = {};
    for (int i = 0; i < which.params; ++i) {
      sound[i] = example_value(&random);
      fixed[i] = i % 5 == 4;
    }
    explorer.begin(sound, fixed, which.params, which.seed);
    for (int press = 1; press <= which.presses; ++press) {
      const std::uint16_t x = example_value(&random);
      const std::uint16_t y = example_value(&random);
      explorer.move(x, y);
      write_sound(explorer, which.params, text);
      if (press % 4 == 0) {
        explorer.dislike();
      } else {
        explorer.like();
      }
      if (press % 7 == 0) explorer.undo();
    }
    write_sound(explorer, which.params, text);
  }
}

}  // namespace ens_golden
