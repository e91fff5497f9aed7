// Scales: which notes of equal temperament, A4 = 440 Hz, the pitches of an instrument settle on.
//
// A pitch is a slot in Hz whose row says so (engines/slots.h). Notes are numbered as MIDI keys; in
// unit values they lie as the slot's curve has them.
#pragma once

#include <cstdint>

#include "core/steps.h"

namespace ens {

// A scale that a player chose, or none.
class PitchScale {
 public:
  // Off: pitches are anywhere.
  constexpr PitchScale() = default;
  // `bits` as bits() gives them and is_scale() allows.
  explicit constexpr PitchScale(std::uint16_t bits) : bits_(bits) {}

  // Bits 0–11: which semitones above the root belong to it, the root itself among them; bits 12–15:
  // the root, from 0 (C) to 11 (B). 0: off.
  constexpr std::uint16_t bits() const { return bits_; }
  static constexpr bool is_scale(std::uint32_t bits) {
    return bits == 0 || ((bits & 1u) != 0 && bits < 12u << 12);
  }
  constexpr bool on() const { return bits_ != 0; }
  // For keys from 0.
  constexpr bool has(std::int32_t key) const {
    return (bits_ >> ((key + 12 - (bits_ >> 12)) % 12) & 1) != 0;
  }

 private:
  std::uint16_t bits_ = 0;
};

// The notes of a scale within the range of a slot, in Hz; at least an octave, from key 0 up.
struct Notes {
  PitchScale scale;
  float min;
  float max;
};

// A place among keys, in kStep of a semitone.
constexpr std::int32_t place_of_hz(float hz) {
  const float key = 69.0f + 12.0f * log2(hz * (1.0f / 440.0f));
  return to_int(key * kStep + 0.5f, 0, 127 * kStep);
}

// Where a unit value lies among keys.
constexpr std::int32_t place_of(Curve curve, const Notes& notes, Unit unit) {
  return place_of_hz(Range(notes.min, notes.max).at(shape_by(curve, unit)));
}

// The note nearest to a place, the lower of two as near.
constexpr std::int32_t nearest_to(const Notes& notes, std::int32_t place) {
  const std::int32_t lowest = (place_of_hz(notes.min) + kStep - 1) / kStep;
  const std::int32_t highest = place_of_hz(notes.max) / kStep;
  std::int32_t below = place / kStep;
  std::int32_t above = below + 1;
  while (below >= lowest && !notes.scale.has(below)) --below;
  while (above <= highest && !notes.scale.has(above)) ++above;
  if (below < lowest) return above;
  if (above > highest) return below;
  return place - below * kStep <= above * kStep - place ? below : above;
}

// The unit value of a note.
constexpr Unit unit_of(Curve curve, const Notes& notes, std::int32_t note) {
  const float hz = 440.0f * exp2(static_cast<float>(note - 69) * (1.0f / 12.0f));
  const float share = (hz - notes.min) / (notes.max - notes.min);
  if (!(share > 0.0f)) return Unit::from_q15(0);
  if (share >= 1.0f) return Unit::from_q15(Unit::kOne);
  return Unit::from_ratio(curve_detail::place(curve, share));
}

}  // namespace ens
