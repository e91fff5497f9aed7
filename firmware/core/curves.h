// Unit, Shaped and Range: a parameter's way from the network to an engine value, one step a type.
//
//     Unit --shape(Curve)--> Shaped --Range::at--> float in engine units
//
// Only shape() makes a Shaped, only Range::at() opens one, and nothing leads back. So a curve
// applied twice, or a unit value scaled without its curve, does not compile.
#pragma once

#include <cstdint>

#include "core/approx.h"

namespace ens {

// A value 0…1 in steps of 1/32768 (Q0.15, 32768 is 1): channels, network outputs, parameters.
class Unit {
 public:
  static constexpr std::uint16_t kOne = 32768;

  constexpr Unit() = default;
  // From Q0.15; above 32768 becomes 1.
  static constexpr Unit from_q15(std::uint16_t q15) { return Unit(q15 > kOne ? kOne : q15); }
  // Nearest to a ratio 0…1; outside is clamped, NaN becomes 0.
  static constexpr Unit nearest(float ratio) {
    return Unit(static_cast<std::uint16_t>(to_int(ratio * 32768.0f + 0.5f, 0, kOne)));
  }
  constexpr std::uint16_t q15() const { return q15_; }
  constexpr bool operator==(const Unit&) const = default;

 private:
  explicit constexpr Unit(std::uint16_t q15) : q15_(q15) {}
  std::uint16_t q15_ = 0;
};

// The seven response curves, 0→0 and 1→1, all rising. Order is part of no format; names are.
enum class Curve : std::uint8_t { linear, exp, log, square, sqrt, sigmoid, cubic };
inline constexpr std::uint8_t kCurveCount = 7;

// A unit value after its curve. Made by shape() alone, read by Range::at() alone.
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
    case Curve::linear:
      return x;
    case Curve::exp:
      return exp_curve(x);
    case Curve::log:
      return log_curve(x);
    case Curve::square:
      return x * x;
    case Curve::sqrt:
      return sqrt(x);
    case Curve::sigmoid:
      return sigmoid_curve(x);
    case Curve::cubic:
      return x * x * x;
  }
  return x;
}

}  // namespace curve_detail

// Applies a response curve: within 1e-6 of its formula, exactly 0 and 1 at the ends, never falling.
constexpr Shaped shape(Curve curve, Unit unit) {
  if (unit.q15() == 0) return Shaped(0.0f);
  if (unit.q15() == Unit::kOne) return Shaped(1.0f);
  const float y = curve_detail::value(curve, static_cast<float>(unit.q15()) * (1.0f / 32768.0f));
  return Shaped(clamp(y, 0.0f, 1.0f));
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

}  // namespace ens
