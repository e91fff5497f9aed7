// The end of the board's flash as sectors for FlashStore, as FlashPlan lays it out.
//
// The whole program runs from RAM (copy_to_ram), so erasing and programming never stops the audio
// core; only core 0 calls this.
#pragma once

#include <cstddef>
#include <cstdint>

#include "device/flash_plan.h"
#include "hardware/flash.h"
#include "hardware/watchdog.h"
#include "pico/platform.h"

namespace ens {

struct RpFlash {
  static constexpr std::size_t kSectorSize = FLASH_SECTOR_SIZE;
  static constexpr std::size_t kSectorCount = FlashPlan::kStoreSectors;
  static constexpr std::uint32_t kFirst = FlashPlan::store_begin(PICO_FLASH_SIZE_BYTES);
  static_assert(kSectorSize == FlashPlan::kSectorBytes);

  bool erase(std::size_t sector) {
    watchdog_update();  // up to 400 ms each, and a save erases several
    flash_range_erase(offset_of(sector), kSectorSize);
    return true;
  }
  bool program(std::size_t sector, std::size_t offset, const std::uint8_t* bytes,
               std::size_t size) {
    flash_range_program(offset_of(sector) + static_cast<std::uint32_t>(offset), bytes, size);
    return true;
  }
  // Past the cache: what was just programmed is what is read.
  const std::uint8_t* read(std::size_t sector) const {
    return reinterpret_cast<const std::uint8_t*>(XIP_NOCACHE_NOALLOC_BASE + offset_of(sector));
  }

 private:
  static std::uint32_t offset_of(std::size_t sector) {
    return kFirst + static_cast<std::uint32_t>(sector * kSectorSize);
  }
};

}  // namespace ens
