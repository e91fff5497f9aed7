// Steps: values of a slot whose engine reads no other, the ends of its range among them. A MIDI
// controller has 128, an interval in whole semitones over two octaves has 25.
//
// They are given in the slot's own unit, so in unit values they lie as its curve has them.
#pragma once

#include <cstdint>

#include "core/curves.h"

namespace ens {

// How many steps a slot has; 0: none, it reads any value.
using StepCount = std::uint8_t;

// A place among steps, 0…count − 1, in 1/256 of a step.
inline constexpr std::int32_t kStep = 256;

// The steps of a slot: evenly over its range, or at values in its unit that rise from min to max.
struct Steps {
  StepCount count = 0;
  const float* values = nullptr;  // null: evenly
  float min = 0.0f;
  float max = 1.0f;

  // Of the range, where a step of at least two lies.
  constexpr float share(std::int32_t step) const {
    return values == nullptr ? static_cast<float>(step) / static_cast<float>(count - 1)
                             : (values[step] - min) / (max - min);
  }
};

// Where a unit value lies among steps.
constexpr std::int32_t step_place(Curve curve, const Steps& steps, Unit unit) {
  const std::int32_t last = (steps.count - 1) * kStep;
  if (steps.values == nullptr) {
    const float place = Range(0.0f, static_cast<float>(last)).at(shape_by(curve, unit));
    return to_int(place + 0.5f, 0, last);
  }
  const float share = Range(0.0f, 1.0f).at(shape_by(curve, unit));
  std::int32_t below = 0;
  while (below < steps.count - 2 && steps.share(below + 1) <= share) ++below;
  const float from = steps.share(below);
  const float way = (share - from) / (steps.share(below + 1) - from);
  return to_int((static_cast<float>(below) + way) * kStep + 0.5f, 0, last);
}

// The unit value of a step, within one of the nearest to it.
constexpr Unit unit_of_step(Curve curve, const Steps& steps, std::int32_t step) {
  if (step >= steps.count - 1) return Unit::from_q15(Unit::kOne);
  return Unit::from_ratio(curve_detail::place(curve, steps.share(step)));
}

// The step nearest to a place.
constexpr std::int32_t nearest_step(std::int32_t place) {
  return (place + kStep / 2) / kStep;
}

// The same under the names that notes (core/scale.h) have.
constexpr std::int32_t place_of(Curve curve, const Steps& steps, Unit unit) {
  return step_place(curve, steps, unit);
}
constexpr std::int32_t nearest_to(const Steps&, std::int32_t place) {
  return nearest_step(place);
}
constexpr Unit unit_of(Curve curve, const Steps& steps, std::int32_t step) {
  return unit_of_step(curve, steps, step);
}

// Settles one value on steps, or on the notes of a scale. It leaves its step once it is more than
// 0.6 of the way to the next, so that a value that trembles at the border of two does not flutter
// between them.
class StepHold {
 public:
  // The unit value of the step that `unit` belongs to.
  template <class Grid>
  constexpr Unit settle(Curve curve, const Grid& grid, Unit unit) {
    const std::int32_t place = place_of(curve, grid, unit);
    const std::int32_t nearest = nearest_to(grid, place);
    if (step_ < 0 || leaves(place, nearest)) {
      step_ = static_cast<std::int16_t>(nearest);
      unit_ = unit_of(curve, grid, nearest);
    }
    return unit_;
  }
  // The next value belongs to the step nearest to it; so it must be after a change of the curve, of
  // the steps or of the scale.
  constexpr void forget() { step_ = -1; }

 private:
  static constexpr std::int32_t distance(std::int32_t a, std::int32_t b) {
    return a > b ? a - b : b - a;
  }
  // Whether the nearest is nearer than the own by a fifth of the way from one to the other.
  constexpr bool leaves(std::int32_t place, std::int32_t nearest) const {
    const std::int32_t own = step_ * kStep;
    const std::int32_t other = nearest * kStep;
    return 5 * (distance(place, own) - distance(place, other)) > distance(own, other);
  }

  std::int16_t step_ = -1;  // −1: none yet
  Unit unit_;
};

}  // namespace ens
