// A person at the controls of a simulated board, and how often its light comes on.
#pragma once

#include "device/panel.h"
#include "firmware/device/simulated_board.h"

namespace ens_test {

inline constexpr std::uint8_t kT = ens::Gestures::kTeach;
inline constexpr std::uint8_t kM = ens::Gestures::kMode;
inline constexpr std::uint8_t kE = ens::Gestures::kEncoder;

class PanelUser {
 public:
  PanelUser() : life_(flash_), panel_(life_.session) {}
  Life& life() { return life_; }
  EnsInstrument* instrument() { return life_.device.instrument(); }

  // Holds `buttons` and gives how often the light came on.
  int hold(std::uint8_t buttons, std::uint32_t ticks, std::uint16_t y = 32760) {
    controls_.buttons = buttons;
    controls_.axes[1] = y;
    int flashes = 0;
    for (std::uint32_t i = 0; i < ticks; ++i) {
      panel_.tick(controls_);
      life_.board.tick();
      life_.session.work();
      flashes += panel_.lit() && !was_lit_;
      lit_ticks += panel_.lit();
      was_lit_ = panel_.lit();
    }
    return flashes;
  }
  // A press, then as long as any light lasts.
  int press(std::uint8_t buttons) {
    hold(buttons, 60);
    return hold(0, 3000);
  }
  void turn(int detents) {
    controls_.turned = detents;
    hold(0, 1);
    controls_.turned = 0;
  }
  void lean(std::uint16_t x) { controls_.axes[0] = x; }

  int lit_ticks = 0;

 private:
  RoomyFlash flash_;
  Life life_;
  ens::Panel panel_;
  ens::ControlReadings controls_;
  bool was_lit_ = false;
};

}  // namespace ens_test
