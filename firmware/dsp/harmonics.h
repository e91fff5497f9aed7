// A band-limited oscillator: harmonics that fall by a constant ratio, cut exactly below half the
// rate.
//
// J. A. Moorer, "The Synthesis of Complex Audio Spectra by Means of Discrete Summation Formulas",
// JAES 24(9), 1976:  Σ_{k=1…N} a^k sin kθ = (a sin θ − a^{N+1} sin (N+1)θ + a^{N+2} sin Nθ)/(1 − 2a
// cos θ + a²).
#pragma once

#include "core/approx.h"
#include "dsp/sine.h"

namespace ens {

class Harmonics {
 public:
  void reset() { *this = Harmonics(); }

  // Once a tick: frequency in Hz and brightness 0 (a sine) … 1 (a = 0.98, near a pulse train).
  void tick(float frequency_hz, float brightness, float sample_rate, float frames) {
    step_ = phase_step(frequency_hz, sample_rate);
    const float fit =
        clamp(kTop * sample_rate / (frequency_hz > 1.0f ? frequency_hz : 1.0f), 2.0f, 512.0f);
    const std::uint32_t whole = static_cast<std::uint32_t>(fit);
    count_ = whole - 1;
    // The last that fits fades in and out, so that none pops when the pitch moves.
    share_ = kTop * sample_rate > 2.0f * frequency_hz ? fit - static_cast<float>(whole) : 0.0f;
    ratio_ = next_ratio_;
    next_ratio_ = 0.98f * clamp(brightness, 0.0f, 1.0f);
    ratio_step_ = (next_ratio_ - ratio_) / frames;
    power_ = ratio_ > 1e-4f ? exp2(clamp(log2(ratio_) * static_cast<float>(count_), -40.0f, 0.0f))
                            : 0.0f;
    const float end =
        next_ratio_ > 1e-4f
            ? exp2(clamp(log2(next_ratio_) * static_cast<float>(count_), -40.0f, 0.0f))
            : 0.0f;
    power_step_ = (end - power_) / frames;
    scale_ = sqrt(1.0f - ratio_ * ratio_);
    scale_step_ = (sqrt(1.0f - next_ratio_ * next_ratio_) - scale_) / frames;
  }

  // As of the last tick(), for reading settings back.
  float frequency_hz(float sample_rate) const { return hz_of_step(step_, sample_rate); }
  float brightness() const { return next_ratio_ * (1.0f / 0.98f); }

  // One sample; RMS about that of a sine at any brightness, peaks up to 7 when bright.
  float next() {
    ratio_ += ratio_step_;
    power_ += power_step_;
    scale_ += scale_step_;
    phase_ += step_;
    const float a = ratio_;
    const float above = sine(phase_ * (count_ + 1));
    const float next = power_ * above;  // the harmonic after the last
    const float sum = (sine(phase_) - next + a * power_ * sine(phase_ * count_)) /
                      (1.0f - 2.0f * a * cosine(phase_) + a * a);
    return (sum + share_ * next) * scale_;
  }

 private:
  static constexpr float kTop = 0.48f;  // of the sample rate

  std::uint32_t phase_ = 0;
  std::uint32_t step_ = 0;
  std::uint32_t count_ = 1;
  float share_ = 0.0f;
  float ratio_ = 0.0f;
  float next_ratio_ = 0.0f;
  float ratio_step_ = 0.0f;
  float power_ = 0.0f;
  float power_step_ = 0.0f;
  float scale_ = 1.0f;
  float scale_step_ = 0.0f;
};

}  // namespace ens
