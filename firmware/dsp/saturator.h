// A saturator with its gain written on it: `drive_db` is exactly the gain of quiet signals, and a
// signal of full scale stays at full scale. Even harmonics come with `bias`.
//
// The curve is sqrt(1 + d²) x / sqrt(1 + d² x²). Its antiderivative has a closed form in square
// roots, so first-order antiderivative anti-aliasing (J. Parker, V. Zavalishin, E. Le Bivic,
// "Reducing the aliasing of nonlinear waveshaping using continuous-time convolution", DAFx 2016)
// simplifies to sqrt(1 + d²) (x1 + x0) / (s1 + s0), s = sqrt(1 + d² x²): no division by a small
// difference, no second case.
#pragma once

#include "core/approx.h"
#include "dsp/svf_eq.h"

namespace ens {

// d² and what follows from it for both channels of a sample.
struct Drive {
  // amount = d² ≥ 0; bias 0…0.5 of full scale.
  constexpr Drive(float amount, float bias_share)
      : d2(amount),
        gain(sqrt(1.0f + amount)),
        bias(bias_share),
        rest(gain * bias / sqrt(1.0f + amount * (bias * bias))) {}

  // d² for a gain of quiet signals of drive_db ≥ 0 (a little less with a bias).
  static constexpr float amount(float drive_db) {
    return exp2(drive_db * (2.0f / kDbPerOctave)) - 1.0f;
  }

  float d2, gain, bias;
  float rest;  // what silence becomes
};

// One channel, meant to run at twice the rate of the signal. Delays by 1.5 of its samples.
class Saturator {
 public:
  // Silence, resting at `bias`.
  void reset(float bias) {
    *this = Saturator();
    x_ = bias;
  }

  float step(float in, const Drive& drive) {
    const float x = in + drive.bias;
    const float root = sqrt(1.0f + drive.d2 * (x * x));
    const float out = drive.gain * (x + x_) / (root + root_) - drive.rest;
    x_ = x;
    root_ = root;
    return level(out);
  }

 private:
  // The average of two neighbours dulls the treble; three taps give it back, within 0.05 dB up to a
  // sixth of this rate and 0.3 dB at 0.21 of it.
  float level(float y) {
    const float out = 1.3f * last_ - 0.15f * (y + before_);
    before_ = last_;
    last_ = y;
    return out;
  }

  float x_ = 0.0f, root_ = 1.0f;
  float last_ = 0.0f, before_ = 0.0f;
};

}  // namespace ens
