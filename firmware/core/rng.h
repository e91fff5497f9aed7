// The random stream of the project: the same numbers on every target, from 32-bit integers only.
#pragma once

#include <cstdint>

namespace ens {

// sfc32 ("small fast counter", Chris Doty-Humphrey's PractRand): 128 bits of state, a counter that
// rules out short cycles, period at least 2^32. Not for secrets.
class Rng {
 public:
  explicit constexpr Rng(std::uint32_t seed) : a_(seed), b_(0x9E3779B9u), c_(0x243F6A88u) {
    for (int i = 0; i < kWarmUp; ++i) next();
  }

  // The next 32 bits.
  constexpr std::uint32_t next() {
    const std::uint32_t result = a_ + b_ + counter_++;
    a_ = b_ ^ (b_ >> 9);
    b_ = c_ + (c_ << 3);
    c_ = ((c_ << 21) | (c_ >> 11)) + result;
    return result;
  }

  // Uniform in [-1, 1), Q0.31.
  constexpr std::int32_t next_signed() { return static_cast<std::int32_t>(next()); }

 private:
  // Mixes a seed into all of the state before the first number is used.
  static constexpr int kWarmUp = 12;

  std::uint32_t a_;
  std::uint32_t b_;
  std::uint32_t c_;
  std::uint32_t counter_ = 1;
};

}  // namespace ens
