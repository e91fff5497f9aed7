// Unit, Shaped and Range: the path of a parameter from the network to an engine value, one type per
// step.
//
//     Unit --shape(Curve)--> Shaped --Range::at--> float in engine units
//
// Only shape() makes a Shaped and only Range::at() reads one. A Unit has no arithmetic and hands
// its number to nothing but shape() and UnitBits (instrument/unit_bits.h), which engines cannot
// include. So an engine that applies a curve twice, or scales a unit value without its curve, does
// not compile.
#pragma once

#include <cstdint>

#include "core/approx.h"

namespace ens {

// The response curves, 0→0 and 1→1, all rising. Their order is part of no format; their names are.
enum class Curve : std::uint8_t { kLinear, kExp, kLog, kSquare, kSqrt, kSigmoid, kCubic };

class Shaped;

// A value 0…1 in steps of 1/32768 (Q0.15, 32768 is 1): channels, network outputs, parameters.
class Unit {
 public:
  static constexpr std::uint16_t kOne = 32768;

  constexpr Unit() = default;
  // From Q0.15; values above 32768 become 1.
  static constexpr Unit from_q15(std::uint16_t q15) { return Unit(q15 > kOne ? kOne : q15); }
  // The nearest to a ratio 0…1; values outside are clamped, NaN becomes 0.
  static constexpr Unit from_ratio(float ratio) {
    return Unit(static_cast<std::uint16_t>(to_int(ratio * 32768.0f + 0.5f, 0, kOne)));
  }
  constexpr bool operator==(const Unit&) const = default;

 private:
  explicit constexpr Unit(std::uint16_t q15) : q15_(q15) {}
  std::uint16_t q15_ = 0;
  friend constexpr Shaped shape(Curve curve, Unit unit);
  friend struct UnitBits;
};

// A unit value after its curve. Only shape() makes one, only Range::at() reads it.
class Shaped {
 private:
  explicit constexpr Shaped(float value) : value_(value) {}
  float value_;
  friend constexpr Shaped shape(Curve curve, Unit unit);
  friend class Range;
};

namespace curve_detail {

inline constexpr float kExp4Minus1 = 53.5981500f;   // e^4 − 1
inline constexpr float kLog2E = 1.44269504f;        // 1 / ln 2
inline constexpr float kLogisticAt0 = 0.00669285f;  // 1 / (1 + e^5)

constexpr float exp_curve(float x) {
  return (exp2(4.0f * kLog2E * x) - 1.0f) / kExp4Minus1;
}

// ln(1 + x(e^4 − 1)) / 4; the inverse of exp_curve.
constexpr float log_curve(float x) {
  return log2(1.0f + x * kExp4Minus1) / (4.0f * kLog2E);
}

// Logistic of slope 10 about ½, scaled to meet 0 and 1.
constexpr float sigmoid_curve(float x) {
  const float logistic = 1.0f / (1.0f + exp2(10.0f * kLog2E * (0.5f - x)));
  return (logistic - kLogisticAt0) / (1.0f - 2.0f * kLogisticAt0);
}

constexpr float value(Curve curve, float x) {
  switch (curve) {
    case Curve::kLinear:
      return x;
    case Curve::kExp:
      return exp_curve(x);
    case Curve::kLog:
      return log_curve(x);
    case Curve::kSquare:
      return x * x;
    case Curve::kSqrt:
      return sqrt(x);
    case Curve::kSigmoid:
      return sigmoid_curve(x);
    case Curve::kCubic:
      return x * x * x;
  }
  return x;
}

// The inverse of value() for y 0…1, within 1e-5.
constexpr float place(Curve curve, float y) {
  switch (curve) {
    case Curve::kLinear:
      return y;
    case Curve::kExp:
      return log_curve(y);
    case Curve::kLog:
      return exp_curve(y);
    case Curve::kSquare:
      return sqrt(y);
    case Curve::kSqrt:
      return y * y;
    case Curve::kSigmoid: {
      const float logistic = kLogisticAt0 + y * (1.0f - 2.0f * kLogisticAt0);
      return 0.5f - log2(1.0f / logistic - 1.0f) / (10.0f * kLog2E);
    }
    case Curve::kCubic:
      return exp2(log2(y) * (1.0f / 3.0f));
  }
  return y;
}

}  // namespace curve_detail

// Applies a response curve: within 1e-6 of its formula, exactly 0 and 1 at the ends, never falling.
constexpr Shaped shape(Curve curve, Unit unit) {
  if (unit.q15_ == 0) return Shaped(0.0f);
  if (unit.q15_ == Unit::kOne) return Shaped(1.0f);
  const float y = curve_detail::value(curve, static_cast<float>(unit.q15_) * (1.0f / 32768.0f));
  return Shaped(clamp(y, 0.0f, 1.0f));
}

// The same where the compiler does not know the curve: once in memory, as boards keep code in RAM.
[[gnu::noinline]] constexpr Shaped shape_by(Curve curve, Unit unit) {
  return shape(curve, unit);
}

// A slot's span in engine units (the unit is the suffix of the slot's name), min < max.
class Range {
 public:
  constexpr Range(float min, float max) : min_(min), max_(max) {}
  // Exactly min at 0 and max at 1.
  constexpr float at(Shaped s) const { return min_ * (1.0f - s.value_) + max_ * s.value_; }

 private:
  float min_;
  float max_;
};

// The inverse: the unit value whose engine value comes nearest to `value`, the lower of two as
// near. Values outside the range give its ends. Searches shape() itself, so a curve needs no second
// formula; meant for the compiler (16 steps).
constexpr Unit unshape(Curve curve, Range range, double value) {
  const auto at = [&](std::int32_t q15) {
    const Unit unit = Unit::from_q15(static_cast<std::uint16_t>(q15));
    return static_cast<double>(range.at(shape(curve, unit)));
  };
  std::int32_t low = -1;  // the engine value is below `value` here and not below it at `high`
  std::int32_t high = Unit::kOne;
  while (high - low > 1) {
    const std::int32_t middle = low + (high - low) / 2;
    (at(middle) < value ? low : high) = middle;
  }
  const bool lower = low >= 0 && value - at(low) <= at(high) - value;
  return Unit::from_q15(static_cast<std::uint16_t>(lower ? low : high));
}

}  // namespace ens
