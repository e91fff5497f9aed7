// One formant of phase-aligned formant synthesis: a bump in the spectrum of a pitch, wherever it
// sits.
//
// M. Puckette, "Formant-based audio synthesis using nonlinear distortion", JAES 43(1/2), 1995: a
// carrier that cross-fades between the two harmonics next to the centre, times a pulse that repeats
// with the pitch. The carrier's phases are multiples of the pitch's, so the sum stays periodic
// however the centre moves. Pulse: 1/(1 + a(1 − cos θ)/n)^n, n = 8 (close to a Gaussian bump of
// standard deviation √a harmonics) drawn towards n = 1 (wide skirts). Both are below −60 dB at 5√a
// + 1 harmonics from the centre.
#pragma once

#include "dsp/glide.h"
#include "dsp/sine.h"

namespace ens {

class PafFormant {
 public:
  // Harmonics from the centre beyond which nothing above −60 dB lies, for width a = root².
  static constexpr float reach(float root) { return 5.0f * root + 2.0f; }
  static constexpr float kWidest = 1000.0f;

  void reset() {
    width_.reset(0.0f);
    centre_.reset(1.0f);
    gain_.reset(0.0f);
  }
  // Where to be after `frames` more samples: centre in harmonics (0…4096), width a (0…kWidest), and
  // amplitude.
  void aim(float centre, float width, float gain, int frames) {
    centre_.aim(centre, frames);
    width_.aim(width, frames);
    gain_.aim(gain, frames);
  }
  bool silent() const { return gain_.value == 0.0f && gain_.target == 0.0f; }
  // Moves on without a sound, as `frames` calls of next would.
  void skip(int frames) {
    centre_.skip(frames);
    width_.skip(frames);
  }

  // phase θ of the pitch, edge = 1 − cos θ, skirt 0…1, air: noise that joins the pulse.
  float next(std::uint32_t phase, float edge, float skirt, float air) {
    const float spread = width_.next() * edge;
    const float bell = 1.0f + 0.125f * spread;
    const float both = 1.0f / (bell * (1.0f + spread));
    const float wide = both * bell;        // 1/(1 + spread)
    float pulse = both * (1.0f + spread);  // 1/bell, and its eighth power:
    pulse *= pulse;
    pulse *= pulse;
    pulse *= pulse;
    pulse += skirt * (wide - pulse);
    return carrier(phase) * (pulse + air) * gain_.next();
  }

 private:
  float carrier(std::uint32_t phase) {
    const float centre = centre_.next();
    const std::uint32_t below = static_cast<std::uint32_t>(centre);  // 0…4096 by aim()
    const float share = centre - static_cast<float>(below);
    const float low = cosine(phase * below);
    return low + share * (cosine(phase * (below + 1)) - low);
  }

  Glide width_;
  Glide centre_;
  Glide gain_;
};

}  // namespace ens
