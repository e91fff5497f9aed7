// A plucked string: a burst of noise that circulates in a loop and loses its treble.
//
// K. Karplus, A. Strong, "Digital Synthesis of Plucked-String and Drum Timbres", CMJ 7(2), 1983;
// tuned by an all-pass and plucked at a position on the string after D. Jaffe, J. O. Smith,
// "Extensions of the Karplus-Strong Plucked-String Algorithm", ibid.
#pragma once

#include <new>

#include "dsp/level.h"
#include "dsp/noise.h"

namespace ens {

class PluckedString {
 public:
  static constexpr std::uint32_t kLength = 2048;  // lowest note 23.4 Hz at 48 kHz

  struct Pluck {
    float hz;
    float velocity;  // 0…1: louder and brighter
    float decay_ms;  // to fall 60 dB
    float tone;      // 0 dull … 1 bright: what the loop keeps of its treble
    float place;     // 0.02…0.5 of the string
  };

  // Equal seeds, equal noise. `is_clear`: never started since the last reset.
  void reset(std::uint32_t seed, bool is_clear = false) {
    if (!is_clear)
      new (this) PluckedString;  // in place: a temporary would take 8 KB of the audio stack
    noise_.reseed(seed);
  }

  void start(const Pluck& pluck, float sample_rate) {
    const float period = clamp(sample_rate / pluck.hz, 8.0f, static_cast<float>(kLength - 2));
    damping_ = 0.5f * (1.0f - pluck.tone);
    // The loop filter delays by `damping`, the all-pass by the rest, 0.3…1.3 samples.
    const float wanted = period - damping_;
    length_ = static_cast<std::uint32_t>(wanted - 0.3f);
    const float rest = wanted - static_cast<float>(length_);
    allpass_ = (1.0f - rest) / (1.0f + rest);
    keep_ = exp2(-9.96578f * period * 1000.0f / (pluck.decay_ms * sample_rate));
    burst_left_ = length_;
    strength_ = pluck.velocity;
    softness_ = 0.15f + 0.8f * pluck.velocity;
    const float comb = period * pluck.place;
    comb_ = static_cast<std::uint32_t>(comb < 1.0f ? 1.0f : comb);
    silent_for_ = 0;
    sounding_ = true;
  }
  bool sounding() const { return sounding_; }

  float next() {
    const float heard = line_[(write_ - length_) & kMask];
    const float damped = heard * (1.0f - damping_) + last_ * damping_;
    last_ = heard;
    const float tuned = allpass_ * (damped - allpass_out_) + allpass_in_;
    allpass_in_ = damped;
    allpass_out_ = tuned;
    float in = 0.0f;
    if (burst_left_ > 0) {
      --burst_left_;
      burst_ += (noise_.white() - burst_) * softness_;
      in = burst_ * strength_;
    }
    const float now = flush(tuned * keep_ + in);
    line_[write_ & kMask] = now;
    ++write_;
    // A wave and its echo from the near end: the partials with a node at the place are missing.
    const float out = now - 0.7f * line_[(write_ - 1 - comb_) & kMask];
    silent_for_ = out > 1e-5f || out < -1e-5f ? 0 : silent_for_ + 1;
    if (silent_for_ > kLength) sounding_ = false;
    return out;
  }

 private:
  static constexpr std::uint32_t kMask = kLength - 1;

  Noise noise_;
  float line_[kLength] = {};
  std::uint32_t write_ = 0;
  std::uint32_t length_ = 100;
  std::uint32_t comb_ = 1;
  std::uint32_t burst_left_ = 0;
  std::uint32_t silent_for_ = 0;
  float damping_ = 0.0f;
  float allpass_ = 0.0f;
  float allpass_in_ = 0.0f;
  float allpass_out_ = 0.0f;
  float last_ = 0.0f;
  float keep_ = 0.0f;
  float burst_ = 0.0f;
  float strength_ = 0.0f;
  float softness_ = 0.5f;
  bool sounding_ = false;
};

}  // namespace ens
