// tanh and the logistic function from one table of 4 KB: 1,024 chords over [-8, 8).
//
// The same value serves both: the logistic of z is 1/2 + tanh(z/2)/2, so half a tanh in Q1.14 is a
// hidden activation already, and an output in Q0.15 after adding one half. Error against
// double precision, over every input: at most 2 units of Q0.15 for tanh, 1 for the logistic.
#pragma once

#include <cstdint>

#include "core/target.h"

namespace ens {

namespace activation_detail {

inline constexpr int kChords = 1024;
inline constexpr int kChordsPerUnit = 64;

struct Table {
  // Value at the start of the chord in the upper half (Q0.15), twice its rise in the lower half, so
  // that one multiply-add of the entry with itself interpolates.
  std::int32_t chord[kChords];
};

// A knot in Q0.15: tanh, moved outwards by half of what a chord sags, so that the chords err evenly
// to both sides. With step h = 1/64 a chord sags by h^2/8 * |tanh''| = h^2/4 * t(1 - t^2); half of
// it is t(1 - t^2) / 2^15, which is t(1 - t^2) units.
constexpr std::int32_t knot(double e_to_minus_2x, bool negative) {
  const double t = (1.0 - e_to_minus_2x) / (1.0 + e_to_minus_2x);
  const double value = 32768.0 * t + t * (1.0 - t * t);
  if (negative) return -static_cast<std::int32_t>(value + 0.5);
  const auto rounded = static_cast<std::int32_t>(value + 0.5);
  return rounded > 32767 ? 32767 : rounded;
}

constexpr Table make_table() {
  // e^(-1/32): the step of e^(-2x) from knot to knot.
  constexpr double kStep = 0.96923323447634413;
  std::int32_t knots[kChords + 1] = {};
  double e = 1.0;
  for (int i = 0; i <= kChords / 2; ++i) {
    knots[kChords / 2 + i] = knot(e, false);
    knots[kChords / 2 - i] = knot(e, true);
    e *= kStep;
  }
  Table table{};
  for (int i = 0; i < kChords; ++i) {
    table.chord[i] = knots[i] * 65536 + 2 * (knots[i + 1] - knots[i]);
  }
  return table;
}

inline constexpr Table kTable = make_table();

}  // namespace activation_detail

// kOffset + round(tanh(x) * 2^14), halves upward, where x = sum / 2^(kShift + 6); beyond ±8 tanh is
// ±1.
template <int kShift, int kOffset>
inline std::int32_t half_tanh(std::int32_t sum) {
  using namespace activation_detail;
  const std::int32_t inside = saturate<kShift + 9>(sum);
  const std::int32_t fraction = (inside >> (kShift - 15)) & 0x7FFF;
  const std::int32_t* middle = kTable.chord + kChords / 2;
#if defined(ENS_TARGET_ARM_DSP)
  asm(""
      : "+r"(middle));  // keeps the address of the middle in a register, not an addition a neuron
  const std::int32_t chord = middle[inside >> kShift];
  std::int32_t half = __smlabb(chord, fraction, chord);
  asm("asrs %0, %0, #17\n\tadc %0, %0, %1" : "+r"(half) : "I"(kOffset) : "cc");  // C is the half
  return half;
#else
  const std::int32_t chord = middle[inside >> kShift];
  const std::int32_t value = chord + static_cast<std::int16_t>(chord) * fraction;
  return kOffset + (value >> 17) + ((value >> 16) & 1);
#endif
}

// tanh of a sum in Q6.25, as an activation in Q1.14: -16384...16384.
inline std::int16_t hidden_activation(std::int32_t sum) {
  return static_cast<std::int16_t>(half_tanh<19, 0>(sum));
}

// Logistic function of a sum in Q6.25, as a unit value in Q0.15: 0...32768.
inline std::uint16_t output_activation(std::int32_t sum) {
  return static_cast<std::uint16_t>(half_tanh<20, 16384>(sum));
}

}  // namespace ens
