// A struck bell: one sine modulates another's phase, and both fade away together.
//
// J. M. Chowning, "The Synthesis of Complex Audio Spectra by Means of Frequency Modulation", JAES
// 21(7), 1973. Sidebands stay below half the sample rate.
#pragma once

#include "dsp/glide.h"
#include "dsp/sine.h"

namespace ens {

class Chime {
 public:
  // Strikes it: pitch in Hz, that of the modulator as a ratio, velocity 0…1.
  void start(float hz, float ratio, float velocity, float sample_rate) {
    carrier_step_ = phase_step(hz, sample_rate);
    modulator_step_ = phase_step(hz * ratio, sample_rate);
    // Carson's rule with two orders to spare.
    const float orders = (0.48f * sample_rate - hz) / (hz * ratio);
    reach_ = clamp(orders - 2.5f, 0.0f, 6.0f);
    level_ = velocity;
    tone_ = 1.0f;
  }

  // Once a tick: the index in radians of a bell just struck, and what a tick leaves of it.
  void tick(float index, float fall, int frames) {
    const float most = index < reach_ ? index : reach_;
    index_.aim(most * tone_ * kCyclesPerRadian, frames);
    gain_.aim(level_, frames);
    level_ = level_ > 1e-5f ? level_ * fall : 0.0f;
    tone_ *= fall;
  }
  float level() const { return level_; }

  float next() {
    carrier_ += carrier_step_;
    modulator_ += modulator_step_;
    const float bend = sine(modulator_) * index_.next();  // below one cycle
    return sine(carrier_ + phase_offset(bend)) * gain_.next();
  }

 private:
  std::uint32_t carrier_ = 0;
  std::uint32_t modulator_ = 0;
  std::uint32_t carrier_step_ = 0;
  std::uint32_t modulator_step_ = 0;
  float level_ = 0.0f;
  float tone_ = 0.0f;
  float reach_ = 0.0f;  // largest index that stays in band
  Glide gain_;
  Glide index_;  // cycles
};

}  // namespace ens
