// First-order filters: a low-pass for tone and control, and the removal of DC.
#pragma once

#include "dsp/level.h"

namespace ens {

// Share of the way a one-pole of this cutoff goes per sample: 1 − e^(−2π·cutoff/rate).
constexpr float one_pole_share(float cutoff_hz, float sample_rate) {
  return 1.0f - exp2(-9.06472028f * clamp(cutoff_hz / sample_rate, 0.0f, 0.5f));
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

// Takes away what is below 5 Hz: a zero at 0 Hz and a pole beside it, so a constant leaves nothing.
class DcBlocker {
 public:
  void prepare(float sample_rate) { keep_ = 1.0f - one_pole_share(5.0f, sample_rate); }
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
