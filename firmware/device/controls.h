// Connects the hand controls of a board to the selected mode: its first joy_, pad_, slider_ and cv_
// channels take the axes in order. While a sound is explored, the first two axes move in its plane.
#pragma once

#include "device/device.h"

namespace ens {

class Controls {
 public:
  static constexpr std::size_t kAxes = 4;

  // Call this after each selection of a mode.
  void bind(const mode::Mode& mode) {
    bound_ = 0;
    for (std::size_t i = 0; i < mode.channel_count && bound_ < kAxes; ++i) {
      if (moved_by_hand(mode.channel_names[i])) index_[bound_++] = static_cast<std::uint32_t>(i);
    }
    for (std::size_t axis = 0; axis < kAxes; ++axis) last_[axis] = kNever;
  }

  // Sets the inputs whose axes (Q0.15) moved. The wire may set the input of an axis at rest.
  void move(EnsInstrument* instrument, const std::uint16_t (&axes)[kAxes]) {
    EnsExploreState exploring{};
    ens_explore_state(instrument, &exploring);
    if (exploring.active != 0) return explore(instrument, axes);
    for (std::size_t axis = 0; axis < bound_; ++axis) {
      if (axes[axis] == last_[axis]) continue;
      last_[axis] = axes[axis];
      ens_set_input(instrument, index_[axis], last_[axis]);
    }
  }

 private:
  static constexpr std::uint16_t kNever = 0xffff;

  void explore(EnsInstrument* instrument, const std::uint16_t (&axes)[kAxes]) {
    if (axes[0] == last_[0] && axes[1] == last_[1]) return;
    last_[0] = axes[0];
    last_[1] = axes[1];
    ens_explore_move(instrument, axes[0], axes[1]);
  }

  static bool begins_with(const char* name, const char* prefix) {
    while (*prefix != '\0') {
      if (*name++ != *prefix++) return false;
    }
    return true;
  }
  static bool moved_by_hand(const char* name) {
    return begins_with(name, "joy_") || begins_with(name, "pad_") || begins_with(name, "slider_") ||
           begins_with(name, "cv_");
  }

  std::size_t bound_ = 0;
  std::uint32_t index_[kAxes] = {};
  std::uint16_t last_[kAxes] = {};
};

}  // namespace ens
