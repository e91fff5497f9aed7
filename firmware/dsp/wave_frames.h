// The waves of a wavetable: eight spectra, what lies between them, and the filters a voice plays
// them through. All of it works on harmonics, so nothing here can alias.
#pragma once

#include <cstddef>

#include "dsp/cycle.h"
#include "dsp/level.h"

namespace ens {

// A peak of a spectrum.
struct WavePeak {
  float at = 0.0f;     // harmonic, or bands of 100 Hz where the table is of fixed formants
  float width = 1.0f;  // to e^-1
  float level = 0.0f;  // times the falling spectrum of a saw
};

// One spectrum, described against that of a saw, whose harmonic k is 1/k.
struct WaveFrame {
  float tilt = 0.0f;   // octaves fall by so many more 6 dB
  float floor = 1.0f;  // of the saw beneath the peaks
  float even = 1.0f;   // level of even harmonics
  float pulse = 0.0f;  // width of a pulse, as a share of the period; 0: none
  float top = 127.0f;  // the highest harmonic
  WavePeak peaks[3] = {};
};

// What a voice makes of the table.
struct WaveShape {
  float hz = 440.0f;
  float position = 0.0f;  // 0…kFrames − 1
  float stride = 1.0f;    // places of the table from one harmonic to the next
  float even = 1.0f;      // level of even harmonics
  float cutoff_hz = 1000.0f;
  float damping = 2.0f;  // square of 1/Q of each of two stages
};

class WaveFrames {
 public:
  static constexpr std::size_t kFrames = 8;
  static constexpr std::size_t kPlaces = CycleMaker::kHarmonics;
  static constexpr float kBandHz = 100.0f;  // of a table of fixed formants

  // Another table, which fill_next() fills: one frame at each call, as long as is_whole() says no.
  void begin(const WaveFrame* frames) {
    source_ = frames;
    filled_ = 0;
  }
  bool is_whole() const { return filled_ == kAll; }
  void fill_next() {
    for (std::size_t i = 0; i < kFrames; ++i) {
      if ((filled_ >> i & 1) == 0) return fill_one(i);
    }
  }
  // The two frames that a position is between, now.
  void fill_around(float position) {
    const std::size_t lower = lower_of(position);
    for (std::size_t i = lower; i <= lower + 1; ++i) {
      if ((filled_ >> i & 1) == 0) fill_one(i);
    }
  }

  // The levels of all harmonics, 0 from 0.46 of the sample rate on.
  void levels(const WaveShape& shape, float sample_rate, float* out) const {
    const std::size_t lower = lower_of(shape.position);
    const float way = shape.position - static_cast<float>(lower);
    const float* const from = places_[lower];
    const float* const to = places_[lower + 1];
    const float end = 0.46f * sample_rate / shape.hz;
    const float ratio = shape.hz / shape.cutoff_hz;
    for (std::size_t k = 1; k <= kPlaces; ++k) {
      const float nth = static_cast<float>(k);
      const float place = nth * shape.stride;
      if (nth >= end || place > static_cast<float>(kPlaces)) {
        out[k - 1] = 0.0f;
        continue;
      }
      const std::size_t at = static_cast<std::size_t>(place);
      const float between = place - static_cast<float>(at);
      const float one = from[at] + (from[at + 1] - from[at]) * between;
      const float other = to[at] + (to[at + 1] - to[at]) * between;
      const float room = (end - nth) * (8.0f / end);
      const float square = nth * nth * ratio * ratio;
      const float pass = (1.0f - square) * (1.0f - square) + square * shape.damping;
      out[k - 1] = (one + (other - one) * way) * ((k & 1) == 0 ? shape.even : 1.0f) *
                   (room < 1.0f ? room : 1.0f) / (nth * pass);
    }
  }

 private:
  static constexpr float kPeakEnd = 4.0f;  // widths, where a peak is at −139 dB

  static constexpr std::uint32_t kAll = (1u << kFrames) - 1;

  static std::size_t lower_of(float position) {
    return static_cast<std::size_t>(to_int(position, 0, kFrames - 2));
  }
  void fill_one(std::size_t i) {
    fill(source_[i], places_[i]);
    filled_ |= 1u << i;
  }
  static void fill(const WaveFrame& frame, float* places);
  static float level(const WaveFrame& frame, float nth);

  const WaveFrame* source_ = nullptr;
  std::uint32_t filled_ = 0;                 // a bit for each frame
  float places_[kFrames][kPlaces + 2] = {};  // by harmonic; the first belongs to none
};

// Frames are equally loud: their powers, as a saw's harmonics fall, are one.
inline void WaveFrames::fill(const WaveFrame& frame, float* places) {
  float power = 0.0f;
  for (std::size_t k = 1; k <= kPlaces; ++k) {
    const float nth = static_cast<float>(k);
    places[k] = nth > frame.top ? 0.0f : level(frame, nth) * ((k & 1) == 0 ? frame.even : 1.0f);
    const float heard = places[k] / nth;
    power += heard * heard;
  }
  const float scale = power > 0.0f ? 1.0f / sqrt(power) : 0.0f;
  for (std::size_t k = 1; k <= kPlaces; ++k) places[k] *= scale;
  places[0] = places[1];
  places[kPlaces + 1] = 0.0f;
}

// Most terms of most frames are nothing.
inline float WaveFrames::level(const WaveFrame& frame, float nth) {
  float level = frame.floor;
  if (frame.tilt != 0.0f && level > 0.0f) level *= exp2(-frame.tilt * log2(nth));
  if (frame.pulse > 0.0f) level *= sine(phase_offset(0.5f * nth * frame.pulse));
  for (const WavePeak& peak : frame.peaks) {
    const float off = nth - peak.at;
    const float end = kPeakEnd * peak.width;
    if (off > end || off < -end || peak.level == 0.0f) continue;
    const float widths = off / peak.width;
    level += peak.level * exp2(-1.442695f * widths * widths);
  }
  return level;
}

}  // namespace ens
