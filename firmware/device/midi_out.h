// MIDI that modes send, for the outputs of a board. Whatever selects a mode ends all notes: what
// the last mode sent notes to must not hold them.
#pragma once

#include <cstdint>

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
      const std::uint32_t sent = synth_.translate(event);
      if (sent == 0) continue;
      follow(sent);
      send(sent);
    }
  }

 private:
  static constexpr std::uint32_t kAllNotesOff = 0xb0 | 123 << 8;
  static constexpr std::uint32_t kNoteOff = 0x80, kNoteOn = 0x90;
  static constexpr std::uint32_t kChannels = 16, kWords = 4;  // a bit for each key

  void follow(std::uint32_t event) {
    const std::uint32_t kind = event & 0xf0, key = event >> 8 & 0x7f;
    if (kind != kNoteOn && kind != kNoteOff) return;
    std::uint32_t& word = held_[event & 0x0f][key / 32];
    const std::uint32_t bit = 1u << key % 32;
    word = kind == kNoteOn ? word | bit : word & ~bit;
  }

  // Each of them, for synths that do not know the message that ends all.
  template <class Send>
  void end_notes(Send send) {
    for (std::uint32_t channel = 0; channel < kChannels; ++channel) {
      for (std::uint32_t key = 0; key < 32 * kWords; ++key) {
        if ((held_[channel][key / 32] >> key % 32 & 1u) != 0) send(kNoteOff | channel | key << 8);
      }
      for (std::uint32_t& word : held_[channel]) word = 0;
    }
    for (std::uint32_t channel = 0; channel < kChannels; ++channel) send(kAllNotesOff | channel);
  }

  Device& device_;
  const SynthTemplate& synth_;
  std::uint32_t selections_ = 0;
  std::uint32_t held_[kChannels][kWords] = {};
};

}  // namespace ens
