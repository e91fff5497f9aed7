// Test signals and measurements in double precision: tones, noise, responses, decays, levels.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <cstddef>
#include <functional>
#include <vector>

#include "firmware/engines/rig.h"

namespace ens_test {

inline constexpr double kPi = 3.14159265358979323846;

// A phase that turns by the same angle at each step, by one multiplication: off by 1e-11 after
// 100,000.
class Turning {
 public:
  explicit Turning(double radians) : step_(std::polar(1.0, radians)) {}
  std::complex<double> next() {
    const std::complex<double> now = now_;
    now_ = {now.real() * step_.real() - now.imag() * step_.imag(),
            now.real() * step_.imag() + now.imag() * step_.real()};
    return now;
  }

 private:
  std::complex<double> step_, now_ = 1.0;
};

inline Stereo both(const std::vector<float>& mono) {
  return {mono, mono};
}

inline Stereo silence(std::size_t frames) {
  return both(std::vector<float>(frames));
}

inline std::vector<float> tone(std::size_t frames, double hz, double level, double rate = 48000.0) {
  std::vector<float> out(frames);
  Turning phase(2.0 * kPi * hz / rate);
  for (float& sample : out) sample = static_cast<float>(level * phase.next().imag());
  return out;
}

inline std::vector<float> white(std::size_t frames, float rms, std::uint32_t seed) {
  std::vector<float> out(frames);
  ens::Noise noise(seed);
  for (float& sample : out) sample = rms * 1.7320508f * noise.white();
  return out;
}

// Component of x[from, from + count) at hz; a sine of amplitude a gives |a|. Hann window: count
// should be many periods.
inline std::complex<double> component(const std::vector<float>& x, std::size_t from,
                                      std::size_t count, double hz, double rate = 48000.0) {
  std::complex<double> sum = 0.0;
  Turning window(2.0 * kPi / static_cast<double>(count)), phase(-2.0 * kPi * hz / rate);
  for (std::size_t i = from; i < from + count; ++i) {
    sum += (1.0 - window.next().real()) * static_cast<double>(x[i]) * phase.next();
  }
  return sum * 2.0 / static_cast<double>(count);
}

// Response of an impulse answer at hz, as a ratio.
inline double response(const std::vector<float>& answer, double hz, double rate = 48000.0) {
  std::complex<double> sum = 0.0;
  Turning phase(-2.0 * kPi * hz / rate);
  for (const float sample : answer) sum += static_cast<double>(sample) * phase.next();
  return std::abs(sum);
}

inline double to_db(double ratio) {
  return 20.0 * std::log10(std::max(ratio, 1e-15));
}

inline double rms(const std::vector<float>& x, std::size_t from, std::size_t count) {
  double sum = 0.0;
  for (std::size_t i = from; i < from + count; ++i) {
    sum += static_cast<double>(x[i]) * static_cast<double>(x[i]);
  }
  return std::sqrt(sum / static_cast<double>(count));
}

inline double rms(const std::vector<float>& x) {
  return rms(x, 0, x.size());
}

inline double mean(const std::vector<float>& x) {
  double sum = 0.0;
  for (const float sample : x) sum += static_cast<double>(sample);
  return sum / static_cast<double>(x.size());
}

// Power spectrum (Blackman–Harris window) of 2^bits samples from `from`: bin k is k · rate /
// 2^bits.
inline std::vector<double> spectrum(const std::vector<float>& x, std::size_t from, unsigned bits) {
  const std::size_t n = std::size_t{1} << bits;
  std::vector<std::complex<double>> a(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double t = 2.0 * kPi * static_cast<double>(i) / static_cast<double>(n);
    std::size_t reversed = 0;
    for (unsigned bit = 0; bit < bits; ++bit) reversed |= ((i >> bit) & 1u) << (bits - 1 - bit);
    a[reversed] = static_cast<double>(x[from + i]) *
                  (0.35875 - 0.48829 * std::cos(t) + 0.14128 * std::cos(2.0 * t) -
                   0.01168 * std::cos(3.0 * t));
  }
  for (std::size_t half = 1; half < n; half *= 2) {
    const std::complex<double> turn = std::polar(1.0, -kPi / static_cast<double>(half));
    for (std::size_t i = 0; i < n; i += 2 * half) {
      std::complex<double> w = 1.0;
      for (std::size_t k = i; k < i + half; ++k, w *= turn) {
        const std::complex<double> b = a[k + half] * w;
        a[k + half] = a[k] - b;
        a[k] += b;
      }
    }
  }
  std::vector<double> power(n / 2 + 1);
  const double scale = 2.0 / (0.35875 * static_cast<double>(n));
  for (std::size_t k = 0; k <= n / 2; ++k) power[k] = std::norm(a[k] * scale);
  return power;
}

// The same of the last samples, as many as a power of 2 holds.
inline std::vector<double> spectrum(const std::vector<float>& x) {
  const std::size_t count = std::bit_floor(x.size());
  return spectrum(x, x.size() - count, static_cast<unsigned>(std::countr_zero(count)));
}

// Bins that a partial takes on each side of its own.
inline constexpr double kPartialBins = 5.0;

// Strongest bin up to limit_hz that is no multiple of step_hz, in dB of the strongest that is. DC
// is left out: it has a test of its own.
inline double alias_db(const std::vector<float>& x, double step_hz, double limit_hz = 24000.0,
                       double rate = 48000.0) {
  const std::vector<double> power = spectrum(x);
  const double bin_hz = rate / static_cast<double>(std::bit_floor(x.size()));
  double wanted = 1e-30;
  double alien = 1e-30;
  for (std::size_t i = static_cast<std::size_t>(kPartialBins) + 1; i < power.size(); ++i) {
    const double hz = static_cast<double>(i) * bin_hz;
    if (hz > limit_hz) break;
    const double off = std::fabs(hz - step_hz * std::round(hz / step_hz));
    double& kind = off <= kPartialBins * bin_hz ? wanted : alien;
    kind = std::max(kind, power[i]);
  }
  return 10.0 * std::log10(alien / wanted);
}

// Power at four places between each two harmonics of hz, in dB of that of the harmonics, under a
// Hann window: noise, and aliases wherever they lie.
inline double between_db(const std::vector<float>& x, double hz, double rate = 48000.0) {
  std::vector<double> windowed;
  Turning window(2.0 * kPi / static_cast<double>(x.size()));
  for (const float sample : x) {
    windowed.push_back((1.0 - window.next().real()) * static_cast<double>(sample));
  }
  double harmonics = 0.0, others = 0.0;
  for (double nth = 1.0; (nth + 0.5) * hz < 0.5 * rate; nth += 1.0) {
    const auto at = [&](double part) { return Turning(-2.0 * kPi * (nth + part) * hz / rate); };
    // All at once: each waits for its own last step.
    Turning phases[] = {at(0.0), at(0.2), at(0.4), at(0.6), at(0.8)};
    std::complex<double> sums[5] = {};
    for (const double sample : windowed) {
      for (std::size_t i = 0; i < 5; ++i) sums[i] += sample * phases[i].next();
    }
    harmonics += std::norm(sums[0]);
    for (std::size_t i = 1; i < 5; ++i) others += std::norm(sums[i]);
  }
  return 10.0 * std::log10(others / harmonics);
}

// Time in which a decay falls 60 dB, from −5 to −35 dB of its integrated energy (ISO 3382, T30).
inline double decay_s(const std::vector<double>& answer, double rate = 48000.0) {
  std::vector<double> left(answer.size() + 1, 0.0);
  for (std::size_t i = answer.size(); i-- > 0;) left[i] = left[i + 1] + answer[i] * answer[i];
  double n = 0, st = 0, sl = 0, stt = 0, stl = 0;
  for (std::size_t i = 0; i < answer.size(); i += 16) {
    const double level = 10.0 * std::log10(left[i] / left[0] + 1e-30);
    if (level > -5.0) continue;
    if (level < -35.0) break;
    const double t = static_cast<double>(i) / rate;
    n += 1, st += t, sl += level, stt += t * t, stl += t * level;
  }
  return -60.0 * (n * stt - st * st) / (n * stl - st * sl);
}

// An octave band about hz: two biquad band-passes in a row (RBJ's cookbook), in double precision.
inline std::vector<double> octave(const std::vector<float>& x, double hz, double rate = 48000.0) {
  const double w = 2.0 * kPi * hz / rate;
  const double alpha = std::sin(w) / (2.0 * 1.0);
  const double a0 = 1.0 + alpha, a1 = -2.0 * std::cos(w), a2 = 1.0 - alpha;
  std::vector<double> out(x.begin(), x.end());
  for (int pass = 0; pass < 2; ++pass) {
    double x1 = 0, x2 = 0, y1 = 0, y2 = 0;
    for (double& sample : out) {
      const double y = (alpha * (sample - x2) - a1 * y1 - a2 * y2) / a0;
      x2 = x1, x1 = sample, y2 = y1, y1 = y;
      sample = y;
    }
  }
  return out;
}

// Unit value that an increasing function of the slot takes to `wanted`: the inverse of curve and
// range.
inline float unit_for(const ens::EngineInfo& info, std::size_t space, const char* name,
                      float wanted) {
  for (std::size_t i = 0; i < info.slots.size(); ++i) {
    const ens::Slot& slot = info.slots[i];
    const char* a = name;
    const char* b = slot.name;
    while (*a != '\0' && *a == *b) ++a, ++b;
    if (*a != *b) continue;
    std::uint16_t low = 0, high = ens::Unit::kOne;
    while (low + 1 < high) {
      const std::uint16_t middle = static_cast<std::uint16_t>((low + high) / 2);
      const float at = ens::Range(slot.min, slot.max)
                           .at(ens::shape(info.curve(space, i), ens::Unit::from_q15(middle)));
      (at <= wanted ? low : high) = middle;
    }
    return static_cast<float>(wanted >= slot.max ? high : low) / 32768.0f;
  }
  return 0.0f;
}

// Sets a slot to a value in its own unit, whatever the voice space's curve.
inline bool set_value(Rig& rig, const char* name, float value) {
  ens::Engine& engine = *rig.operator->();
  return rig.set(name, unit_for(engine.info(), engine.voice_space(), name, value));
}

}  // namespace ens_test
