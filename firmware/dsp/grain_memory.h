// What grains are cut from: four seconds of sound in 16 bits at half the sample rate, in a ring.
//
// Samples before its first and after its last repeat the other end, so that a grain reads a whole
// block without looking where the ring closes. Samples are rounded towards zero, so that what feeds
// back falls silent.
#pragma once

#include <cstdint>

#include "core/approx.h"

namespace ens {

class GrainMemory {
 public:
  static constexpr int kFrames = 98304;
  static constexpr int kBlock = 32;          // frames at once: a tick
  static constexpr float kMostSpeed = 8.0f;  // of a grain, either way
  // How far a block may reach beyond either end.
  static constexpr int kReach = kBlock * static_cast<int>(kMostSpeed) + 8;

  void clear() {
    for (std::int16_t& frame : frames_) frame = 0;
    head_ = 0;
  }

  // Where the next frame is written, 0…kFrames − 1.
  int head() const { return head_; }
  // What will be overwritten n frames from now, up to a block.
  float oldest(int n) const { return static_cast<float>(at(head_)[n]) * (1.0f / kScale); }
  // frame: 0…kFrames − 1; valid from kReach before it to kReach after it.
  const std::int16_t* at(int frame) const { return frames_ + kReach + frame; }

  // Beyond full scale it is cut off.
  void write(const float* in, int frames) {
    for (int n = 0; n < frames; ++n) {
      const auto x = static_cast<std::int16_t>(to_int(in[n] * kScale, -32767, 32767));
      frames_[kReach + head_] = x;
      if (head_ < kReach) frames_[kReach + kFrames + head_] = x;
      if (head_ >= kFrames - kReach) frames_[head_ - (kFrames - kReach)] = x;
      if (++head_ == kFrames) head_ = 0;
    }
  }

  static constexpr float kScale = 32768.0f;

 private:
  std::int16_t frames_[kReach + kFrames + kReach] = {};
  int head_ = 0;
};

}  // namespace ens
