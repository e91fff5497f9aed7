// A saturator of known gain: `drive_db` is exactly the gain of quiet signals, and a signal at full
// scale stays there. Even harmonics come with `bias`.
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
        gain(sqrt_known(1.0f + amount)),
        half(0.5f * gain),
        bias(bias_share),
        rest(gain * bias / sqrt_known(1.0f + amount * (bias * bias))) {}

  // d² for a gain of quiet signals of drive_db ≥ 0 (a little less with a bias).
  static constexpr float amount(float drive_db) {
    return exp2(drive_db * (2.0f / kDbPerOctave)) - 1.0f;
  }

  // The inverse of amount().
  static constexpr float db(float amount) { return 0.5f * kDbPerOctave * log2(amount + 1.0f); }

  float d2, gain, half, bias;
  float rest;  // what silence becomes
};

// One channel, meant to run at twice the rate of the signal. Delays by 1.5 of its samples. Driven
// by 24 dB, a 5 kHz tone of full scale aliases 45 dB down; use Saturator4 for that much
// drive.
class Saturator {
 public:
  // Silence, resting at `bias`.
  void reset(float bias) {
    *this = Saturator();
    x_ = bias;
  }

  float step(float in, const Drive& drive) {
    const float x = in + drive.bias;
    const float root = sqrt_known(1.0f + drive.d2 * (x * x));
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

// The same at twice that rate again inside: four times the rate of the signal. Called at twice it;
// delays by 3.25 of those samples.
//
// The signal fills less than a quarter of the band, so half-band filters of seven taps do: 0.06 dB
// flat up to 0.21 of this rate, images 43 dB down, where what is left to fold is 20 dB down
// already.
class Saturator4 {
 public:
  // Silence, at rest under this drive.
  void reset(const Drive& drive) {
    for (float& x : in_) x = drive.bias;
    root_ = sqrt_known(1.0f + drive.d2 * (drive.bias * drive.bias));
    for (float& y : even_) y = drive.bias / root_;
    for (float& y : odd_) y = drive.bias / root_;
  }

  float step(float in, const Drive& drive) {
    const float newest = in + drive.bias;
    const float between = kNear * (in_[0] + in_[1]) + kFar * (newest + in_[2]);
    const float root = sqrt_known(1.0f + drive.d2 * (between * between));
    const float even = (between + in_[1]) / (root + root_);
    root_ = sqrt_known(1.0f + drive.d2 * (in_[0] * in_[0]));
    const float odd = (in_[0] + between) / (root_ + root);
    in_[2] = in_[1];
    in_[1] = in_[0];
    in_[0] = newest;
    const float out = kNear * (even_[0] + even_[1]) + kFar * (even + even_[2]) + odd_[1];
    even_[2] = even_[1];
    even_[1] = even_[0];
    even_[0] = even;
    odd_[1] = odd_[0];
    odd_[0] = odd;
    return drive.half * out - drive.rest;
  }

 private:
  // By linear programming: least from 0.396 of the inner rate on.
  static constexpr float kNear = 0.58230183f;
  static constexpr float kFar = -0.08230183f;

  float in_[3] = {};    // at the outer rate; in between lies what kNear and kFar make of them
  float root_ = 1.0f;   // of in_[1]
  float even_[3] = {};  // bent, between two of the outer rate
  float odd_[2] = {};   // bent, on them
};

}  // namespace ens
