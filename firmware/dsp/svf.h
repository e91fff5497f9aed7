// A two-pole state-variable filter whose cutoff and resonance may move every sample.
//
// Trapezoidal integrators with the delay-free loop solved: V. Zavalishin, "The Art of VA Filter Design",
// 2012, ch. 4. Stable for any g > 0 and damping > 0, also while they change.
#pragma once

#include "dsp/level.h"
#include "dsp/sine.h"

namespace ens {

// tan(π·cutoff/rate), the integrator gain of a cutoff in Hz; the cutoff is held within 5 Hz…0.45 of the
// sample rate.
constexpr float svf_gain(float cutoff_hz, float sample_rate) {
  const float cycles = clamp(cutoff_hz / sample_rate, 5.0f / sample_rate, 0.45f);
  const std::uint32_t half = static_cast<std::uint32_t>(cycles * 2147483648.0f);
  return sine(half) / cosine(half);
}

// Damping of a resonance 0…1: 2 (no peak beyond Butterworth's √2 at 0.41) down to 0.05 (26 dB).
constexpr float svf_damping(float resonance) {
  const float open = 1.0f - clamp(resonance, 0.0f, 1.0f);
  return 0.05f + 1.95f * open * open;
}

struct SvfOutputs {
  float low;
  float band;
  float high;
};

class Svf {
 public:
  void reset() { band_state_ = low_state_ = 0.0f; }

  // One sample; g from svf_gain, damping from svf_damping, scale = 1/(1 + g(g + damping)).
  SvfOutputs step(float x, float g, float damping, float scale) {
    const float high = (x - (g + damping) * band_state_ - low_state_) * scale;
    const float up = g * high;
    const float band = up + band_state_;
    band_state_ = flush(band + up);
    const float over = g * band;
    const float low = over + low_state_;
    low_state_ = flush(low + over);
    return {low, band, high};
  }

  static float scale(float g, float damping) { return 1.0f / (1.0f + g * (g + damping)); }

 private:
  float band_state_ = 0.0f;
  float low_state_ = 0.0f;
};

}  // namespace ens
