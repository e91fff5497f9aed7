// Low-pass and keep every n-th sample: brings any rate down to the 8–18 kHz that pitch is measured
// at.
//
// FIR by windowed sinc (Blackman), A. V. Oppenheim, R. W. Schafer, "Discrete-Time Signal
// Processing", ch. 7.
#pragma once

#include "dsp/level.h"
#include "dsp/sine.h"

namespace ens {

class Decimator {
 public:
  static constexpr int kMaxFactor = 16;

  // Factor for a rate in Hz, and the taps for it. Half amplitude at 0.42 of the new rate.
  void prepare(float sample_rate_hz) {
    factor_ = to_int(sample_rate_hz * (1.0f / 12000.0f) + 0.5f, 1, kMaxFactor);
    taps_ = factor_ == 1 ? 1 : 8 * factor_ + 1;
    float sum = 0.0f;
    for (int i = 0; i < taps_; ++i) {
      tap_[i] = factor_ == 1 ? 1.0f : windowed_sinc(i);
      sum += tap_[i];
    }
    for (int i = 0; i < taps_; ++i) tap_[i] /= sum;
    reset();
  }

  void reset() {
    for (float& sample : past_) sample = 0.0f;
    at_ = 0;
    count_ = 0;
  }

  int factor() const { return factor_; }
  // How long a sample takes to come out, in samples of the higher rate.
  int delay() const { return (taps_ - 1) / 2; }

  // Takes a sample; true every factor() samples, with a filtered one in `out`.
  bool step(float in, float* out) {
    past_[at_] = past_[at_ + taps_] = in;
    at_ = at_ + 1 == taps_ ? 0 : at_ + 1;
    if (++count_ < factor_) return false;
    count_ = 0;
    float sum = 0.0f;
    for (int i = 0; i < taps_; ++i) sum += tap_[i] * past_[at_ + i];
    *out = flush(sum);
    return true;
  }

 private:
  static constexpr int kMaxTaps = 8 * kMaxFactor + 1;

  float windowed_sinc(int i) const {
    const int middle = (taps_ - 1) / 2;
    // Place in the window, 0…1, and distance from the middle in cycles of the corner frequency.
    const float place = static_cast<float>(i) / static_cast<float>(taps_ - 1);
    const float window = 0.42f - 0.5f * cosine(phase(place)) + 0.08f * cosine(phase(2.0f * place));
    const float cycles = static_cast<float>(i - middle) * 0.42f / static_cast<float>(factor_);
    if (i == middle) return window;
    return window * sine(phase(cycles)) / (6.28318531f * cycles);
  }

  static std::uint32_t phase(float cycles) { return phase_offset(cycles); }

  int factor_ = 1, taps_ = 1, at_ = 0, count_ = 0;
  float tap_[kMaxTaps] = {1.0f};
  float past_[2 * kMaxTaps] = {};
};

}  // namespace ens
