// Slow movement from inside the instrument: four channels that drift between random points.
//
// Integers only, so the movement is the same on every target. Each channel walks from point to
// point of an endless random sequence with a smoothstep (3t² − 2t³), one point every 5, 7, 11 or 13
// seconds: primes, so the four together do not repeat for 5,005 seconds even before new points are
// drawn.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/curves.h"
#include "instrument/channels.h"

namespace ens {

class Wander {
 public:
  // Sample rate in Hz (at least 1), frames per tick, and the seed of the random sequence.
  void prepare(std::uint32_t sample_rate_hz, std::uint32_t tick_frames, std::uint32_t seed) {
    seed_ = seed;
    for (std::size_t i = 0; i < kWanderChannelCount; ++i) {
      const std::uint64_t segment_frames = std::uint64_t{kSegmentSeconds[i]} * sample_rate_hz;
      step_[i] = (std::uint64_t{tick_frames} << 32) / segment_frames;
    }
  }

  // Where channel 0…3 is after this many ticks.
  Unit value(std::size_t channel, std::uint64_t ticks) const {
    const std::uint64_t at = ticks * step_[channel];  // Q32.32 segments; wraps after years
    const auto segment = static_cast<std::uint32_t>(at >> 32);
    const std::int64_t from = point(channel, segment);
    const std::int64_t to = point(channel, segment + 1);
    const std::int64_t t = static_cast<std::int64_t>((at >> 17) & 0x7fff);  // Q15
    const std::int64_t smooth = (t * t * (3 * 32768 - 2 * t)) >> 30;        // Q15
    return Unit::from_q15(static_cast<std::uint16_t>(from + (((to - from) * smooth) >> 15)));
  }

 private:
  static constexpr std::uint32_t kSegmentSeconds[kWanderChannelCount] = {5, 7, 11, 13};

  // Uniform in 0…32768: a well-mixed hash of seed, channel and segment (constants: C. Wellons,
  // "Prospecting for hash functions", lowbias32).
  std::int64_t point(std::size_t channel, std::uint32_t segment) const {
    std::uint32_t x = seed_ ^ (segment * 4u + static_cast<std::uint32_t>(channel));
    x = (x ^ (x >> 16)) * 0x7feb352du;
    x = (x ^ (x >> 15)) * 0x846ca68bu;
    x ^= x >> 16;
    return static_cast<std::int64_t>((std::uint64_t{x} * 32769u) >> 32);
  }

  std::uint32_t seed_ = 0;
  std::uint64_t step_[kWanderChannelCount] = {};
};

}  // namespace ens
