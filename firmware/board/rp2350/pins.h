// Which board this firmware is for: CMake names the header with its pins.
#pragma once

#include ENS_BOARD_HEADER

namespace ens::pins {

// Another number than any pin has.
inline constexpr bool is_fitted(uint pin) {
  return pin != kNone;
}

}  // namespace ens::pins
