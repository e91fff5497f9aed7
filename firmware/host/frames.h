// The sound of voices for hosts that ask for one frame at a time: rendered several at once, which
// takes half the time where a mode listens and a third where it does not.
#pragma once

#include <cstdint>

#include "host/voices.h"

namespace ens::host {

class Frames {
 public:
  // Where a mode listens, so many are collected and rendered together: it sounds kListened - 1
  // frames late. Others render a whole tick at its first frame, without delay: what changes during
  // a tick counts from the next one.
  static constexpr std::uint32_t kListened = 4;

  // Silence; the next tick begins.
  void restart(bool listens);
  bool listens() const { return listens_; }

  // Every frame, in this order: what a voice hears, where the mode listens; then
  //     if (is_due()) { if (is_at_tick()) …; render(voices); }
  // and sound() for each voice, and next().
  void hear(std::uint32_t voice, float left, float right) {
    in_[0][voice][heard_] = left;
    in_[1][voice][heard_] = right;
    if (voice >= hearing_) hearing_ = voice + 1;
  }
  bool is_due() const { return given_ == rendered_; }
  bool is_at_tick() const { return left_in_tick_ == 0; }
  void render(Voices& voices);
  float sound(std::uint32_t side, std::uint32_t voice) const { return out_[side][voice][given_]; }
  void next() {
    ++given_;
    heard_ = (heard_ + 1) % kListened;
  }

 private:
  static constexpr std::uint32_t kMost = Resampler::kMaxFactor * ENS_TICK_FRAMES;
  static_assert(ENS_TICK_FRAMES % kListened == 0);

  bool listens_ = false;
  float in_[2][Voices::kMost][kListened] = {};
  float out_[2][Voices::kMost][kMost] = {};
  std::uint32_t heard_ = 0;    // frames that were collected
  std::uint32_t hearing_ = 0;  // voices that heard them; the others' are silence
  std::uint32_t rendered_ = 0;
  std::uint32_t given_ = 0;
  std::uint32_t left_in_tick_ = 0;
};

}  // namespace ens::host
