// A square wave whose jumps are spread over four samples, so that its aliases lie 54 dB and more
// below it.
//
// V. Välimäki, J. Pekonen, J. Nam, "Perceptually informed synthesis of bandlimited classical
// waveforms using integrated polynomial interpolation", JASA 131(1), 2012: the third-order
// B-spline's integral as band-limited step.
#pragma once

#include <cstdint>

namespace ens {

// What to add near a jump of height 2 at phase 0; `step` is the phase step a sample, per_step one
// over it.
constexpr float step_correction(std::uint32_t phase, std::uint32_t step, float per_step) {
  const bool after = phase < 0x80000000u;
  const std::uint32_t distance = after ? phase : 0u - phase;
  if (distance >= 2u * step) return 0.0f;
  const float u = static_cast<float>(distance) * per_step;
  const float far = 2.0f - u;
  const float rest = u < 1.0f ? 1.0f + u * (-4.0f / 3.0f + u * u * (2.0f / 3.0f - 0.25f * u))
                              : far * far * far * far * (1.0f / 12.0f);
  return after ? -rest : rest;
}

// ±1: up at phase 0, down half a cycle later. For frequencies up to an eighth of the rate.
constexpr float band_limited_square(std::uint32_t phase, std::uint32_t step, float per_step) {
  const float naive = phase < 0x80000000u ? 1.0f : -1.0f;
  return naive + step_correction(phase, step, per_step) -
         step_correction(phase + 0x80000000u, step, per_step);
}

}  // namespace ens
