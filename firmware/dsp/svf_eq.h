// Equaliser bands: one state-variable filter that is a bell, a shelf, a high-pass or a low-pass,
// stable and free of clicks while all of its settings move.
//
// A. Simper, "Linear Trapezoidal Integrated State Variable Filter" (Cytomic technical paper, 2013);
// V. Zavalishin, "The Art of VA Filter Design" (2018), ch. 4–5.
//
// Stability under modulation: the state matrix of this filter is the Cayley transform of a
// dissipative matrix, hence a contraction of ic1² + ic2² for every g > 0, k ≥ 0. It is linear in
// (a1, a2, a3), so each point on a straight line between two settings is a contraction too: the
// per-sample ramp below cannot blow up, whatever the jump.
#pragma once

#include "core/approx.h"
#include "dsp/level.h"

namespace ens {

// tan(pi x) for x in [0, 0.49] (clamped): Padé [5/4] of tan on an eighth of a turn, mirrored above
// it. Relative error below 2e-7.
constexpr float tan_pi(float x) {
  const float in = clamp(x, 0.0f, 0.49f);
  const bool mirrored = in > 0.25f;
  const float y = 3.14159265f * (mirrored ? 0.5f - in : in);
  const float z = y * y;
  const float over = y * (945.0f + z * (-105.0f + z));
  const float under = 945.0f + z * (-420.0f + z * 15.0f);
  return mirrored ? under / over : over / under;
}

// The inverse, for reading settings back: searches tan_pi() itself, so it needs no second formula.
[[gnu::cold, gnu::noinline]] constexpr float frequency_of_tan(float tangent) {
  float low = 0.0f, high = 0.49f;
  for (int i = 0; i < 22; ++i) {
    const float middle = 0.5f * (low + high);
    (tan_pi(middle) < tangent ? low : high) = middle;
  }
  return 0.5f * (low + high);
}

struct SvfCoefficients {
  float a1 = 1.0f, a2 = 0.0f, a3 = 0.0f;  // loop
  float m0 = 1.0f, m1 = 0.0f, m2 = 0.0f;  // output mix: input, band, low

  // What these coefficients do, for reading settings back. Frequencies are ratios to the sample
  // rate.
  constexpr float tangent() const { return a2 / a1; }
  constexpr float damping() const { return (1.0f - a1 - a3) / a2; }
  constexpr float frequency() const { return frequency_of_tan(tangent()); }
  constexpr float q() const { return 1.0f / damping(); }
  constexpr float bell_db() const { return db_of_gain(1.0f + m1 / damping()); }
  constexpr float bell_q() const { return 1.0f / (damping() * sqrt(1.0f + m1 / damping())); }
  constexpr float low_shelf_db() const { return db_of_gain(1.0f + m2); }
  constexpr float low_shelf_frequency() const {
    return frequency_of_tan(tangent() * sqrt(sqrt(1.0f + m2)));
  }
  constexpr float high_shelf_db() const { return db_of_gain(m0); }
  constexpr float high_shelf_frequency() const {
    return frequency_of_tan(tangent() / sqrt(sqrt(m0)));
  }
};

namespace svf_detail {

constexpr SvfCoefficients loop(float g, float k, float m0, float m1, float m2) {
  const float a1 = 1.0f / (1.0f + g * (g + k));
  const float a2 = g * a1;
  return {a1, a2, g * a2, m0, m1, m2};
}

}  // namespace svf_detail

// Peak of gain_db at `frequency` (a ratio to the sample rate, 0…0.49), bandwidth by q > 0.
constexpr SvfCoefficients svf_bell(float frequency, float q, float gain_db) {
  const float a = gain_of_db(0.5f * gain_db);
  const float k = 1.0f / (q * a);
  return svf_detail::loop(tan_pi(frequency), k, 1.0f, k * (a * a - 1.0f), 0.0f);
}

// gain_db below `frequency`, half of it there; q over 0.71 overshoots at the corner.
constexpr SvfCoefficients svf_low_shelf(float frequency, float q, float gain_db) {
  const float a = gain_of_db(0.5f * gain_db);
  const float k = 1.0f / q;
  return svf_detail::loop(tan_pi(frequency) / sqrt(a), k, 1.0f, k * (a - 1.0f), a * a - 1.0f);
}

// gain_db above `frequency`, half of it there.
constexpr SvfCoefficients svf_high_shelf(float frequency, float q, float gain_db) {
  const float a = gain_of_db(0.5f * gain_db);
  const float k = 1.0f / q;
  return svf_detail::loop(tan_pi(frequency) * sqrt(a), k, a * a, k * (1.0f - a) * a, 1.0f - a * a);
}

// 12 dB an octave below `frequency`; q of 0.7071 is maximally flat.
constexpr SvfCoefficients svf_high_pass(float frequency, float q) {
  const float k = 1.0f / q;
  return svf_detail::loop(tan_pi(frequency), k, 1.0f, -k, -1.0f);
}

// Passes a band about `frequency` at gain 1, 6 dB an octave to both sides.
constexpr SvfCoefficients svf_band_pass(float frequency, float q) {
  const float k = 1.0f / q;
  return svf_detail::loop(tan_pi(frequency), k, 0.0f, k, 0.0f);
}

// 12 dB an octave above `frequency`.
constexpr SvfCoefficients svf_low_pass(float frequency, float q) {
  return svf_detail::loop(tan_pi(frequency), 1.0f / q, 0.0f, 0.0f, 1.0f);
}

// One channel's memory of such a filter.
struct SvfState {
  float ic1 = 0.0f, ic2 = 0.0f;

  float step(const SvfCoefficients& c, float in) {
    const float v3 = in - ic2;
    const float v1 = c.a1 * ic1 + c.a2 * v3;
    const float v2 = ic2 + c.a2 * ic1 + c.a3 * v3;
    ic1 = flush(2.0f * v1 - ic1);
    ic2 = flush(2.0f * v2 - ic2);
    return c.m0 * in + c.m1 * v1 + c.m2 * v2;
  }
};

// Two channels through one set of coefficients, which reach their target in a straight line over a
// tick.
class StereoSvf {
 public:
  void reset(const SvfCoefficients& at) {
    now_ = target_ = at;
    step_ = {0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f};
    left_ = right_ = {};
  }

  // Sets where the coefficients arrive after `frames` (> 0) more samples; call again then.
  void aim(const SvfCoefficients& target, int frames) {
    now_ = target_;
    target_ = target;
    const float part = 1.0f / static_cast<float>(frames);
    step_ = {(target.a1 - now_.a1) * part, (target.a2 - now_.a2) * part,
             (target.a3 - now_.a3) * part, (target.m0 - now_.m0) * part,
             (target.m1 - now_.m1) * part, (target.m2 - now_.m2) * part};
  }

  // Where the coefficients arrive at the end of this tick.
  const SvfCoefficients& target() const { return target_; }

  // Filters in place.
  void process(float* left, float* right, int frames) {
    SvfCoefficients c = now_;
    const SvfCoefficients step = step_;  // all of it in registers
    SvfState of_left = left_, of_right = right_;
    for (int i = 0; i < frames; ++i) {
      c.a1 += step.a1;
      c.a2 += step.a2;
      c.a3 += step.a3;
      c.m0 += step.m0;
      c.m1 += step.m1;
      c.m2 += step.m2;
      left[i] = of_left.step(c, left[i]);
      right[i] = of_right.step(c, right[i]);
    }
    left_ = of_left;
    right_ = of_right;
    now_ = c;
  }

 private:
  SvfCoefficients now_, target_, step_;
  SvfState left_, right_;
};

}  // namespace ens
