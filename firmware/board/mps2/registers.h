// Memory-mapped registers of the Cortex-M33 and its board.
#pragma once

#include <cstdint>

namespace ens {

inline volatile std::uint32_t& reg(std::uintptr_t address) {
  return *reinterpret_cast<volatile std::uint32_t*>(address);
}

namespace systick {
inline constexpr std::uintptr_t kControl = 0xE000E010;
inline constexpr std::uintptr_t kReload = 0xE000E014;
inline constexpr std::uintptr_t kValue = 0xE000E018;  // counts down
inline constexpr std::uint32_t kHz = 20'000'000;      // of the board's processor clock
}  // namespace systick

}  // namespace ens
