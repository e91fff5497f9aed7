// Where the ends and the centre of each joystick axis lie on the ADC, so that every stick reaches 0
// and 1 and rests at ½.
#pragma once

#include <cstddef>
#include <cstdint>

#include "abi/abi.h"
#include "core/little_endian.h"

namespace ens {

// Readings of a 12-bit ADC, in 1/16 of a step: 0…65520.
struct AxisCalibration {
  std::uint16_t low = 655;  // the last 1 % of a stick's way is dead
  std::uint16_t centre = 32760;
  std::uint16_t high = 64865;

  bool operator==(const AxisCalibration&) const = default;

  // At least a quarter of the range on either side: less is a wire that came off, not a stick.
  constexpr bool is_valid() const {
    return low < centre && centre < high && centre - low >= 16384 / 2 && high - centre >= 16384 / 2;
  }

  // A reading as Q0.15; the last 2 % around the centre rest at exactly ½.
  constexpr std::uint16_t unit(std::uint16_t reading) const {
    constexpr std::int32_t kHalf = ENS_UNIT_ONE / 2;
    const std::int32_t from_centre = std::int32_t{reading} - centre;
    const std::int32_t side = from_centre < 0 ? centre - low : high - centre;
    const std::int32_t rest = side / 50;
    const std::int32_t moved = from_centre < 0 ? -from_centre : from_centre;
    if (moved <= rest) return kHalf;
    const std::int32_t way = (moved - rest) * kHalf / (side - rest);
    const std::int32_t bounded = way > kHalf ? kHalf : way;
    return static_cast<std::uint16_t>(from_centre < 0 ? kHalf - bounded : kHalf + bounded);
  }
};

struct Calibration {
  static constexpr std::size_t kAxes = 4;
  static constexpr std::size_t kBytes = 6 * kAxes;

  AxisCalibration axes[kAxes];

  bool operator==(const Calibration&) const = default;

  void write(std::uint8_t* to) const {
    for (const AxisCalibration& axis : axes) {
      put_u16(to, axis.low);
      put_u16(to + 2, axis.centre);
      put_u16(to + 4, axis.high);
      to += 6;
    }
  }
  bool read(const std::uint8_t* from) {
    Calibration found;
    for (AxisCalibration& axis : found.axes) {
      axis = {get_u16(from), get_u16(from + 2), get_u16(from + 4)};
      if (!axis.is_valid()) return false;
      from += 6;
    }
    *this = found;
    return true;
  }
};

// Learns the ends and the centre while a player moves a stick to all its ends and lets go.
class Calibrator {
 public:
  using Readings = std::uint16_t[Calibration::kAxes];

  void begin() {
    runs_ = true;
    is_first_ = true;
  }
  // Once a control tick.
  void take(const Readings& readings) {
    if (!runs_) return;
    for (std::size_t axis = 0; axis < Calibration::kAxes; ++axis) {
      AxisCalibration& seen = seen_.axes[axis];
      if (is_first_) seen = {readings[axis], readings[axis], readings[axis]};
      if (readings[axis] < seen.low) seen.low = readings[axis];
      if (readings[axis] > seen.high) seen.high = readings[axis];
      seen.centre = readings[axis];
    }
    is_first_ = false;
  }
  // The stick is at rest now. Changes the axes that were moved; false if none was.
  bool end(Calibration& to) {
    bool moved = false;
    if (!runs_ || is_first_) return runs_ = false;
    runs_ = false;
    for (std::size_t axis = 0; axis < Calibration::kAxes; ++axis) {
      AxisCalibration seen = seen_.axes[axis];
      // So that both ends are reached in spite of noise.
      const auto margin = static_cast<std::uint16_t>((seen.high - seen.low) / 100);
      seen.low = static_cast<std::uint16_t>(seen.low + margin);
      seen.high = static_cast<std::uint16_t>(seen.high - margin);
      if (!seen.is_valid()) continue;
      to.axes[axis] = seen;
      moved = true;
    }
    return moved;
  }

 private:
  Calibration seen_;
  bool runs_ = false;
  bool is_first_ = false;
};

}  // namespace ens
