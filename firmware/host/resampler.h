// Two or four times the sample rate and back, for one channel of an instrument that runs slower
// than its host.
//
// One half-band filter for each doubling (dsp/half_band.h): flat within 0.003 dB up to 0.417 of the
// base rate (18.4 kHz at 44.1 kHz), images 69 dB down.
#pragma once

#include <cstdint>

#include "dsp/half_band.h"

namespace ens::host {

class Resampler {
 public:
  static constexpr int kMaxFrames = HalfBand::kMaxFrames;  // of the base rate, at once
  static constexpr int kMaxFactor = 4;

  void reset() { *this = Resampler(); }

  // base[frames] → host[factor · frames]; factor is 1, 2 or 4, frames ≤ 64.
  void up(const float* base, float* host, int frames, std::uint32_t factor);
  // host[factor · frames] → base[frames].
  void down(const float* host, float* base, int frames, std::uint32_t factor);

  // Delay in host frames of one direction.
  static constexpr std::uint32_t delay(std::uint32_t factor) {
    constexpr std::uint32_t kStage = HalfBand::kDelay;
    return factor == 4 ? 3 * kStage : factor == 2 ? kStage : 0;
  }

 private:
  HalfBand lower_;  // base rate to twice that
  HalfBand upper_;  // twice to four times
};

}  // namespace ens::host
