// A simulated NOR flash for tests of what boards store.
#pragma once

#include <map>
#include <random>
#include <vector>

#include "firmware/check.h"

namespace ens_test {

inline void expect(bool good, const char* what) {
  note(good, __FILE__, __LINE__, what);
}

// NOR flash: erase sets a sector to ones, program can only clear bits, in whole aligned pages. When
// the power goes, the operation under way has changed any part of its bits, and nothing works
// after.
struct SimulatedFlash {
  static constexpr std::size_t kSectorSize = 4096;
  static constexpr std::size_t kSectorCount = 12;

  std::vector<std::uint8_t> bytes = std::vector<std::uint8_t>(kSectorSize * kSectorCount, 0x5a);
  std::map<std::size_t, int> erases;
  long operations_left = -1;  // -1: the power stays
  bool dead = false;
  std::mt19937 random{1};

  // True when the operation may run to its end; half-way through the last one the power goes.
  bool spend() {
    if (dead) return false;
    if (operations_left == 0) dead = true;
    if (operations_left > 0) --operations_left;
    return !dead;
  }

  bool erase(std::size_t sector) {
    if (dead) return false;
    const bool whole = spend();
    ++erases[sector];
    for (std::size_t i = 0; i < kSectorSize; ++i) {
      std::uint8_t& at = bytes[sector * kSectorSize + i];
      at = whole ? std::uint8_t{0xff} : static_cast<std::uint8_t>(at | random());
    }
    return whole;
  }

  bool program(std::size_t sector, std::size_t offset, const std::uint8_t* from, std::size_t size) {
    if (dead) return false;
    expect(offset % 256 == 0 && size == 256, "programs whole aligned pages");
    const bool whole = spend();
    for (std::size_t i = 0; i < size; ++i) {
      std::uint8_t& at = bytes[sector * kSectorSize + offset + i];
      const auto kept = static_cast<std::uint8_t>(whole ? 0 : random());
      at = static_cast<std::uint8_t>(at & (from[i] | kept));
    }
    return whole;
  }

  const std::uint8_t* read(std::size_t sector) const { return &bytes[sector * kSectorSize]; }
};

}  // namespace ens_test
