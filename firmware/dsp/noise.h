// White noise and random choices from a 32-bit xorshift: short, seeded, the same everywhere.
//
// G. Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8(14), 2003.
#pragma once

#include <cstdint>

namespace ens {

class Noise {
 public:
  explicit constexpr Noise(std::uint32_t seed = 1) { reseed(seed); }
  // Any seed; the one state xorshift cannot leave (0) is avoided.
  constexpr void reseed(std::uint32_t seed) { state_ = seed == 0 ? 0x9e3779b9u : seed; }

  constexpr std::uint32_t bits() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 17;
    state_ ^= state_ << 5;
    return state_;
  }
  // Uniform in [−1, 1); RMS 0.577.
  constexpr float white() {
    return static_cast<float>(static_cast<std::int32_t>(bits())) * 4.65661287e-10f;
  }
  // Uniform in [0, 1).
  constexpr float share() { return static_cast<float>(bits() >> 8) * 5.96046448e-8f; }
  // Uniform in 0…count−1; count from 1 to 65536.
  constexpr std::uint32_t below(std::uint32_t count) { return ((bits() >> 16) * count) >> 16; }

 private:
  std::uint32_t state_ = 1;
};

}  // namespace ens
