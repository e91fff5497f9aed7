// The stacks of a board's two cores, in bytes. test/device/stack.test.ts measures how deep they
// get: a quarter must stay free.
#pragma once

#include <cstddef>

namespace ens {

inline constexpr std::size_t kAudioStackBytes = 8192;
// One of the two scratch memories of an RP2350; CMake sets the same.
inline constexpr std::size_t kControlStackBytes = 4096;

}  // namespace ens
