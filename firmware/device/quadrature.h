// Detents of a rotary encoder from its two contacts. A bounce goes one step back and forth and adds
// up to nothing.
#pragma once

#include <cstdint>

namespace ens {

class Quadrature {
 public:
  // The contacts, both open (true) at a detent. Gives +1 for a detent clockwise (A closes before
  // B), −1 for one back, else 0. Call at least four times as often as detents pass.
  std::int32_t take(bool a, bool b) {
    // Position within the cycle: open, A closed, both closed, B closed.
    const std::int32_t now = a ? (b ? 0 : 3) : (b ? 1 : 2);
    const std::int32_t moved = (now - last_ + 4) % 4;
    last_ = now;
    if (moved == 1) ++steps_;
    if (moved == 3) --steps_;
    if (now != 0) return 0;
    // At a detent: most of a cycle counts as all of it, so that a missed step loses nothing.
    const std::int32_t detents = steps_ >= 2 ? 1 : steps_ <= -2 ? -1 : 0;
    steps_ = 0;
    return detents;
  }

 private:
  std::int32_t last_ = 0;
  std::int32_t steps_ = 0;
};

}  // namespace ens
