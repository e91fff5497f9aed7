// How loud an engine is by its own estimate, from where its slots are: what makes modes, voice
// spaces and random sounds equally loud.
//
// In every voice space the loudness of an engine's phrase, in LUFS, is estimated as a sum over its
// slots, a straight line and a bend for each, and over the products of a few pairs of slots, fitted
// to measured sounds by `npm run loudness`. A slot that sets the level (Role::kLevel), which a
// player turns to be louder or softer, has none of them.
#pragma once

#include <cstdint>

#include "engines/list.h"
#include "engines/slots.h"

namespace ens {

// What a slot adds to the loudness at unit value x: (line·x + bend·x²)/3 dB.
struct SlotLoudness {
  std::int8_t line;
  std::int8_t bend;
};

// What two slots add together at unit values x and y: weight·x·y/3 dB. Such as a threshold and a
// ratio: neither does much without the other.
struct PairLoudness {
  std::uint8_t one;
  std::uint8_t other;
  std::int8_t weight;
};

// Those that are left over have no weight.
inline constexpr std::size_t kLoudnessPairs = 8;

// One voice space: thirds of a LUFS with all slots at 0, and what slots and pairs add.
struct SpaceLoudness {
  std::int16_t at_zero;
  SlotLoudness slots[kMaxSlots];
  PairLoudness pairs[kLoudnessPairs] = {};
};

inline constexpr float kReferenceLufs = -20.0f;
// More than this is not made up for: a sound that is nearly silent is meant to be.
inline constexpr float kMostMakeupDb = 18.0f;

}  // namespace ens
