// Curves against their formulas in double, at every unit value; approx.h against libm; Unit and
// Range.
#include "core/curves.h"

#include <cmath>
#include <initializer_list>

#include "core/enumerators.h"
#include "firmware/check.h"
#include "instrument/unit_bits.h"

namespace {

double formula(ens::Curve curve, double x) {
  const double logistic_0 = 1 / (1 + std::exp(5.0));
  switch (curve) {
    case ens::Curve::kLinear:
      return x;
    case ens::Curve::kExp:
      return (std::exp(4 * x) - 1) / (std::exp(4.0) - 1);
    case ens::Curve::kLog:
      return std::log(1 + x * (std::exp(4.0) - 1)) / 4;
    case ens::Curve::kSquare:
      return x * x;
    case ens::Curve::kSqrt:
      return std::sqrt(x);
    case ens::Curve::kSigmoid:
      return (1 / (1 + std::exp(-10 * (x - 0.5))) - logistic_0) / (1 - 2 * logistic_0);
    case ens::Curve::kCubic:
      return x * x * x;
  }
  return NAN;
}

void every_curve_follows_its_formula_rises_and_meets_its_ends() {
  const ens::Range unit(0.0f, 1.0f);
  for (std::uint8_t c = 0; c < ens::enumerator_count<ens::Curve>(); ++c) {
    const auto curve = static_cast<ens::Curve>(c);
    double worst = 0;
    float before = -1.0f;
    bool rises = true;
    for (std::uint32_t q = 0; q <= ens::Unit::kOne; ++q) {
      const ens::Unit x = ens::Unit::from_q15(static_cast<std::uint16_t>(q));
      const float y = unit.at(ens::shape(curve, x));
      worst = std::fmax(worst, std::fabs(static_cast<double>(y) - formula(curve, q / 32768.0)));
      rises = rises && y >= before;
      before = y;
    }
    CHECK(worst < 1e-6);
    CHECK(rises);
    CHECK(unit.at(ens::shape(curve, ens::Unit())) == 0.0f);
    CHECK(unit.at(ens::shape(curve, ens::Unit::from_q15(32768))) == 1.0f);
  }
}

void every_unit_value_comes_back_from_its_engine_value() {
  for (std::uint8_t c = 0; c < ens::enumerator_count<ens::Curve>(); ++c) {
    const auto curve = static_cast<ens::Curve>(c);
    for (const ens::Range range : {ens::Range(0.0f, 1.0f), ens::Range(-36.0f, 6.0f)}) {
      for (std::uint32_t q = 0; q <= ens::Unit::kOne; q += 7) {
        const ens::Unit x = ens::Unit::from_q15(static_cast<std::uint16_t>(q));
        const float value = range.at(ens::shape(curve, x));
        const ens::Unit back = ens::unshape(curve, range, static_cast<double>(value));
        // Several unit values may share one float; the lowest of them is given.
        CHECK(range.at(ens::shape(curve, back)) == value);
        CHECK(ens::UnitBits::q15(back) <= q);
      }
      CHECK(ens::unshape(curve, range, -1e9) == ens::Unit());
      CHECK(range.at(ens::shape(curve, ens::unshape(curve, range, 1e9))) ==
            range.at(ens::shape(curve, ens::Unit::from_q15(32768))));
    }
  }
  // Halfway between two, and a little to either side.
  const ens::Range range(0.0f, 32768.0f);
  CHECK_EQUAL(ens::UnitBits::q15(ens::unshape(ens::Curve::kLinear, range, 7.5)), 7);
  CHECK_EQUAL(ens::UnitBits::q15(ens::unshape(ens::Curve::kLinear, range, 7.51)), 8);
}

void exp_and_log_are_inverse() {
  const ens::Range unit(0.0f, 1.0f);
  for (std::uint32_t q = 0; q <= ens::Unit::kOne; q += 64) {
    const ens::Unit x = ens::Unit::from_q15(static_cast<std::uint16_t>(q));
    const ens::Unit y = ens::Unit::from_ratio(unit.at(ens::shape(ens::Curve::kLog, x)));
    const float back = unit.at(ens::shape(ens::Curve::kExp, y));
    CHECK(std::fabs(back - static_cast<float>(q) / 32768.0f) < 1.2e-4f);  // 4 steps of slope
  }
}

void a_unit_clamps_and_refuses_nan() {
  CHECK_EQUAL(ens::UnitBits::q15(ens::Unit::from_q15(65535)), 32768);
  CHECK_EQUAL(ens::UnitBits::q15(ens::Unit::from_ratio(0.5f)), 16384);
  CHECK_EQUAL(ens::UnitBits::q15(ens::Unit::from_ratio(-1.0f)), 0);
  CHECK_EQUAL(ens::UnitBits::q15(ens::Unit::from_ratio(1e30f)), 32768);
  CHECK_EQUAL(ens::UnitBits::q15(ens::Unit::from_ratio(NAN)), 0);
}

void a_range_is_exact_at_both_ends() {
  const struct {
    float min, max;
  } ranges[] = {{20, 20000}, {-60, 6}, {0.1f, 0.3f}, {-1e-3f, 1e6f}};
  for (const auto& r : ranges) {
    const ens::Range range(r.min, r.max);
    CHECK(range.at(ens::shape(ens::Curve::kSigmoid, ens::Unit())) == r.min);
    CHECK(range.at(ens::shape(ens::Curve::kSigmoid, ens::Unit::from_q15(32768))) == r.max);
  }
}

void approximations_keep_their_stated_errors() {
  double exp2_worst = 0;
  for (double x = -126; x < 127; x += 0.00137) {
    const auto in = static_cast<float>(x);
    exp2_worst = std::fmax(
        exp2_worst,
        std::fabs(static_cast<double>(ens::exp2(in)) / std::exp2(static_cast<double>(in)) - 1));
  }
  CHECK(exp2_worst < 3e-7);
  double log2_worst = 0, sqrt_worst = 0;
  for (float x = 1e-30f; x < 1e30f; x *= 1.000371f) {
    const double exact = std::log2(static_cast<double>(x));
    const double scale = std::fmax(1.0, std::fabs(exact));
    log2_worst =
        std::fmax(log2_worst, std::fabs(static_cast<double>(ens::log2(x)) - exact) / scale);
    sqrt_worst = std::fmax(
        sqrt_worst,
        std::fabs(static_cast<double>(ens::sqrt(x)) / std::sqrt(static_cast<double>(x)) - 1));
  }
  CHECK(log2_worst < 3e-7);
  CHECK(sqrt_worst < 1.2e-7);
  for (int i = -126; i < 127; ++i) {
    const auto whole = static_cast<float>(i);
    CHECK(ens::exp2(whole) == std::ldexp(1.0f, i));
    CHECK(ens::log2(std::ldexp(1.0f, i)) == whole);
  }
}

void approximations_take_any_float() {
  const float odd[] = {NAN, INFINITY, -INFINITY, 0.0f, -0.0f, 1e-45f, -1.0f, 3.4e38f};
  for (const float x : odd) {
    if (x == x) CHECK(std::isfinite(ens::exp2(x)));
    CHECK(ens::sqrt(x) >= 0.0f || !(x <= 1e30f));
    CHECK(ens::to_int(x, -5, 7) >= -5 && ens::to_int(x, -5, 7) <= 7);
  }
  CHECK_EQUAL(ens::to_int(NAN, -5, 7), -5);
  CHECK(ens::log2(0.0f) == -126.0f);
  CHECK(ens::log2(-1.0f) == -126.0f);
}

}  // namespace

int main() {
  every_curve_follows_its_formula_rises_and_meets_its_ends();
  every_unit_value_comes_back_from_its_engine_value();
  exp_and_log_are_inverse();
  a_unit_clamps_and_refuses_nan();
  a_range_is_exact_at_both_ends();
  approximations_keep_their_stated_errors();
  approximations_take_any_float();
  return ens_test::result();
}
