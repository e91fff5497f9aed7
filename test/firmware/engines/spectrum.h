// What a sound holds beside the partials it should have: aliases, noise, DC.
#pragma once

#include <cmath>
#include <complex>
#include <cstddef>
#include <vector>

namespace ens_test {

// Power of each bin of a Blackman–Harris windowed frame (side lobes at −92 dB); x.size() a power
// of 2.
inline std::vector<double> spectrum(const std::vector<float>& x) {
  const std::size_t n = x.size();
  const double turn = 2.0 * 3.14159265358979323846 / static_cast<double>(n);
  std::vector<std::complex<double>> a(n);
  for (std::size_t i = 0, at = 0; i < n; ++i) {
    const double p = turn * static_cast<double>(i);
    const double window =
        0.35875 - 0.48829 * std::cos(p) + 0.14128 * std::cos(2 * p) - 0.01168 * std::cos(3 * p);
    a[at] = window * static_cast<double>(x[i]);
    std::size_t bit = n >> 1;
    for (; bit != 0 && (at & bit) != 0; bit >>= 1) at ^= bit;
    at |= bit;
  }
  for (std::size_t half = 1; half < n; half *= 2) {
    for (std::size_t k = 0; k < half; ++k) {
      const std::complex<double> twist = std::polar(
          1.0, -3.14159265358979323846 * static_cast<double>(k) / static_cast<double>(half));
      for (std::size_t i = k; i < n; i += 2 * half) {
        const std::complex<double> other = twist * a[i + half];
        a[i + half] = a[i] - other;
        a[i] += other;
      }
    }
  }
  std::vector<double> power(n / 2);
  for (std::size_t i = 0; i < power.size(); ++i) power[i] = std::norm(a[i]);
  return power;
}

// Strongest bin that is no multiple of `step_hz` below half the rate, in dB of the strongest that
// is. DC counts as a multiple: it has a test of its own.
inline double alias_db(const std::vector<float>& x, double step_hz, double sample_rate) {
  const std::vector<double> power = spectrum(x);
  const double bin_hz = sample_rate / static_cast<double>(x.size());
  double wanted = 0.0;
  double alien = 0.0;
  for (std::size_t i = 0; i < power.size(); ++i) {
    const double hz = static_cast<double>(i) * bin_hz;
    const double off = std::fabs(hz - step_hz * std::round(hz / step_hz));
    double& kind = off <= 8.0 * bin_hz ? wanted : alien;
    if (power[i] > kind) kind = power[i];
  }
  return 10.0 * std::log10(alien / wanted + 1e-30);
}

inline double mean(const std::vector<float>& x) {
  double sum = 0.0;
  for (const float sample : x) sum += static_cast<double>(sample);
  return sum / static_cast<double>(x.size());
}

inline double rms(const std::vector<float>& x) {
  double sum = 0.0;
  for (const float sample : x) sum += static_cast<double>(sample) * static_cast<double>(sample);
  return std::sqrt(sum / static_cast<double>(x.size()));
}

}  // namespace ens_test
