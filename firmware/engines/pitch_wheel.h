// What moves the pitch of all keys of an engine: the pitch wheel, and vibrato, which the modulation
// wheel deepens.
#pragma once

#include <cstdint>

#include "dsp/sine.h"
#include "engines/engine.h"

namespace ens {

struct PitchWheelSettings {
  float vibrato_hz;
  float vibrato_cents;
  float bend_range_st;  // either way
};

class PitchWheel {
 public:
  void reset() { phase_ = 0; }
  // From -1 to 1; more where a keyboard's own range is wider.
  void bend(float share) { bend_ = share; }
  // Of the modulation wheel, 0 to 1.
  void deepen(float depth) { depth_ = depth; }

  // Once a tick.
  void tick(const PitchWheelSettings& settings, float sample_rate) {
    phase_ += phase_step(settings.vibrato_hz * kTickFrames, sample_rate);
    now_ = settings;
    const float cents = sine(phase_) * (settings.vibrato_cents + kWheelCents * depth_);
    shift_st_ = clamp(bend_ * settings.bend_range_st, -kMostBend, kMostBend) + cents * 0.01f;
  }
  float shift_st() const { return shift_st_; }

  // As used; the rate after the first tick since the reset.
  float vibrato_hz(float sample_rate) const {
    return hz_of_step(phase_, sample_rate) / kTickFrames;
  }
  float vibrato_cents() const { return now_.vibrato_cents; }
  float bend_range_st() const { return now_.bend_range_st; }

 private:
  static constexpr float kMostBend = 24.0f;  // semitones
  static constexpr float kWheelCents = 50.0f;

  PitchWheelSettings now_ = {0.0f, 0.0f, 2.0f};
  std::uint32_t phase_ = 0;
  float bend_ = 0.0f;
  float depth_ = 0.0f;
  float shift_st_ = 0.0f;
};

}  // namespace ens
