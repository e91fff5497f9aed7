// What a board remembers over power cycles beside what was taught: the last mode, its preset and
// voice space, and the volume. Stored under a key of its own: version, voice space, volume (u16),
// mode (u32), preset (u32), voice space while the preset plays, joystick calibration.
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
  static constexpr std::uint8_t kVersion = 2;
  static constexpr std::size_t kCalibrationAt = 13;
  static constexpr std::size_t kBytes = kCalibrationAt + Calibration::kBytes;

  std::uint32_t mode_key = 0;    // 0: none yet
  std::uint8_t voice_space = 0;  // of what was taught
  std::uint32_t preset_key = 0;  // 0: what was taught plays
  std::uint8_t preset_voice_space = 0;
  std::uint16_t volume = ENS_UNIT_ONE;  // a share of what the mode's engine asks for
  Calibration calibration;

  bool operator==(const Settings&) const = default;

  void write(std::uint8_t* to) const {
    to[0] = kVersion;
    to[1] = voice_space;
    put_u16(to + 2, volume);
    put_u32(to + 4, mode_key);
    put_u32(to + 8, preset_key);
    to[12] = preset_voice_space;
    calibration.write(to + kCalibrationAt);
  }

  // False, with nothing changed, for bytes that are no settings of this version.
  bool read(const std::uint8_t* from, std::size_t size) {
    if (size != kBytes || from[0] != kVersion || get_u16(from + 2) > ENS_UNIT_ONE) return false;
    Calibration axes;
    if (!axes.read(from + kCalibrationAt)) return false;
    voice_space = from[1];
    volume = get_u16(from + 2);
    mode_key = get_u32(from + 4);
    preset_key = get_u32(from + 8);
    preset_voice_space = from[12];
    calibration = axes;
    return true;
  }
};

}  // namespace ens
