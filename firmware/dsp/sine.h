// Sine of a 32-bit phase: branch-free, no table, −129 dB of error.
#pragma once

#include "core/approx.h"

namespace ens {

// sin(2π·phase/2^32). Absolute error below 3.5e-7; zero at phase 0 and one half.
// The phase as a signed number x in [−1, 1) half turns: sin(πx) = x(1 − x²)·P(x²), P fitted for
// least greatest error, so the zeros are exact and no quadrant is folded.
constexpr float sine(std::uint32_t phase) {
  const float x = static_cast<float>(static_cast<std::int32_t>(phase)) * 4.65661287e-10f;
  const float z = x * x;
  const float p =
      3.1415912977f +
      z * (-2.0260837848f + z * (0.5237804536f + z * (-0.0744593691f + z * 0.0059732918f)));
  return x * (1.0f - z) * p;
}

constexpr float cosine(std::uint32_t phase) {
  return sine(phase + 0x40000000u);
}

// Phase step per sample of a frequency, both in the same unit; 0…½ cycle a sample (clamped).
constexpr std::uint32_t phase_step(float frequency, float sample_rate) {
  const float cycles = clamp(frequency / sample_rate, 0.0f, 0.4999f);
  return static_cast<std::uint32_t>(cycles * 4294967296.0f);
}

// The inverse, for reading settings back.
constexpr float hz_of_step(std::uint32_t step, float sample_rate) {
  return static_cast<float>(step) * (1.0f / 4294967296.0f) * sample_rate;
}

inline constexpr float kCyclesPerRadian = 0.159154943f;

// Cycles (−64…64; the caller guarantees it) as a phase that wraps.
constexpr std::uint32_t phase_offset(float cycles) {
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(cycles * 16777216.0f)) << 8;
}

}  // namespace ens
