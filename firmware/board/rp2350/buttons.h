// Two buttons to ground: teach (press: add an example; hold for half a second: train) and next
// mode.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "board/rp2350/pins.h"
#include "hardware/gpio.h"

namespace ens {

class Buttons {
 public:
  enum class Action : std::uint8_t { kNone, kTeach, kTrain, kNextMode };

  void begin() {
    for (const uint pin : {pins::kButtonTeach, pins::kButtonMode}) {
      gpio_init(pin);
      gpio_pull_up(pin);
    }
  }

  // Call once a control tick. Contacts may bounce for up to 5 ticks (7 ms).
  Action read() {
    const std::uint32_t teach = settled(0, pins::kButtonTeach);
    const std::uint32_t mode = settled(1, pins::kButtonMode);
    if (mode == kSettled) return Action::kNextMode;
    if (teach == kLong) return Action::kTrain;
    if (teach == 0 && last_teach_ >= kSettled && last_teach_ < kLong) {
      last_teach_ = 0;
      return Action::kTeach;
    }
    last_teach_ = teach;
    return Action::kNone;
  }

 private:
  static constexpr std::uint32_t kSettled = 5;
  static constexpr std::uint32_t kLong = 375;  // ticks of 1.33 ms

  // For how many ticks the button has been down.
  std::uint32_t settled(std::size_t index, uint pin) {
    held_[index] = gpio_get(pin) ? 0 : held_[index] + 1;
    return held_[index];
  }

  std::uint32_t held_[2] = {};
  std::uint32_t last_teach_ = 0;
};

}  // namespace ens
