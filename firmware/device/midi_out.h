// MIDI that modes send, for the outputs of a board. Whatever selects a mode ends all notes: what
// the last mode sent notes to must not hold them.
#pragma once

#include <cstdint>

#include "device/device.h"

namespace ens {

class MidiOut {
 public:
  explicit MidiOut(Device& device) : device_(device) {}

  // Call after every control tick. `send` takes events as ens_next_event() gives them.
  template <class Send>
  void turn(Send send) {
    if (selections_ != device_.selections()) {
      selections_ = device_.selections();
      for (std::uint32_t channel = 0; channel < 16; ++channel) send(kAllNotesOff | channel);
    }
    while (const std::uint32_t event = ens_next_event(device_.instrument())) send(event);
  }

 private:
  static constexpr std::uint32_t kAllNotesOff = 0xb0 | 123 << 8;

  Device& device_;
  std::uint32_t selections_ = 0;
};

}  // namespace ens
