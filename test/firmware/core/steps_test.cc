// Steps of every curve: where they lie, that settling keeps to them, and what hysteresis leaves.
#include "core/steps.h"

#include <cmath>
#include <initializer_list>

#include "core/enumerators.h"
#include "firmware/check.h"
#include "instrument/unit_bits.h"

namespace {

using ens::Curve;
using ens::Steps;
using ens::Unit;

Unit at(std::int32_t q15) {
  return Unit::from_q15(static_cast<std::uint16_t>(q15));
}

constexpr float kUneven[] = {0.5f, 1, 1.5f, 2, 3, 4, 6, 8};

template <class Look>
void every_curve_and_steps(Look&& look) {
  for (std::uint8_t c = 0; c < ens::enumerator_count<Curve>(); ++c) {
    for (const int count : {2, 3, 14, 19, 25, 49, 128, 255}) {
      look(static_cast<Curve>(c), Steps{static_cast<ens::StepCount>(count)});
    }
    look(static_cast<Curve>(c), Steps{8, kUneven, 0.5f, 8.0f});
  }
}

// The search that the compiler uses for defaults knows no formula of the inverse.
void a_step_lies_where_a_search_finds_it() {
  every_curve_and_steps([](Curve curve, const Steps& steps) {
    const ens::Range range(0.0f, 1.0f);
    for (std::int32_t step = 0; step < steps.count; ++step) {
      const auto share = static_cast<double>(steps.share(step));
      const int found = ens::UnitBits::q15(ens::unshape(curve, range, share));
      const int given = ens::UnitBits::q15(ens::unit_of_step(curve, steps, step));
      CHECK(given - found <= 1 && found - given <= 1);
    }
    CHECK(ens::unit_of_step(curve, steps, 0) == at(0));
    CHECK(ens::unit_of_step(curve, steps, steps.count - 1) == at(Unit::kOne));
  });
}

void every_step_is_reached_and_stays_where_it_is() {
  every_curve_and_steps([](Curve curve, const Steps& steps) {
    for (std::int32_t step = 0; step < steps.count; ++step) {
      const Unit unit = ens::unit_of_step(curve, steps, step);
      CHECK_EQUAL(ens::nearest_step(ens::step_place(curve, steps, unit)), step);
      CHECK(ens::StepHold().settle(curve, steps, unit) == unit);
    }
  });
}

void any_value_settles_on_the_step_nearest_to_it() {
  every_curve_and_steps([](Curve curve, const Steps& steps) {
    const ens::Range range(0.0f, 1.0f);
    bool near = true;
    for (std::int32_t q15 = 0; q15 <= Unit::kOne; q15 += 11) {
      const float asked = range.at(ens::shape(curve, at(q15)));
      const float heard =
          range.at(ens::shape(curve, ens::StepHold().settle(curve, steps, at(q15))));
      for (std::int32_t step = 0; step < steps.count; ++step) {
        const float other = steps.share(step);
        near = near && std::fabs(heard - asked) < std::fabs(other - asked) + 5e-3f;
      }
    }
    CHECK(near);
  });
}

// Nine steps lie 4,096 apart: a border is 2,048 from each, and a tenth of a step is 410.
void a_value_that_trembles_at_a_border_keeps_its_step() {
  ens::StepHold hold;
  const auto settle = [&hold](std::int32_t q15) {
    return ens::UnitBits::q15(hold.settle(Curve::kLinear, Steps{9}, at(q15)));
  };
  CHECK_EQUAL(settle(4096), 4096);
  for (int i = 0; i < 100; ++i) CHECK_EQUAL(settle(6144 + (i % 2 == 0 ? 390 : -390)), 4096);
  CHECK_EQUAL(settle(6144 + 430), 8192);
  for (int i = 0; i < 100; ++i) CHECK_EQUAL(settle(6144 + (i % 2 == 0 ? 390 : -390)), 8192);
  CHECK_EQUAL(settle(6144 - 430), 4096);
}

void a_hold_that_forgets_takes_the_nearest_step() {
  ens::StepHold hold;
  CHECK(hold.settle(Curve::kLinear, Steps{9}, at(4096)) == at(4096));
  CHECK(hold.settle(Curve::kLinear, Steps{9}, at(6200)) == at(4096));
  hold.forget();
  CHECK(hold.settle(Curve::kLinear, Steps{9}, at(6200)) == at(8192));
}

}  // namespace

int main() {
  a_step_lies_where_a_search_finds_it();
  every_step_is_reached_and_stays_where_it_is();
  any_value_settles_on_the_step_nearest_to_it();
  a_value_that_trembles_at_a_border_keeps_its_step();
  a_hold_that_forgets_takes_the_nearest_step();
  return ens_test::result();
}
