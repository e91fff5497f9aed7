// Levels and pitches: decibels, equal temperament, a limiter's knee, and the end of denormals.
#pragma once

#include "core/approx.h"

namespace ens {

// Amplitude of a level in dB: 10^(dB/20).
constexpr float gain_of_db(float db) {
  return exp2(db * 0.166096405f);
}

// Level in dB of an amplitude > 0.
inline constexpr float kDbPerOctave = 6.02059991f;
constexpr float db_of_gain(float gain) {
  return kDbPerOctave * log2(gain);
}

// Frequency ratio of an interval in semitones.
constexpr float ratio_of_semitones(float semitones) {
  return exp2(semitones * (1.0f / 12.0f));
}

// Frequency in Hz of a MIDI key in equal temperament, A4 (69) = 440 Hz.
constexpr float hz_of_key(float key) {
  return 440.0f * ratio_of_semitones(key - 69.0f);
}

// Rounds x to a multiple of 2^-53 (−319 dB), so that the state of a filter that dies away reaches
// zero instead of the denormals, which are slow and, under FTZ, not the same bits. |x| below 2^20.
constexpr float flush(float x) {
  constexpr float kOffset = 9.31322575e-10f;  // 2^-30: one unit in its last place is 2^-53
  return (x + kOffset) - kOffset;
}

// Straight to ±knee, then bends towards ±1 without a corner and never gets there: x/(1+x) above it.
constexpr float soft_limit(float x, float knee = 0.6f) {
  const float magnitude = x < 0.0f ? -x : x;
  if (magnitude <= knee) return x;
  const float room = 1.0f - knee;
  const float over = (magnitude - knee) / room;
  const float bent = knee + room * (over / (1.0f + over));
  return x < 0.0f ? -bent : bent;
}

}  // namespace ens
