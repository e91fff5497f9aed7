// Removes DC from a signal that is bounded on its way out: what leaves the bound is integrated, and
// the integral is subtracted from what enters it. A high-pass behind a clipper would overshoot the
// bound; one before it would let an asymmetric wave leave DC.
#pragma once

#include "dsp/one_pole.h"

namespace ens {

class DcServo {
 public:
  // Corner at 4 Hz. The rate is that of the calls of track().
  void set(float sample_rate_hz) { share_ = one_pole_coefficient(4.0f, sample_rate_hz); }
  void reset() { bias_ = 0.0f; }
  // What to take from the next sample before the bound.
  float bias() const { return bias_; }
  // The sample that left the bound; returns it.
  float track(float out) {
    bias_ = flush(bias_ + share_ * out);
    return out;
  }

 private:
  float bias_ = 0.0f;
  float share_ = 0.0f;
};

}  // namespace ens
