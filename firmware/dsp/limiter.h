// A stereo peak limiter without latency: nothing changes below the threshold, nothing passes the
// ceiling of −1 dBFS.
//
// An envelope takes each peak of the louder channel at once, holds it for half a period of 33 Hz
// and then falls by 8.7 dB every 80 ms. Both channels are multiplied by the ratio of the bent
// envelope to the envelope, so a tone that stays over the threshold is turned down rather than bent
// (0.1 % of overtones after its first half period), and the picture between the channels stays
// where it was. A limiter that looks ahead would round the first half period too, for 1.3 ms of
// latency and 20 instructions a sample; below the threshold this one costs less than the comparison
// of each sample with full scale.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "dsp/level.h"

namespace ens {

class Limiter {
 public:
  static constexpr float kThreshold = 0.70794578f;  // −3 dBFS: up to here samples keep their bits
  static constexpr float kCeiling = 0.89125f;       // −1 dBFS is 0.8912509
  static constexpr float kHoldMs = 15.0f;
  static constexpr float kReleaseMs = 80.0f;

  // Sample rate in Hz. Ends in reset().
  void prepare(float sample_rate_hz) {
    hold_frames_ = static_cast<std::int32_t>(kHoldMs * 0.001f * sample_rate_hz);
    keep_ = exp2(-1.44269504f * 1000.0f / (kReleaseMs * sample_rate_hz));
    reset();
  }

  void reset() {
    envelope_ = kThreshold;
    held_ = 0;
  }

  // In place, any number of frames: the same samples however they are cut. What is no number
  // becomes silence, and so does what is below −180 dB, so that no denormal leaves.
  void process(float* left, float* right, std::size_t frames) {
    if (envelope_ <= kThreshold && is_quiet(left, frames) && is_quiet(right, frames)) return;
    for (std::size_t i = 0; i < frames; ++i) {
      const float l = bounded(left[i]);
      const float r = bounded(right[i]);
      const float gain = step(magnitude(l) > magnitude(r) ? magnitude(l) : magnitude(r));
      left[i] = audible(l * gain);
      right[i] = audible(r * gain);
    }
  }

  // What samples of this size are multiplied by when the envelope has followed them; 0 < size.
  static constexpr float gain_at(float size) {
    if (size <= kThreshold) return 1.0f;
    constexpr float kRoom = kCeiling - kThreshold;
    const float over = size - kThreshold;
    return (kThreshold + kRoom * over / (kRoom + over)) / size;
  }

 private:
  static constexpr float kSilence = 1e-9f;
  static constexpr float kLoudest = 8.0f;
  // The samples of a steady tone seldom meet its peak exactly: this near, they hold the envelope.
  static constexpr float kNearly = 0.97f;

  // True if no sample is over the threshold or no number. Bit patterns of positive floats are in
  // the order of their values, with infinities and NaN above them all.
  static bool is_quiet(float* samples, std::size_t frames) {
    constexpr std::uint32_t kThresholdBits = 2 * std::bit_cast<std::uint32_t>(kThreshold);
    constexpr std::uint32_t kSilenceBits = 2 * std::bit_cast<std::uint32_t>(kSilence);
    std::uint32_t most = 0;
    for (std::size_t i = 0; i < frames; ++i) {
      const std::uint32_t size = 2 * std::bit_cast<std::uint32_t>(samples[i]);
      most = size > most ? size : most;
      if (size < kSilenceBits) samples[i] = 0.0f;
    }
    return most <= kThresholdBits;
  }

  static float bounded(float x) {
    if (!(x >= -kLoudest)) return x < -kLoudest ? -kLoudest : 0.0f;
    return x > kLoudest ? kLoudest : x;
  }
  static float audible(float x) { return x > -kSilence && x < kSilence ? 0.0f : x; }

  // Moves the envelope by a sample of this size and gives the gain that goes with it.
  float step(float size) {
    if (size >= kNearly * envelope_) {
      envelope_ = size > envelope_ ? size : envelope_;
      held_ = hold_frames_;
    } else if (held_ > 0) {
      --held_;
    } else {
      const float fallen = envelope_ * keep_;
      const float to = size > fallen ? size : fallen;
      envelope_ = to > kThreshold ? to : kThreshold;
    }
    return gain_at(envelope_);
  }

  float envelope_ = kThreshold;  // kThreshold: at rest
  std::int32_t held_ = 0;        // samples for which the envelope stays
  std::int32_t hold_frames_ = 720;
  float keep_ = 0.99974f;  // what a sample leaves of the envelope
};

}  // namespace ens
