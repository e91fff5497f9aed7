// The number inside a unit value, for what carries it on: network, catalogue, messages.
//
// Engines and signal processing may not include this folder, so there a unit value has no way to
// become a number but its curve (core/curves.h).
#pragma once

#include "core/curves.h"

namespace ens {

struct UnitBits {
  // Q0.15: 0…32768, 32768 is 1.
  static constexpr std::uint16_t q15(Unit unit) { return unit.q15_; }
};

}  // namespace ens
