// Params kept out of learning: the value that each is locked at, a unit value in Q0.15, one of
// these for each output of the network.
#pragma once

#include <cstdint>

namespace ens {

// In place of a value: the param is not locked.
inline constexpr std::uint16_t kNotLocked = 0xffff;

}  // namespace ens
