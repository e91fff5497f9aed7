// A reverb for synth engines: eight lines of fixed length, light enough to run beside the voices.
//
// J.-M. Jot, A. Chaigne, "Digital delay networks for designing artificial reverberators", AES 90,
// 1991: each line's gain takes 60 dB in the same time, and its low-pass shortens the treble.
// Lengths are primes spread over an octave and a half; the feedback matrix is Hadamard's of order 8
// over √8, which keeps energy, so gains below 1 make it die. (fdn.h is the larger network of the
// reverb engine.)
#pragma once

#include <cstddef>
#include <cstdint>

#include "dsp/glide.h"
#include "dsp/level.h"
#include "dsp/one_pole.h"

namespace ens {

class Hall {
 public:
  // `is_clear`: no step since the last reset, so that the lines are empty.
  void reset(bool is_clear = false) {
    if (!is_clear) {
      for (float& sample : memory_) sample = 0.0f;
    }
    for (float& state : low_) state = 0.0f;
    for (std::uint32_t& at : at_) at = 0;
    fresh_ = true;
  }

  // Once a tick: time to fall 60 dB (0.1 s and more) and where the treble starts to fall faster.
  void tick(float seconds, float tone_hz, float sample_rate, int frames) {
    share_ = one_pole_coefficient(tone_hz, sample_rate);
    for (std::size_t i = 0; i < kLines; ++i) {
      const float gain =
          exp2(-9.96578f * static_cast<float>(kLengths[i]) / (seconds * sample_rate));
      if (fresh_) gain_[i].reset(gain * kEven);
      gain_[i].aim(gain * kEven, frames);
    }
    fresh_ = false;
  }

  // What it does now, for reading settings back.
  float seconds(float sample_rate) const {
    constexpr auto kLength = static_cast<float>(kLengths[kLines - 1]);
    return -9.96578f * kLength / (log2(gain_[kLines - 1].target / kEven) * sample_rate);
  }
  float tone_hz(float sample_rate) const { return one_pole_cutoff(share_, sample_rate); }

  // One sample of the room's answer to `left` and `right`.
  void step(float left, float right, float* out_left, float* out_right) {
    float line[kLines];
    std::uint32_t start = 0;
    for (std::size_t i = 0; i < kLines; ++i) {
      const float heard = memory_[start + at_[i]];
      low_[i] = flush(low_[i] + (heard - low_[i]) * share_);
      line[i] = low_[i] * gain_[i].next();
      start += kLengths[i];
    }
    *out_left = line[0] - line[2] + line[4] - line[6] + line[1] * 0.5f;
    *out_right = line[1] - line[3] + line[5] - line[7] + line[0] * 0.5f;
    mix(line);
    start = 0;
    for (std::size_t i = 0; i < kLines; ++i) {
      memory_[start + at_[i]] = flush(line[i] + ((i & 1) == 0 ? left : right));
      at_[i] = at_[i] + 1 == kLengths[i] ? 0 : at_[i] + 1;
      start += kLengths[i];
    }
  }

 private:
  static constexpr std::size_t kLines = 8;
  static constexpr std::uint32_t kLengths[kLines] = {887, 1033, 1201, 1409, 1607, 1847, 2129, 2447};
  static constexpr std::size_t kMemory = 887 + 1033 + 1201 + 1409 + 1607 + 1847 + 2129 + 2447;
  static constexpr float kEven = 0.35355339f;  // 1/√8

  static void mix(float* x) {
    for (std::size_t half = 1; half < kLines; half *= 2) {
      for (std::size_t i = 0; i < kLines; i += 2 * half) {
        for (std::size_t k = i; k < i + half; ++k) {
          const float sum = x[k] + x[k + half];
          x[k + half] = x[k] - x[k + half];
          x[k] = sum;
        }
      }
    }
  }

  float memory_[kMemory] = {};
  float low_[kLines] = {};
  std::uint32_t at_[kLines] = {};
  Glide gain_[kLines];
  float share_ = 0.5f;
  bool fresh_ = true;
};

}  // namespace ens
