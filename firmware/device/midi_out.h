// MIDI that modes send, for the outputs of a board. Whatever selects a mode ends all notes: what
// the last mode sent notes to must not hold them.
#pragma once

#include <cstdint>

#include "abi/held_notes.h"
#include "device/device.h"
#include "device/synth_template.h"

namespace ens {

class MidiOut {
 public:
  explicit MidiOut(Device& device, const SynthTemplate& synth = kSynth)
      : device_(device), synth_(synth) {}

  // Call after every control tick. `send` takes events as ens_next_event() gives them.
  template <class Send>
  void turn(Send send) {
    if (selections_ != device_.selections()) {
      selections_ = device_.selections();
      end_notes(send);
    }
    while (const std::uint32_t event = ens_next_event(device_.instrument())) {
      held_.follow(event);
      pass_on(event, send);
    }
  }

 private:
  static constexpr std::uint32_t kAllNotesOff = 0xb0 | 123 << 8;
  static constexpr std::uint32_t kChannels = 16;

  template <class Send>
  void pass_on(std::uint32_t event, Send send) const {
    if (const std::uint32_t sent = synth_.translate(event)) send(sent);
  }

  // Each of them, for synths that do not know the message that ends all.
  template <class Send>
  void end_notes(Send send) {
    held_.end([&](std::uint32_t event) { pass_on(event, send); });
    for (std::uint32_t channel = 0; channel < kChannels; ++channel) send(kAllNotesOff | channel);
  }

  Device& device_;
  const SynthTemplate& synth_;
  std::uint32_t selections_ = 0;
  HeldNotes held_;  // as the engine sent them: lines that share a channel end their own
};

}  // namespace ens
