// A note of an engine that plays keys: struck on a test bench, its pitch and level measured.
#pragma once

#include <cmath>
#include <complex>
#include <cstdint>
#include <vector>

#include "firmware/effects/measure.h"
#include "firmware/engines/rig.h"

namespace ens_test {

inline double hz_of(int key) {
  return 440.0 * std::pow(2.0, (key - 69) / 12.0);
}

inline void strike(Rig& rig, int key) {
  rig->note_on(static_cast<std::uint8_t>(key), ens::Unit::from_ratio(0.8f));
}

// Cents by which the fundamental is off, from how far its phase turns in 10 ms.
inline double cents_off(const std::vector<float>& x, double wanted, double rate = 48000.0) {
  constexpr std::size_t kHop = 480;
  const std::size_t window = x.size() - kHop;
  const auto before = component(x, 0, window, wanted, rate);
  const auto after = component(x, kHop, window, wanted, rate);
  const double turn = std::arg(after / before) / (2.0 * kPi);
  const double whole = std::round(wanted * kHop / rate - turn);
  return 1200.0 * std::log2((turn + whole) * rate / kHop / wanted);
}

inline double level_db(const Stereo& sound) {
  double power = 1e-20;
  for (const float sample : sound.left) power += std::pow(static_cast<double>(sample), 2.0);
  return 10.0 * std::log10(power / static_cast<double>(sound.left.size()));
}

}  // namespace ens_test
