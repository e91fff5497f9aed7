// What a board remembers over power cycles beside what was taught: the last mode, its voice space
// and the volume. Stored as 12 bytes under a key of its own: version, voice space, volume (u16),
// mode (u32), joystick calibration.
#pragma once

#include <cstddef>
#include <cstdint>

#include "abi/abi.h"
#include "core/little_endian.h"
#include "device/calibration.h"

namespace ens {

struct Settings {
  // Keys of modes have 31 bits.
  static constexpr std::uint32_t kKey = 0x80000001u;
  static constexpr std::uint8_t kVersion = 1;
  static constexpr std::size_t kBytes = 8 + Calibration::kBytes;

  std::uint32_t mode_key = 0;  // 0: none yet
  std::uint8_t voice_space = 0;
  std::uint16_t volume = ENS_UNIT_ONE;  // a share of what the mode's engine asks for
  Calibration calibration;

  bool operator==(const Settings&) const = default;

  void write(std::uint8_t* to) const {
    to[0] = kVersion;
    to[1] = voice_space;
    put_u16(to + 2, volume);
    put_u32(to + 4, mode_key);
    calibration.write(to + 8);
  }

  // False, with nothing changed, for bytes that are no settings of this version.
  bool read(const std::uint8_t* from, std::size_t size) {
    if (size != kBytes || from[0] != kVersion || get_u16(from + 2) > ENS_UNIT_ONE) return false;
    Calibration axes;
    if (!axes.read(from + 8)) return false;
    voice_space = from[1];
    volume = get_u16(from + 2);
    mode_key = get_u32(from + 4);
    calibration = axes;
    return true;
  }
};

}  // namespace ens
