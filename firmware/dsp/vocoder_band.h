// One band of a channel vocoder: how strong it is in a voice, and the same band of a carrier at a
// level that moves in a straight line, between two sides.
//
// Two state-variable band-passes in a row (svf_eq.h), 12 dB an octave to both sides. H. Dudley,
// "Remaking Speech", JASA 11(2), 1939.
#pragma once

#include "dsp/glide.h"
#include "dsp/svf_eq.h"

namespace ens {

class VocoderBand {
 public:
  void reset() { voice_ = carrier_ = {}; }
  void hear_at(float frequency, float q) { heard_ = svf_band_pass(frequency, q); }
  void speak_at(float frequency, float q) { spoken_ = svf_band_pass(frequency, q); }
  // As a share of the sample rate, read back.
  float spoken_frequency() const { return spoken_.frequency(); }
  float spoken_q() const { return spoken_.q(); }

  // Mean square of the band of a voice.
  float hear(const float* in, int frames) {
    return filtered(heard_, voice_, in, frames, [](int, float) {});
  }

  // Adds the band of the carrier to both sides; its mean square before `gain`.
  float speak(const float* carrier, const Glide& gain, float to_left, float to_right, float* left,
              float* right, int frames) {
    const float peak = spoken_.m1 * spoken_.m1;
    Glide moving;
    moving.reset(gain.value * peak_);
    moving.aim(gain.target * peak, frames);
    peak_ = peak;
    return filtered(spoken_, carrier_, carrier, frames, [&](int n, float band) {
      const float here = band * moving.next();
      left[n] += here * to_left;
      right[n] += here * to_right;
    });
  }

 private:
  // Of two sections; the second takes what the first gave a sample before, so that a processor
  // works at both at once.
  struct States {
    float first = 0.0f, first_low = 0.0f, between = 0.0f;
    float second = 0.0f, second_low = 0.0f;
  };

  template <class Use>
  static float filtered(const SvfCoefficients& of, States& states, const float* in, int frames,
                        Use use) {
    const float a1 = of.a1, a2 = of.a2, twice = 2.0f * of.tangent();  // in registers
    States now = states;
    float power = 0.0f;
    for (int n = 0; n < frames; ++n) {
      const float second = a1 * now.second + a2 * (now.between - now.second_low);
      const float first = a1 * now.first + a2 * (in[n] - now.first_low);
      now.second_low += twice * second;
      now.first_low += twice * first;
      now.second = second + second - now.second;
      now.first = first + first - now.first;
      now.between = first;
      power += second * second;
      use(n, second);
    }
    // Often enough: no state becomes a denormal within a block.
    states = {flush(now.first), flush(now.first_low), flush(now.between), flush(now.second),
              flush(now.second_low)};
    const float gain = of.m1 * of.m1;
    return flush(power * gain * gain / static_cast<float>(frames));
  }

  SvfCoefficients heard_, spoken_;
  States voice_, carrier_;
  float peak_ = 0.0f;  // of both sections of the carrier, in the last block
};

}  // namespace ens
