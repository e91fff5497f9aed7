// A value computed once a tick that moves in a straight line between ticks, however blocks are cut.
#pragma once

namespace ens {

struct Glide {
  float value = 0.0f;
  float step = 0.0f;
  float target = 0.0f;

  void reset(float at) {
    value = target = at;
    step = 0.0f;
  }
  // Arrives at `to` after `frames` calls of next(). The last target counts as reached.
  void aim(float to, int frames) {
    value = target;
    target = to;
    step = (to - value) / static_cast<float>(frames);
  }
  float next() { return value += step; }
};

}  // namespace ens
