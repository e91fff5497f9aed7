// The body of an instrument: a few resonances that colour what its strings give to the bridge.
//
// J. O. Smith, "Physical Audio Signal Processing" (2010), "Body Resonators": the lowest modes of
// wood or metal are heard one by one, so each is a band-pass of its own.
#pragma once

#include <cstddef>

#include "dsp/glide.h"
#include "dsp/svf_eq.h"

namespace ens {

struct BodyMode {
  float hz;
  float q;
  float gain;
};

class ResonantBody {
 public:
  static constexpr std::size_t kModes = 6;
  static constexpr std::size_t kMostFrames = 64;

  void reset() {
    for (Mode& mode : modes_) mode = Mode{};
    fresh_ = true;
  }

  // Once a tick: `pitch` multiplies the frequencies, `amount` 0…1 is how much of it is heard.
  void aim(const BodyMode (&modes)[kModes], float pitch, float amount, float sample_rate,
           int frames) {
    const float part = 1.0f / static_cast<float>(frames);
    for (std::size_t i = 0; i < kModes; ++i) {
      const float hz = clamp(modes[i].hz * pitch, 20.0f, 0.45f * sample_rate);
      Mode& mode = modes_[i];
      const SvfCoefficients to = svf_band_pass(hz / sample_rate, modes[i].q);
      mode.now = fresh_ ? to : mode.target;
      mode.target = to;
      mode.step_a1 = (to.a1 - mode.now.a1) * part;
      mode.step_a2 = (to.a2 - mode.now.a2) * part;
      mode.step_a3 = (to.a3 - mode.now.a3) * part;
      mode.gain = modes[i].gain * to.m1;
    }
    if (fresh_) amount_.reset(amount);
    amount_.aim(amount, frames);
    fresh_ = false;
  }

  // What the last tick set, for reading settings back.
  [[gnu::cold]] float pitch(const BodyMode (&modes)[kModes], float sample_rate) const {
    return modes_[0].target.frequency() * sample_rate / modes[0].hz;
  }
  float amount() const { return amount_.target; }

  // Filters in place; at most kMostFrames. One body for both sides: every second mode leans to the
  // other side.
  void process(float* left, float* right, std::size_t frames) {
    float bridge[kMostFrames];
    float sum[2][kMostFrames] = {};
    for (std::size_t n = 0; n < frames; ++n) bridge[n] = 0.5f * (left[n] + right[n]);
    for (std::size_t i = 0; i < kModes; ++i) modes_[i].add(bridge, sum[i & 1], frames);
    for (std::size_t n = 0; n < frames; ++n) {
      const float amount = amount_.next();
      const float straight = 1.0f - 0.75f * amount;
      left[n] = straight * left[n] + amount * (sum[0][n] + 0.6f * sum[1][n]);
      right[n] = straight * right[n] + amount * (0.6f * sum[0][n] + sum[1][n]);
    }
  }

 private:
  // As StereoSvf moves, for one channel and a band alone.
  struct Mode {
    SvfCoefficients now, target;
    float step_a1 = 0.0f, step_a2 = 0.0f, step_a3 = 0.0f;
    float gain = 0.0f;
    SvfState state;

    void add(const float* in, float* out, std::size_t frames) {
      SvfCoefficients c = now;
      SvfState s = state;
      const float loud = gain;
      for (std::size_t n = 0; n < frames; ++n) {
        c.a1 += step_a1;
        c.a2 += step_a2;
        c.a3 += step_a3;
        const float v3 = in[n] - s.ic2;
        const float v1 = c.a1 * s.ic1 + c.a2 * v3;
        const float v2 = s.ic2 + c.a2 * s.ic1 + c.a3 * v3;
        s.ic1 = flush(2.0f * v1 - s.ic1);
        s.ic2 = flush(2.0f * v2 - s.ic2);
        out[n] += loud * v1;
      }
      now = c;
      state = s;
    }
  };

  Mode modes_[kModes];
  Glide amount_;
  bool fresh_ = true;
};

}  // namespace ens
