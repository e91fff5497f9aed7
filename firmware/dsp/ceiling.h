// A soft ceiling at full scale: nothing changes below the knee, nothing passes the top.
#pragma once

#include "core/approx.h"

namespace ens {

// |result| < 0.88 for every finite x: a half-band filter behind it overshoots a square wave to
// just 1. The knee at 0.7 bends as t / sqrt(1 + t²), whose first two derivatives meet the straight
// part, so a tone that grazes it makes few and weak overtones.
constexpr float ceiling(float x) {
  constexpr float kKnee = 0.7f;
  constexpr float kRoom = 0.2f;
  const float size = x < 0.0f ? -x : x;
  if (size <= kKnee) return x;
  const float over = (size - kKnee) * (1.0f / kRoom);
  // The bend of what is past 1e14 is within 1e-14 of its end there.
  const float bent = over < 1e14f ? over / sqrt_known(1.0f + over * over) : 1.0f;
  return x < 0.0f ? -(kKnee + kRoom * bent) : kKnee + kRoom * bent;
}

}  // namespace ens
