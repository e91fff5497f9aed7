// How loud an engine is by its own estimate, from where its slots are: what makes modes, voice
// spaces and random sounds equally loud.
//
// In every voice space the loudness of an engine's phrase, in LUFS, is estimated as a sum over its
// slots: a straight line and a bend for each, fitted to measured sounds by `npm run loudness`. A
// slot that sets the level, which a player turns to be louder or softer, has neither.
#pragma once

#include <cstdint>

#include "engines/list.h"
#include "engines/slots.h"

namespace ens {

// What a slot adds to the loudness at unit value x: (line·x + bend·x²)/4 dB.
struct SlotLoudness {
  std::int8_t line;
  std::int8_t bend;
};

// One voice space: quarters of a LUFS with all slots at 0, and what each slot adds.
struct SpaceLoudness {
  std::int16_t at_zero;
  SlotLoudness slots[kMaxSlots];
};

inline constexpr float kReferenceLufs = -20.0f;
// More than this is not made up for: a sound that is nearly silent is meant to be.
inline constexpr float kMostMakeupDb = 18.0f;

}  // namespace ens
