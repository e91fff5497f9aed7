// A line of a polyrhythm: a cycle of steps, some of them struck, as evenly as whole steps allow.
//
// G. Toussaint, "The Euclidean Algorithm Generates Traditional Musical Rhythms", Proc. BRIDGES,
// 2005. The patterns are those of Bresenham's line, which are the same necklaces. What a line plays
// at a step follows from the number of the step alone: moving a slot and back changes nothing.
#pragma once

#include "core/approx.h"
#include "engines/song_position.h"

namespace ens {

// As the slots give them; whole numbers are made of them where they count.
struct LineSettings {
  float steps;     // of the cycle
  float per_beat;  // steps in a quarter note, one of kRates
  float fill_pct;  // share of the steps that are struck
  float turn_pct;  // how far the pattern is turned, of the cycle
};

// Steps in a quarter note: halves, quarters, eighths, sixteenths, their triplets, and 32nds.
inline constexpr float kRates[] = {0.5f, 1, 1.5f, 2, 3, 4, 6, 8};

// Steps in two quarter notes, which are whole.
constexpr std::uint32_t steps_per_half(float per_beat) {
  return static_cast<std::uint32_t>(to_int(2.0f * per_beat + 0.5f, 1, 16));
}

struct Euclid {
  std::uint32_t steps;
  std::uint32_t pulses;
  std::uint32_t turn;

  constexpr bool hits(std::uint64_t step) const {
    return pulses > 0 && placed(step) % steps < pulses;
  }
  // Of the pulses of a cycle, the number of the one at or before a step.
  constexpr std::uint32_t ordinal(std::uint64_t step) const {
    return pulses == 0 ? 0 : (placed(step) / steps) % pulses;
  }
  constexpr std::uint32_t in_cycle(std::uint64_t step) const {
    return static_cast<std::uint32_t>(step % steps);
  }

 private:
  constexpr std::uint32_t placed(std::uint64_t step) const {
    return (in_cycle(step) + steps - turn) % steps * pulses;
  }
};

constexpr Euclid euclid_of(const LineSettings& line) {
  const std::int32_t steps = to_int(line.steps + 0.5f, 1, 32);
  const float whole = static_cast<float>(steps);
  const std::int32_t pulses = to_int(line.fill_pct * 0.01f * whole + 0.5f, 0, steps);
  const std::int32_t turn = to_int(line.turn_pct * 0.01f * whole + 0.5f, 0, steps) % steps;
  return {static_cast<std::uint32_t>(steps), static_cast<std::uint32_t>(pulses),
          static_cast<std::uint32_t>(turn)};
}

// The straight position of a step, and the first step at or after a position.
constexpr std::uint64_t position_of(std::uint64_t step, std::uint32_t per_half) {
  return step * (2 * kQuarter) / per_half;
}
constexpr std::uint64_t step_from(std::uint64_t position, std::uint32_t per_half) {
  return (position * per_half + 2 * kQuarter - 1) / (2 * kQuarter);
}

// Chance that is always the same for the same numbers: the finaliser of MurmurHash3 (A. Appleby,
// public domain) in 0…1.
constexpr float chance_of(std::uint32_t seed, std::uint64_t number) {
  std::uint32_t h = seed ^ (static_cast<std::uint32_t>(number) * 0x9e3779b9u);
  h = (h ^ (h >> 16)) * 0x85ebca6bu;
  h = (h ^ (h >> 13)) * 0xc2b2ae35u;
  h ^= h >> 16;
  return static_cast<float>(h >> 8) * 5.96046448e-8f;
}

}  // namespace ens
