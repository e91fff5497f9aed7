// What a board's self-test finds of its parts.
#pragma once

#include <cstddef>
#include <cstdint>

#include "contract.h"

namespace ens {

struct PartsFound {
  static constexpr std::size_t kAxes = 4;

  std::uint16_t present = 0;  // flags of link::Part: those that the board has and can test
  std::uint16_t working = 0;  // those of them that work
  std::uint16_t codec_id = 0;
  std::uint8_t buttons = 0;  // bit i: button i is down
  std::uint16_t axes[kAxes] = {};

  // As a message of the wire: answer::SelfTest or event::SelfTest.
  template <class Fields>
  Fields fields() const {
    Fields to{present, working, codec_id, buttons, {}};
    to.axes.count = kAxes;
    for (std::size_t axis = 0; axis < kAxes; ++axis) to.axes.values[axis] = axes[axis];
    return to;
  }

  void add(link::Part part, bool works) {
    present = static_cast<std::uint16_t>(present | static_cast<unsigned>(part));
    if (works) working = static_cast<std::uint16_t>(working | static_cast<unsigned>(part));
  }
  // A stick at rest is near its middle; a wire that came off reads an end.
  void add_axes(const std::uint16_t (&read)[kAxes], std::size_t count) {
    bool at_rest = true;
    for (std::size_t axis = 0; axis < count; ++axis) {
      axes[axis] = read[axis];
      at_rest = at_rest && read[axis] > 0x2000 && read[axis] < 0x6000;
    }
    add(link::Part::kJoystick, at_rest);
  }
  // `down`: bit i for button i. At power-on all are held, which starts the test; else none is.
  void add_buttons(std::uint8_t down, std::uint8_t all, bool at_power_on) {
    buttons = down;
    add(link::Part::kButtons, down == (at_power_on ? all : 0));
  }
};

}  // namespace ens
