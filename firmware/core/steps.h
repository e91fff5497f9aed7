// Steps: values of a slot whose engine reads no other, evenly spaced in the slot's range, its ends
// among them. A MIDI controller has 128, an interval in whole semitones over two octaves has 25.
//
// They are even in the slot's own unit, so in unit values they lie as its curve has them.
#pragma once

#include <cstdint>

#include "core/curves.h"

namespace ens {

// How many steps a slot has; 0: none, it reads any value.
using StepCount = std::uint8_t;

// A place among steps, 0…count − 1, in 1/256 of a step.
inline constexpr std::int32_t kStep = 256;

// Where a unit value lies among the steps of a slot, of which there are at least two.
constexpr std::int32_t step_place(Curve curve, StepCount count, Unit unit) {
  const std::int32_t last = (count - 1) * kStep;
  const float place = Range(0.0f, static_cast<float>(last)).at(shape(curve, unit));
  return to_int(place + 0.5f, 0, last);
}

// The unit value of a step, within one of the nearest to it.
constexpr Unit unit_of_step(Curve curve, StepCount count, std::int32_t step) {
  if (step >= count - 1) return Unit::from_q15(Unit::kOne);
  const float share = static_cast<float>(step) / static_cast<float>(count - 1);
  return Unit::from_ratio(curve_detail::place(curve, share));
}

// The step nearest to a place.
constexpr std::int32_t nearest_step(std::int32_t place) {
  return (place + kStep / 2) / kStep;
}

// Settles one value on steps. It leaves its step once it is more than this far from it, so that a
// value that trembles at the border of two steps does not flutter between them.
class StepHold {
 public:
  static constexpr std::int32_t kReach = kStep * 6 / 10;

  // The unit value of the step that `unit` belongs to.
  constexpr Unit settle(Curve curve, StepCount count, Unit unit) {
    const std::int32_t place = step_place(curve, count, unit);
    const std::int32_t away = place - step_ * kStep;
    if (step_ < 0 || away > kReach || away < -kReach) {
      step_ = static_cast<std::int16_t>(nearest_step(place));
      unit_ = unit_of_step(curve, count, step_);
    }
    return unit_;
  }
  // The next value belongs to the step nearest to it; so it must be after a change of the curve or
  // of the steps.
  constexpr void forget() { step_ = -1; }

 private:
  std::int16_t step_ = -1;  // −1: none yet
  Unit unit_;
};

}  // namespace ens
