// A train of band-limited pulses: all harmonics of a pitch alike loud up to a little under half the
// rate, or only the odd ones.
//
// The sum of N cosines in closed form, J. A. Moorer, "The Synthesis of Complex Audio Spectra by
// Means of Discrete Summation Formulas", JAES 24(9), 1976, with ratio 1:
// Σ_{k=1…N} cos kθ = sin((2N+1)θ/2) / (2 sin(θ/2)) − ½, Σ_{k=1…M} cos (2k−1)θ = sin 2Mθ / (2 sin
// θ).
#pragma once

#include "dsp/glide.h"
#include "dsp/sine.h"

namespace ens {

class PulseTrain {
 public:
  void reset(std::uint32_t phase) { phase_ = phase; }

  // Once a tick; hz above 0.
  void aim(float hz, bool is_odd, float sample_rate) {
    const float top = kTop * sample_rate;
    const float held = hz < 0.98f * top ? hz : 0.98f * top;
    const float fit = is_odd ? 0.5f * (top / held + 1.0f) : top / held;
    // The last that fits fades in and out, so that none pops when the pitch moves.
    const std::uint32_t fitting = static_cast<std::uint32_t>(fit);
    const std::uint32_t count = fitting > 1 ? fitting - 1 : 1;
    share_ = fitting > 1 ? fit - static_cast<float>(fitting) : 0.0f;
    step_ = phase_step(is_odd ? held : 0.5f * held, sample_rate);
    upper_ = is_odd ? 2 * count : 2 * count + 1;
    next_ = is_odd ? 2 * count + 1 : 2 * count + 2;
    middle_ = is_odd ? 0.0f : 0.5f;
    scale_ = sqrt(2.0f / (static_cast<float>(count) + share_ * share_));
    is_odd_ = is_odd;
  }
  float hz(float sample_rate) const {
    return hz_of_step(step_, sample_rate) * (is_odd_ ? 1.0f : 2.0f);
  }

  // Adds frames of RMS 1 times the gain.
  void render(Glide gain, float* out, int frames) {
    std::uint32_t phase = phase_;
    const std::uint32_t step = step_, upper = upper_, next = next_;  // in registers
    const float share = share_ * scale_, middle = middle_ * scale_, half = 0.5f * scale_;
    float level = gain.value;
    for (int n = 0; n < frames; ++n) {
      phase += step;
      level += gain.step;
      const float under = sine(phase);
      const float sum = under != 0.0f ? half * sine(phase * upper) / under : scale_ * peak(phase);
      out[n] += (sum - middle + share * cosine(phase * next)) * level;
    }
    phase_ = phase;
  }
  // The same without a sound.
  void skip(int frames) { phase_ += step_ * static_cast<std::uint32_t>(frames); }

 private:
  static constexpr float kTop =
      0.41f;  // of the sample rate: half_band.h takes it up without images

  float peak(std::uint32_t phase) const {
    const float height = 0.5f * static_cast<float>(upper_);
    return is_odd_ && phase != 0 ? -height : height;
  }

  std::uint32_t phase_ = 0;
  std::uint32_t step_ = 0;
  std::uint32_t upper_ = 1, next_ = 2;
  float share_ = 0.0f, middle_ = 0.5f, scale_ = 1.0f;
  bool is_odd_ = false;
};

}  // namespace ens
