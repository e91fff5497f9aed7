// What a board reads of its controls, once a control tick.
#pragma once

#include <cstddef>
#include <cstdint>

#include "device/calibration.h"

namespace ens {

struct ControlReadings {
  static constexpr std::uint16_t kMiddle = 32760;

  // 0…65520, as in calibration.h; an axis that a board does not have stays in the middle.
  std::uint16_t axes[Calibration::kAxes] = {kMiddle, kMiddle, kMiddle, kMiddle};
  std::uint8_t buttons = 0;  // flags of Gestures::Button
  std::int32_t turned = 0;   // detents of the encoder since the last tick, clockwise
};

// What the light did since it was last asked.
struct LightSeen {
  bool lit = false;
  std::uint8_t flashes = 0;
};

}  // namespace ens
