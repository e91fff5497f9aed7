// Reads the controls of a board: joystick by the ADC, buttons and encoder to ground.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "board/rp2350/pins.h"
#include "device/control_readings.h"
#include "device/gestures.h"
#include "device/quadrature.h"
#include "hardware/adc.h"
#include "hardware/gpio.h"

namespace ens {

class BoardControls {
 public:
  static constexpr std::size_t kAxes = sizeof pins::kAdc / sizeof pins::kAdc[0];

  void begin() {
    if (pins::is_fitted(pins::kQuietSupply)) {
      gpio_init(pins::kQuietSupply);
      gpio_set_dir(pins::kQuietSupply, true);
      gpio_put(pins::kQuietSupply, true);
    }
    adc_init();
    for (const uint input : pins::kAdc) adc_gpio_init(pins::kAdcGpio + input);
    for (const uint pin : {pins::kButtonTeach, pins::kButtonMode, pins::kButtonEncoder,
                           pins::kEncoderA, pins::kEncoderB}) {
      if (!pins::is_fitted(pin)) continue;
      gpio_init(pin);
      gpio_pull_up(pin);
    }
  }

  // Flags of Gestures::Button, as they are now.
  std::uint8_t down() const {
    return static_cast<std::uint8_t>((is_down(pins::kButtonTeach) ? Gestures::kTeach : 0) |
                                     (is_down(pins::kButtonMode) ? Gestures::kMode : 0) |
                                     (is_down(pins::kButtonEncoder) ? Gestures::kEncoder : 0));
  }

  // Once a control tick (8 µs). Half of the noise of the axes is gone after 3 calls.
  void read(ControlReadings& controls) {
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
      adc_select_input(pins::kAdc[axis]);
      const std::int32_t reading = std::int32_t{adc_read()} << 4;
      smooth_[axis] += (reading - smooth_[axis]) / 4;
      const std::int32_t moved = smooth_[axis] - held_[axis];
      if (moved > kStill || moved < -kStill) held_[axis] = smooth_[axis];
      controls.axes[axis] = static_cast<std::uint16_t>(held_[axis]);
    }
    controls.buttons = down();
    controls.turned = 0;
    if (pins::is_fitted(pins::kEncoderA)) {
      controls.turned = encoder_.take(gpio_get(pins::kEncoderA), gpio_get(pins::kEncoderB));
    }
  }

 private:
  static constexpr std::int32_t kStill = 3 << 4;  // ± 3 steps of 4096 are noise

  static bool is_down(uint pin) { return pins::is_fitted(pin) && !gpio_get(pin); }

  Quadrature encoder_;
  std::int32_t smooth_[kAxes] = {};
  std::int32_t held_[kAxes] = {};
};

}  // namespace ens
