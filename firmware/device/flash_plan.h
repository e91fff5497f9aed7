// Where in a board's flash the store lies: 63 sectors near the end, and never the last one.
//
// Chips of the revision A2 need UF2 files whose first block is addressed to the end of the flash
// (RP2350 data sheet, erratum RP2350-E10), and their boot ROM erases that sector at every update.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ens {

struct FlashPlan {
  static constexpr std::size_t kSectorBytes = 4096;
  static constexpr std::size_t kStoreSectors = 63;
  // Sectors behind the store that an update may erase.
  static constexpr std::size_t kLostToUpdates = 1;

  // Offset of the store in a flash of this size; the program must end before it.
  static constexpr std::uint32_t store_begin(std::uint32_t flash_bytes) {
    return flash_bytes -
           static_cast<std::uint32_t>((kStoreSectors + kLostToUpdates) * kSectorBytes);
  }
};

}  // namespace ens
