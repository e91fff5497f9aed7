// The controls of boards that have none: held by the request `hold_controls` until the next one.
#pragma once

#include "device/panel.h"

namespace ens {

class EmulatedControls {
 public:
  explicit EmulatedControls(Session& session) : panel_(session) {}

  LightSeen hold(const ControlReadings& readings) {
    readings_ = readings;
    are_used_ = true;
    const LightSeen seen = seen_;
    seen_.flashes = 0;
    return seen;
  }

  // Before every control tick. Nothing moves until something was held.
  void tick() {
    if (!are_used_) return;
    panel_.tick(readings_);
    readings_.turned = 0;
    if (panel_.lit() && !seen_.lit && seen_.flashes < 255) ++seen_.flashes;
    seen_.lit = panel_.lit();
  }

 private:
  Panel panel_;
  ControlReadings readings_;
  LightSeen seen_;
  bool are_used_ = false;
};

}  // namespace ens
