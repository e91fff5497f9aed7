// Level, onset and brightness of a signal, from running sums.
//
// Onset: how far a fast envelope is above a slow one, in dB (J. P. Bello et al., "A tutorial on
// onset detection in music signals", IEEE Trans. Speech Audio Proc. 13(5), 2005, energy methods).
// Brightness: the power- weighted root mean square frequency, from the power of the signal and of
// its difference (B. Hjorth, "EEG analysis based on time domain properties", 1970, mobility); for a
// sine it is the sine's frequency exactly.
#pragma once

#include "dsp/compressor.h"
#include "dsp/level.h"
#include "dsp/one_pole.h"
#include "dsp/sine.h"

namespace ens {

// arcsin(x) in turns (1 is a full circle), x in 0…1. Absolute error below 1e-6.
constexpr float arcsine_turns(float x) {
  const bool steep = x > 0.5f;
  const float y = steep ? sqrt(0.5f * (1.0f - x)) : x;
  const float z = y * y;
  const float series =
      y * (1.0f + z * (0.166666667f +
                       z * (0.075f + z * (0.0446428571f +
                                          z * (0.0303819444f + z * (0.0223721591f + z * 0.03f))))));
  const float turns = series * kCyclesPerRadian;
  return steep ? 0.25f - 2.0f * turns : turns;
}

class Loudness {
 public:
  void prepare(float sample_rate_hz) {
    rate_ = sample_rate_hz;
    window_ = smoothing_coefficient(20.0f, sample_rate_hz);
    fast_share_ = smoothing_coefficient(3.0f, sample_rate_hz);
    slow_share_ = smoothing_coefficient(80.0f, sample_rate_hz);
    rumble_share_ = one_pole_coefficient(25.0f, sample_rate_hz);
    reset();
  }

  void reset() {
    rumble_ = past_ = power_ = difference_ = 0.0f;
    fast_ = slow_ = 0.0f;
    onset_ = 0.0f;
    brightness_hz_ = 0.0f;
  }

  // Takes a sample and returns it without what is below 25 Hz.
  float step(float sample) {
    rumble_ = flush(rumble_ + rumble_share_ * (sample - rumble_));
    const float x = flush(sample - rumble_);
    const float rise = x - past_;
    past_ = x;
    const float square = x * x;
    power_ = flush(power_ + window_ * (square - power_));
    difference_ = flush(difference_ + window_ * (rise * rise - difference_));
    fast_ = flush(fast_ + fast_share_ * (square - fast_));
    slow_ = flush(slow_ + slow_share_ * (square - slow_));
    return x;
  }

  // Once a tick of tick_ms.
  void tick(float tick_ms) {
    const float rise =
        kDbPerOctave * 0.5f * (log2(fast_ + kOnsetFloor) - log2(slow_ + kOnsetFloor));
    const float now = clamp((rise - 4.0f) * (1.0f / 9.0f), 0.0f, 1.0f);
    const float held = onset_ * exp2(-1.44269504f * tick_ms / 120.0f);
    onset_ = flush(now > held ? now : held);
    if (power_ > kFloor) {
      const float half = 0.5f * sqrt(difference_ / power_);
      brightness_hz_ = 2.0f * rate_ * arcsine_turns(half < 1.0f ? half : 1.0f);
    }
  }

  // Over 20 ms; a sine of full scale is 0 dB. −100 in silence.
  float level_db() const { return 0.5f * db_of_gain(2.0f * power_ + 1e-10f); }
  // 0 none … 1 hard: from nothing within 3 ms. Falls by half in 83 ms.
  float onset() const { return onset_; }
  // Keeps its last value in silence.
  float brightness_hz() const { return brightness_hz_; }

 private:
  static constexpr float kFloor = 1e-6f;         // −60 dB
  static constexpr float kOnsetFloor = 2.5e-5f;  // −46 dB: what starts below it is no onset yet

  float rate_ = 48000.0f;
  float window_ = 0.0f, fast_share_ = 0.0f, slow_share_ = 0.0f, rumble_share_ = 0.0f;
  float rumble_ = 0.0f, past_ = 0.0f, power_ = 0.0f, difference_ = 0.0f;
  float fast_ = 0.0f, slow_ = 0.0f, onset_ = 0.0f, brightness_hz_ = 0.0f;
};

}  // namespace ens
