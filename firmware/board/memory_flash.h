// The flash of boards that have none: NOR flash in memory, which programming can only clear bits
// of.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ens {

class MemoryFlash {
 public:
  static constexpr std::size_t kSectorSize = 4096;
  static constexpr std::size_t kSectorCount = 64;

  bool erase(std::size_t sector) {
    for (std::size_t i = 0; i < kSectorSize; ++i) bytes_[sector * kSectorSize + i] = 0xff;
    return true;
  }
  bool program(std::size_t sector, std::size_t offset, const std::uint8_t* from, std::size_t size) {
    std::uint8_t* const at = &bytes_[sector * kSectorSize + offset];
    for (std::size_t i = 0; i < size; ++i) at[i] = static_cast<std::uint8_t>(at[i] & from[i]);
    return true;
  }
  const std::uint8_t* read(std::size_t sector) const { return &bytes_[sector * kSectorSize]; }

 protected:
  std::uint8_t bytes_[kSectorSize * kSectorCount];
};

}  // namespace ens
