// Four joystick axes from the ADC as Q0.15 inputs. They reach both ends in spite of the stick's
// dead zones there, and do not flicker at rest.
#pragma once

#include <cstddef>
#include <cstdint>

#include "abi/abi.h"
#include "board/rp2350/pins.h"
#include "hardware/adc.h"

namespace ens {

class Joystick {
 public:
  void begin() {
    adc_init();
    for (uint i = 0; i < pins::kAdcCount; ++i) adc_gpio_init(pins::kAdcFirst + i);
  }

  // Reads all axes (8 µs); call about once a millisecond. Half of the noise is gone after 3 calls.
  void read(std::uint16_t (&axes)[pins::kAdcCount]) {
    for (uint i = 0; i < pins::kAdcCount; ++i) {
      adc_select_input(i);
      const std::int32_t reading = std::int32_t{adc_read()} << 8;
      smooth_[i] += (reading - smooth_[i]) >> 2;
      if (smooth_[i] - held_[i] > kStill || held_[i] - smooth_[i] > kStill) held_[i] = smooth_[i];
      axes[i] = to_q15(held_[i]);
    }
  }

 private:
  static constexpr std::int32_t kStill = 3 << 8;     // ± 3 steps of 4096 are noise
  static constexpr std::int32_t kDeadEnd = 41 << 8;  // the last 1 % counts as the end
  static constexpr std::int64_t kOne = ENS_UNIT_ONE;
  static constexpr std::int32_t kSpan = (4095 << 8) - 2 * kDeadEnd;

  static std::uint16_t to_q15(std::int32_t reading) {
    const std::int32_t from_end = reading - kDeadEnd;
    if (from_end <= 0) return 0;
    const std::int64_t scaled = (std::int64_t{from_end} * kOne) / kSpan;
    return static_cast<std::uint16_t>(scaled > kOne ? kOne : scaled);
  }

  std::int32_t smooth_[pins::kAdcCount] = {};
  std::int32_t held_[pins::kAdcCount] = {};
};

}  // namespace ens
