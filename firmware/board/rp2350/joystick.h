// Four joystick axes from the ADC as unit values: end to end in spite of dead ends, and still when
// the hand is still.
#pragma once

#include <cstddef>
#include <cstdint>

#include "board/rp2350/pins.h"
#include "core/curves.h"
#include "hardware/adc.h"

namespace ens {

class Joystick {
 public:
  void begin() {
    adc_init();
    for (uint i = 0; i < pins::kAdcCount; ++i) adc_gpio_init(pins::kAdcFirst + i);
  }

  // Reads all axes (8 µs); call about once a millisecond. Half of the noise is gone after 3 calls.
  void read(Unit (&axes)[pins::kAdcCount]) {
    for (uint i = 0; i < pins::kAdcCount; ++i) {
      adc_select_input(i);
      const std::int32_t reading = std::int32_t{adc_read()} << 8;
      smooth_[i] += (reading - smooth_[i]) >> 2;
      if (smooth_[i] - held_[i] > kStill || held_[i] - smooth_[i] > kStill) held_[i] = smooth_[i];
      axes[i] = to_unit(held_[i]);
    }
  }

 private:
  static constexpr std::int32_t kStill = 3 << 8;     // ± 3 steps of 4096 do not count as movement
  static constexpr std::int32_t kDeadEnd = 41 << 8;  // 1 % at each end is the end
  static constexpr std::int32_t kSpan = (4095 << 8) - 2 * kDeadEnd;

  static Unit to_unit(std::int32_t reading) {
    const std::int32_t from_end = reading - kDeadEnd;
    if (from_end <= 0) return Unit::from_q15(0);
    const std::int64_t scaled = (std::int64_t{from_end} * Unit::kOne) / kSpan;
    return Unit::from_q15(static_cast<std::uint16_t>(scaled > Unit::kOne ? Unit::kOne : scaled));
  }

  std::int32_t smooth_[pins::kAdcCount] = {};
  std::int32_t held_[pins::kAdcCount] = {};
};

}  // namespace ens
