// Scales: which keys belong to one, where its notes lie in a slot of any curve, and what hysteresis
// leaves.
#include "core/scale.h"

#include <cmath>
#include <initializer_list>

#include "core/enumerators.h"
#include "firmware/check.h"
#include "instrument/unit_bits.h"

namespace {

using ens::Curve;
using ens::Notes;
using ens::PitchScale;
using ens::StepHold;
using ens::Unit;

constexpr std::uint16_t kMajor = 2741;  // 0 2 4 5 7 9 11
constexpr PitchScale kChromatic(4095);

constexpr PitchScale scale_on(unsigned root, unsigned semitones) {
  return PitchScale(static_cast<std::uint16_t>(root << 12 | semitones));
}

Unit at(std::int32_t q15) {
  return Unit::from_q15(static_cast<std::uint16_t>(q15));
}

// In keys, by the C library.
double key_at(Curve curve, const Notes& notes, Unit unit) {
  const float hz = ens::Range(notes.min, notes.max).at(ens::shape(curve, unit));
  return 69.0 + 12.0 * std::log2(static_cast<double>(hz) / 440.0);
}

void a_scale_holds_its_semitones_above_its_root() {
  const PitchScale d_major = scale_on(2, kMajor);
  const bool expected[12] = {false, true, true,  false, true,  false,
                             true,  true, false, true,  false, true};
  for (std::int32_t key = 0; key <= 127; ++key) CHECK_EQUAL(d_major.has(key), expected[key % 12]);
  CHECK(!PitchScale().on());
}

void a_scale_has_its_root_and_one_of_twelve() {
  CHECK(PitchScale::is_scale(0));
  CHECK(PitchScale::is_scale(1));
  CHECK(PitchScale::is_scale(11u << 12 | kMajor));
  CHECK(!PitchScale::is_scale(2));
  CHECK(!PitchScale::is_scale(12u << 12 | kMajor));
  CHECK(!PitchScale::is_scale(1u << 16 | kMajor));
}

// Ranges of the slots that are pitches, in every curve that resolves a cent of them.
template <class Look>
void every_pitch(Look&& look) {
  for (const Curve curve : {Curve::kLinear, Curve::kExp}) {
    look(curve, 35.0f, 110.0f);
    look(curve, 40.0f, 880.0f);
    look(curve, 49.0f, 147.0f);
    look(curve, 60.0f, 280.0f);
    look(curve, 110.0f, 340.0f);
    look(curve, 250.0f, 2500.0f);
  }
}

// From one end of the range to the other: the note is of the scale, in range, and none is nearer.
void every_value_settles_on_the_nearest_note() {
  for (const PitchScale scale :
       {kChromatic, scale_on(0, kMajor), scale_on(7, 1), scale_on(3, 661)}) {
    every_pitch([&](Curve curve, float min, float max) {
      const Notes notes = {scale, min, max};
      for (std::int32_t q15 = 0; q15 <= Unit::kOne; q15 += 61) {
        const double asked = key_at(curve, notes, at(q15));
        const double given = key_at(curve, notes, StepHold().settle(curve, notes, at(q15)));
        const auto key = static_cast<std::int32_t>(std::lround(given));
        CHECK(scale.has(key));
        double least = 1e9;
        for (std::int32_t other = 0; other < 128; ++other) {
          const double hz = 440.0 * std::exp2((other - 69) / 12.0);
          if (!scale.has(other) || hz < static_cast<double>(min) * 0.9999) continue;
          if (hz > static_cast<double>(max) * 1.0001) continue;
          least = std::fmin(least, std::fabs(other - asked));
        }
        CHECK(std::fabs(key - asked) < least + 0.01);
      }
    });
  }
}

// Unit values are whole 1/32768, so a note is met to half of one.
void a_note_is_in_tune() {
  double sum = 0.0;
  int count = 0;
  every_pitch([&](Curve curve, float min, float max) {
    const Notes notes = {kChromatic, min, max};
    for (std::int32_t key = 0; key < 128; ++key) {
      const double hz = 440.0 * std::exp2((key - 69) / 12.0);
      if (hz < static_cast<double>(min) || hz > static_cast<double>(max)) continue;
      const double cents =
          100.0 * std::fabs(key_at(curve, notes, unit_of(curve, notes, key)) - key);
      CHECK(cents < 0.5);
      sum += cents;
      ++count;
    }
  });
  CHECK(count > 200);
  CHECK(sum / count < 0.1);
}

void a_note_stays_where_it_is() {
  every_pitch([](Curve curve, float min, float max) {
    const Notes notes = {scale_on(9, 1453), min, max};
    for (std::int32_t q15 = 0; q15 <= Unit::kOne; q15 += 997) {
      const Unit unit = StepHold().settle(curve, notes, at(q15));
      CHECK(StepHold().settle(curve, notes, unit) == unit);
    }
  });
}

// C to E: a major third apart, so the border is D and a pitch leaves 0.4 of a semitone beyond it.
void a_note_is_left_beyond_the_border() {
  const Notes notes = {scale_on(0, 1 | 1 << 4), 40.0f, 880.0f};
  const auto near = [&](double key) {
    return unit_of(Curve::kExp, {kChromatic, 40.0f, 880.0f}, static_cast<std::int32_t>(key));
  };
  const auto cents = [&](std::int32_t key, int by) {
    const double hz = 440.0 * std::exp2((key - 69 + by * 0.01) / 12.0);
    return ens::unshape(Curve::kExp, {40.0f, 880.0f}, hz);
  };
  StepHold hold;
  CHECK(hold.settle(Curve::kExp, notes, near(48)) == near(48));
  CHECK(hold.settle(Curve::kExp, notes, cents(50, 35)) == near(48));
  CHECK(hold.settle(Curve::kExp, notes, cents(50, 45)) == near(52));
  CHECK(hold.settle(Curve::kExp, notes, cents(50, -35)) == near(52));
  CHECK(hold.settle(Curve::kExp, notes, cents(50, -45)) == near(48));
  hold.forget();
  CHECK(hold.settle(Curve::kExp, notes, cents(50, 10)) == near(52));
}

}  // namespace

int main() {
  a_scale_holds_its_semitones_above_its_root();
  a_scale_has_its_root_and_one_of_twelve();
  every_value_settles_on_the_nearest_note();
  a_note_is_in_tune();
  a_note_stays_where_it_is();
  a_note_is_left_beyond_the_border();
  return ens_test::result();
}
