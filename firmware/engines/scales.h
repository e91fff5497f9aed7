// The scales pieces are played in: tunings of an octave, and the chord changes that suit each.
#pragma once

#include <cstdint>

#include "core/approx.h"

namespace ens {

// Steps within the octave in cents, and the preferred chord changes (in degrees).
struct Scale {
  static constexpr std::int32_t kMaxDegrees = 8;
  float cents[kMaxDegrees];
  std::int32_t count;
  float octave_cents;
  std::int32_t moves[6];

  // The degrees that semitones span.
  constexpr std::int32_t degrees(float semitones) const {
    return to_int(semitones * static_cast<float>(count) / 12.0f + 0.5f, 0, 4 * kMaxDegrees);
  }

  // The frequency of a degree, down to eight octaves below the tonic, against the tonic's.
  constexpr float ratio(std::int32_t degree, float octave) const {
    const std::int32_t shifted = degree + 8 * count;  // never negative
    const float octaves = static_cast<float>(shifted / count - 8);
    return exp2((cents[shifted % count] + (octaves + octave) * octave_cents) * (1.0f / 1200.0f));
  }
};

inline constexpr Scale kLydian = {{0, 200, 400, 600, 700, 900, 1100}, 7, 1200, {4, 1, 3, -2, 4, 5}};
inline constexpr Scale kDorian = {
    {0, 200, 300, 500, 700, 900, 1000}, 7, 1200, {3, -1, 3, 4, -2, 6}};
inline constexpr Scale kPentatonic = {{0, 200, 400, 700, 900}, 5, 1200, {2, 3, -1, 1, 2, 3}};
// Five nearly equal steps of a stretched octave, as slendro has them.
inline constexpr Scale kSlendro = {{0, 231, 474, 717, 955}, 5, 1208, {2, 1, 3, -1, 2, 4}};
// Partials 8 to 14 of one low tone.
inline constexpr Scale kPartials = {
    {0, 203.91f, 386.31f, 551.32f, 701.96f, 840.53f, 968.83f}, 7, 1200, {2, 2, 4, -2, 4, 1}};

}  // namespace ens
