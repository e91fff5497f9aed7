// One band of a filter bank for one echo: resonant about a frequency, mixed with the unfiltered
// signal, its settings moving in a straight line over each tick.
#pragma once

#include "dsp/glide.h"
#include "dsp/svf_eq.h"

namespace ens {

class EchoBand {
 public:
  struct Settings {
    float frequency;  // as a share of the sample rate, 0…0.49
    float q;
    float share;  // of the band in what is heard, 0…1
    float level;
  };

  // Silence.
  void reset() { state_ = {}; }

  // `jumps`: at once, keeping what rings.
  void aim(const Settings& settings, bool jumps, int frames) {
    SvfCoefficients to = svf_band_pass(settings.frequency, settings.q);
    to.m0 = settings.level * (1.0f - settings.share);
    to.m1 *= settings.level * settings.share * presence(settings.q);
    now_ = jumps ? to : target_;
    target_ = to;
    const float part = 1.0f / static_cast<float>(frames);
    step_ = {(to.a1 - now_.a1) * part, (to.a2 - now_.a2) * part, (to.a3 - now_.a3) * part,
             (to.m0 - now_.m0) * part, (to.m1 - now_.m1) * part, 0.0f};
  }

  // Where they lead, read back from the coefficients; share and level of a level above 0.
  Settings target() const {
    const float q = target_.q();
    const float band = target_.m1 * q / presence(q);
    const float level = target_.m0 + band;
    return {target_.frequency(), q, band / level, level};
  }

  // Filters `in` and adds it to one side and, apart from a share `own` of it, to the other.
  void process(const float* in, const Glide& own, float* this_side, float* other, int frames) {
    SvfCoefficients c = now_;
    const SvfCoefficients step = step_;  // all of it in registers
    SvfState state = state_;
    Glide share = own;
    for (int n = 0; n < frames; ++n) {
      c.a1 += step.a1;
      c.a2 += step.a2;
      c.a3 += step.a3;
      c.m0 += step.m0;
      c.m1 += step.m1;
      const float y = state.step(c, in[n]);
      const float here = y * share.next();
      this_side[n] += here;
      other[n] += y - here;
    }
    state_ = state;
    now_ = c;
  }

 private:
  // A narrow band lets less of a broad sound through: as much is given back.
  static float presence(float q) { return sqrt(q); }

  SvfCoefficients now_, target_, step_;
  SvfState state_;
};

}  // namespace ens
