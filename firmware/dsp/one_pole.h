// First-order filters: a low-pass for tone and control, and the removal of DC.
#pragma once

#include "dsp/level.h"

namespace ens {

// The coefficient of a one-pole of this cutoff, the share of the way it goes per sample: 1 −
// e^(−2π·cutoff/rate).
constexpr float one_pole_coefficient(float cutoff_hz, float sample_rate) {
  return 1.0f - exp2(-9.06472028f * clamp(cutoff_hz / sample_rate, 0.0f, 0.5f));
}

// The inverse, for reading settings back.
constexpr float one_pole_cutoff(float coefficient, float sample_rate) {
  return log2(1.0f - coefficient) * sample_rate * (1.0f / -9.06472028f);
}

class OnePole {
 public:
  void reset(float value = 0.0f) { state_ = value; }
  float low(float x, float share) { return state_ = flush(state_ + (x - state_) * share); }
  float high(float x, float share) { return x - low(x, share); }
  float value() const { return state_; }

 private:
  float state_ = 0.0f;
};

// Removes what is below 5 Hz: a zero at 0 Hz and a pole beside it, so a constant leaves nothing.
class DcBlocker {
 public:
  void prepare(float sample_rate) { keep_ = 1.0f - one_pole_coefficient(5.0f, sample_rate); }
  void reset() { in_ = out_ = 0.0f; }
  float step(float x) {
    out_ = flush(x - in_ + keep_ * out_);
    in_ = x;
    return out_;
  }

 private:
  float keep_ = 0.99935f;
  float in_ = 0.0f;
  float out_ = 0.0f;
};

}  // namespace ens
