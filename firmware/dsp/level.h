// Levels and pitches: decibels, equal temperament, and the end of denormals.
#pragma once

#include "core/approx.h"

namespace ens {

// Amplitude of a level in dB: 10^(dB/20).
constexpr float gain_of_db(float db) {
  return exp2(db * 0.166096405f);
}

constexpr float magnitude(float sample) {
  return sample < 0.0f ? -sample : sample;
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

constexpr float semitones_of_ratio(float ratio) {
  return 12.0f * log2(ratio);
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

}  // namespace ens
