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
#include "dsp/groups.h"
#include "dsp/sine.h"

namespace ens {

class PafFormant {
 public:
  // Harmonics from the centre beyond which nothing above −60 dB lies, for width a = root².
  static constexpr float reach(float root) { return 5.0f * root + 2.0f; }
  static constexpr float kMaxWidth = 1000.0f;

  void reset() {
    width_.reset(0.0f);
    centre_.reset(1.0f);
    gain_.reset(0.0f);
  }
  // Ramps over `frames` samples to: centre in harmonics (0…4096), width a (0…kMaxWidth), and
  // amplitude.
  void aim(float centre, float width, float gain, int frames) {
    centre_.aim(centre, frames);
    width_.aim(width, frames);
    gain_.aim(gain, frames);
  }
  // Where aim() leads.
  float centre() const { return centre_.target; }
  float width() const { return width_.target; }
  float gain() const { return gain_.target; }
  bool silent() const { return gain_.value == 0.0f && gain_.target == 0.0f; }

  // Per-sample signals that a voice shares with its formants.
  struct Voice {
    const std::uint32_t* phase;  // θ of the pitch
    const float* edge;           // 1 − cos θ
    const float* skirt;          // 0…1
    const float* air;            // noise that joins the pulse
  };

  // Adds `frames` samples to `sum`; the first of a voice's formants begins it.
  template <bool kIsFirst = false>
  void render(const Voice& voice, float* sum, int frames) {
    Glide width = width_, centre = centre_, gain = gain_;  // in registers
    in_groups(frames, [&](auto group, int at) {
      constexpr int kCount = decltype(group)::count;
      float widths[kCount], centres[kCount], sound[kCount];
      for (int i = 0; i < kCount; ++i) {
        widths[i] = width.next();
        centres[i] = centre.next();
        sound[i] = gain.next();
      }
      for (int i = 0; i < kCount; ++i) {
        const float spread = widths[i] * voice.edge[at + i];
        const float bell = 1.0f + 0.125f * spread;
        const float both = 1.0f / (bell * (1.0f + spread));
        const float wide = both * bell;        // 1/(1 + spread)
        float pulse = both * (1.0f + spread);  // 1/bell, and its eighth power:
        pulse *= pulse;
        pulse *= pulse;
        pulse *= pulse;
        pulse += voice.skirt[at + i] * (wide - pulse);
        const float tone = carrier(voice.phase[at + i], centres[i]);
        sound[i] = tone * (pulse + voice.air[at + i]) * sound[i];
      }
      for (int i = 0; i < kCount; ++i) sum[at + i] = kIsFirst ? sound[i] : sum[at + i] + sound[i];
    });
    width_ = width;
    centre_ = centre;
    gain_ = gain;
  }

 private:
  // Between the two harmonics beside `centre`, 0…4096 by aim().
  static float carrier(std::uint32_t phase, float centre) {
    const std::int32_t whole = static_cast<std::int32_t>(centre);
    const float share = centre - static_cast<float>(whole);
    const std::uint32_t below = static_cast<std::uint32_t>(whole);
    const float low = cosine(phase * below);
    return low + share * (cosine(phase * below + phase) - low);
  }

  Glide width_;
  Glide centre_;
  Glide gain_;
};

}  // namespace ens
