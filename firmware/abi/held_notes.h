// The notes that a synth was sent and that have not ended, so that none sounds on when nothing is
// sent any more. Events are those of ens_next_event().
#pragma once

#include <cstdint>

namespace ens {

class HeldNotes {
 public:
  // Notes what an event begins or ends.
  void follow(std::uint32_t event) {
    const std::uint32_t kind = event & 0xf0, key = event >> 8 & 0x7f;
    if (kind != kNoteOn && kind != kNoteOff) return;
    std::uint32_t& word = held_[event & 0x0f][key / 32];
    const std::uint32_t bit = 1u << key % 32;
    word = kind == kNoteOn ? word | bit : word & ~bit;
  }

  bool any() const {
    std::uint32_t all = 0;
    for (const auto& channel : held_) {
      for (const std::uint32_t word : channel) all |= word;
    }
    return all != 0;
  }

  // Sends what ends each of them.
  template <class Send>
  void end(Send send) {
    for (std::uint32_t channel = 0; channel < kChannels; ++channel) {
      for (std::uint32_t key = 0; key < 32 * kWords; ++key) {
        if ((held_[channel][key / 32] >> key % 32 & 1u) != 0) send(kNoteOff | channel | key << 8);
      }
      for (std::uint32_t& word : held_[channel]) word = 0;
    }
  }

 private:
  static constexpr std::uint32_t kNoteOff = 0x80, kNoteOn = 0x90;
  static constexpr std::uint32_t kChannels = 16, kWords = 4;  // a bit for each key

  std::uint32_t held_[kChannels][kWords] = {};
};

}  // namespace ens
