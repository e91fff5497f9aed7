// The tempo and the beats of a MIDI clock (MIDI 1.0 Detailed Specification, "System Real Time
// Messages"): 24 pulses a quarter note. Times are control ticks, as a count of 32 bits that wraps
// around.
#pragma once

#include <cstdint>

namespace ens {

class MidiClock {
 public:
  static constexpr std::uint32_t kPulses = 24;  // a quarter note

  enum class Beat : std::uint8_t { kNone, kFirst, kNext };

  void prepare(float ticks_per_second) {
    ticks_per_minute_ = 60.0f * ticks_per_second;
    lost_ = static_cast<std::uint32_t>(0.5f * ticks_per_second);
  }

  // A pulse (0xf8) arrived. Says whether a quarter note begins with it; without a start nobody can
  // know.
  Beat pulse(std::uint32_t now) {
    if (is_lost(now)) spans_ = 0;
    if (spans_ + 1 < kKept) ++spans_;
    newest_ = (newest_ + 1) % kKept;
    at_[newest_] = now;
    if (spans_ > kPulses + kPulses && has_changed()) spans_ = kPulses + 1;
    if (!is_started_) return Beat::kNone;
    const std::uint32_t place = place_++;
    if (place % kPulses != 0) return Beat::kNone;
    return place == 0 ? Beat::kFirst : Beat::kNext;
  }
  // The first beat of the song comes with the next pulse (0xfa).
  void start() {
    is_started_ = true;
    place_ = 0;
  }
  // The song goes on where it stopped (0xfb).
  void go_on() { is_started_ = true; }
  // The song ended (0xfc): the tempo is free again.
  void stop() {
    is_started_ = false;
    spans_ = 0;
  }

  // Quarter notes a minute, averaged over one to four of them; 0 while there is no clock, or less
  // than one quarter note of it.
  float bpm(std::uint32_t now) const {
    if (spans_ <= kPulses || is_lost(now)) return 0.0f;
    const std::uint32_t passed = passed_in(spans_ - 1);
    if (passed == 0) return 0.0f;
    return ticks_per_minute_ * static_cast<float>(spans_ - 1) /
           static_cast<float>(kPulses * passed);
  }

 private:
  static constexpr std::uint32_t kKept = 4 * kPulses + 2;
  static constexpr std::uint32_t kJitter = 3;  // ticks

  bool is_lost(std::uint32_t now) const { return spans_ > 0 && now - at_[newest_] > lost_; }

  // Ticks from the pulse so many before the newest one.
  std::uint32_t passed_in(std::uint32_t pulses) const {
    return at_[newest_] - at_[(newest_ + kKept - pulses) % kKept];
  }

  // The last quarter note was shorter or longer than those before it by more than jitter explains.
  bool has_changed() const {
    const std::uint32_t before = spans_ - 1 - kPulses;
    const std::uint32_t last = passed_in(kPulses) * before;
    const std::uint32_t earlier = (passed_in(spans_ - 1) - passed_in(kPulses)) * kPulses;
    return (last > earlier ? last - earlier : earlier - last) > kJitter * before;
  }

  float ticks_per_minute_ = 0.0f;
  std::uint32_t lost_ = 0;  // ticks without a pulse after which there is no clock
  std::uint32_t at_[kKept] = {};
  std::uint32_t newest_ = 0;
  std::uint32_t spans_ = 0;  // pulses known, up to kKept - 1
  std::uint32_t place_ = 0;  // pulses since the start
  bool is_started_ = false;
};

}  // namespace ens
