// A stereo delay line of one second in 16 bits, read in blocks by heads whose delays glide.
//
// Samples are rounded towards zero, so that what feeds back falls silent instead of circling in the
// last bit, and what is written back unchanged stays the same for ever.
#pragma once

#include <cstdint>

#include "core/approx.h"
#include "dsp/glide.h"

namespace ens {

class EchoLine {
 public:
  static constexpr int kFrames = 49152;
  static constexpr int kBlock = 16;  // frames at once
  static constexpr float kShortest = kBlock + 4.0f;
  static constexpr float kLongest = kFrames - kBlock - 4.0f;

  static float held(float samples) { return clamp(samples, kShortest, kLongest); }

  void clear() {
    for (Frame& frame : frames_) frame = {};
    at_ = 0;
  }

  // Before a block is written: adds what was written `delay` frames before each frame of it, times
  // `gain`, one side and a share of the other: other + own · (this − other).
  void read(int side, const Glide& own, Glide& delay, Glide& gain, float* out, int frames) const {
    Glide share = own;
    run(delay, gain, frames, [&](int n, const Frame& near, const Frame& far, float part) {
      const float a = between(near.side[side], far.side[side], part);
      const float b = between(near.side[1 - side], far.side[1 - side], part);
      out[n] += gain.next() * (b + share.next() * (a - b));
    });
  }

  // The same of both sides, each apart.
  void read(Glide& delay, Glide& gain, float* left, float* right, int frames) const {
    run(delay, gain, frames, [&](int n, const Frame& near, const Frame& far, float part) {
      const float level = gain.next();
      left[n] += level * between(near.side[0], far.side[0], part);
      right[n] += level * between(near.side[1], far.side[1], part);
    });
  }

  // Up to kBlock frames; beyond full scale they are cut off.
  void write(const float* left, const float* right, int frames) {
    for (int n = 0; n < frames; ++n) {
      frames_[at_ + 1] = {{in_16_bits(left[n]), in_16_bits(right[n])}};
      if (++at_ == kFrames) {
        at_ = 0;
        frames_[0] = frames_[kFrames];
      }
    }
  }

 private:
  static constexpr float kScale = 32768.0f;

  struct Frame {
    std::int16_t side[2];
  };

  static std::int16_t in_16_bits(float x) {
    return static_cast<std::int16_t>(to_int(x * kScale, -32767, 32767));
  }
  static float between(std::int16_t near, std::int16_t far, float part) {
    const float from = static_cast<float>(near);
    return (from + part * (static_cast<float>(far) - from)) * (1.0f / kScale);
  }

  // Calls use(n, nearer frame, farther frame, share of the farther) for each frame of a block.
  template <class Use>
  void run(Glide& delay, Glide& gain, int frames, Use use) const {
    if (gain.value == 0.0f && gain.step == 0.0f) {
      delay.value += delay.step * static_cast<float>(frames);
      return;
    }
    Glide moving = delay;  // in registers
    for (int n = 0; n < frames; ++n) {
      const float samples = moving.next();
      const int whole = static_cast<int>(samples);
      const int back = at_ + n - whole;
      const Frame* near = frames_ + 1 + (back < 0 ? back + kFrames : back);
      use(n, near[0], near[-1], samples - static_cast<float>(whole));
    }
    delay = moving;
  }

  // frames_[0] repeats the last, so that the frame before each is in front of it.
  Frame frames_[kFrames + 1] = {};
  int at_ = 0;
};

}  // namespace ens
