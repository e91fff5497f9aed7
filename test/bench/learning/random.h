// Random numbers that are the same at every run of a seed.
#pragma once

#include <cstdint>

#include "core/rng.h"

namespace learning {

class Random {
 public:
  explicit Random(std::uint32_t seed) : rng_(seed) {}
  double uniform() { return (rng_.next() >> 8) / 16777216.0; }
  double normal() {
    double sum = -6.0;
    for (int i = 0; i < 12; ++i) sum += uniform();
    return sum;
  }
  std::uint32_t bits() { return rng_.next(); }

 private:
  ens::Rng rng_;
};

}  // namespace learning
