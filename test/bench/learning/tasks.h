// What learners are asked to learn: examples at random places, with sounds that are random, smooth
// or monotone functions of the place.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "bench/learning/random.h"

namespace learning {

inline constexpr int kOutputs = 33;

inline double unit(std::uint16_t value) {
  return value / 32768.0;
}
inline std::uint16_t q15(double value) {
  return static_cast<std::uint16_t>(std::floor(std::clamp(value, 0.0, 1.0) * 32768.0 + 0.5));
}

struct Example {
  std::vector<std::uint16_t> in;
  std::vector<std::uint16_t> out;
};
using Task = std::vector<Example>;
using Place = std::vector<std::uint16_t>;

inline double distance(const Place& a, const Place& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += std::pow(unit(a[i]) - unit(b[i]), 2.0);
  return std::sqrt(sum);
}

inline Place random_place(Random& random, int inputs) {
  Place place(static_cast<std::size_t>(inputs));
  for (std::uint16_t& value : place) value = q15(random.uniform());
  return place;
}

// Where examples are: anywhere, also beside another, or apart, as people lay sounds out on a pad:
// of five places the one that is farthest from the examples before (Mitchell, 1991).
enum class Places { kAnywhere, kApart };

inline Place place_for(Random& random, int inputs, Places places, const Task& before) {
  constexpr int kCandidates = 5;
  Place best;
  double farthest = -1.0;
  for (int i = 0; i < (places == Places::kApart ? kCandidates : 1); ++i) {
    Place place = random_place(random, inputs);
    double nearest = 1e9;
    for (const auto& other : before) nearest = std::min(nearest, distance(place, other.in));
    if (nearest <= farthest) continue;
    farthest = nearest;
    best = std::move(place);
  }
  return best;
}

// Each output anything at each place, as "Surprise me" makes them.
inline Task random_task(std::uint32_t seed, int inputs, int count,
                        Places places = Places::kAnywhere) {
  Random random(seed + 100'000);
  Task task;
  for (int i = 0; i < count; ++i) {
    Example example;
    example.in = place_for(random, inputs, places, task);
    example.out = random_place(random, kOutputs);
    task.push_back(std::move(example));
  }
  return task;
}

// A function from places to outputs 0...1.
class Teacher {
 public:
  virtual ~Teacher() = default;
  virtual std::vector<double> at(const Place& place) const = 0;

  Task task(std::uint32_t seed, int inputs, int count) const {
    Random random(seed + 200'000);
    Task task(static_cast<std::size_t>(count));
    for (Example& example : task) {
      example.in = random_place(random, inputs);
      for (const double value : at(example.in)) example.out.push_back(q15(value));
    }
    return task;
  }
};

// A sample of a Gaussian process with a squared exponential kernel of the given length, by random
// Fourier features (Rahimi and Recht, 2007), squashed to 0...1.
class Smooth : public Teacher {
 public:
  Smooth(std::uint32_t seed, int inputs, double length)
      : waves_(static_cast<std::size_t>(kFeatures * inputs)) {
    Random random(seed + 300'000);
    for (double& wave : waves_) wave = random.normal() / length;
    for (double& phase : phases_) phase = 2.0 * M_PI * random.uniform();
    for (double& share : shares_) share = random.normal() * std::sqrt(2.0 / kFeatures);
  }
  std::vector<double> at(const Place& place) const override {
    std::vector<double> sums(kOutputs, 0.0);
    for (std::size_t f = 0; f < kFeatures; ++f) {
      double angle = phases_[f];
      for (std::size_t i = 0; i < place.size(); ++i) {
        angle += waves_[f * place.size() + i] * unit(place[i]);
      }
      for (std::size_t o = 0; o < kOutputs; ++o) {
        sums[o] += std::cos(angle) * shares_[f * kOutputs + o];
      }
    }
    for (double& sum : sums) sum = 1.0 / (1.0 + std::exp(-1.2 * sum));
    return sums;
  }

 private:
  static constexpr int kFeatures = 200;
  std::vector<double> waves_;
  double phases_[kFeatures] = {};
  double shares_[kFeatures * kOutputs] = {};
};

// logistic(A (x - 1/2) + b), A uniform in +-3, b in +-1: every output monotone along every line.
class Monotone : public Teacher {
 public:
  Monotone(std::uint32_t seed, int inputs) : slopes_(static_cast<std::size_t>(kOutputs * inputs)) {
    Random random(seed + 400'000);
    for (double& slope : slopes_) slope = 6.0 * random.uniform() - 3.0;
    for (double& offset : offsets_) offset = 2.0 * random.uniform() - 1.0;
  }
  std::vector<double> at(const Place& place) const override {
    std::vector<double> values;
    for (std::size_t o = 0; o < kOutputs; ++o) {
      double sum = offsets_[o];
      for (std::size_t i = 0; i < place.size(); ++i) {
        sum += slopes_[o * place.size() + i] * (unit(place[i]) - 0.5);
      }
      values.push_back(1.0 / (1.0 + std::exp(-sum)));
    }
    return values;
  }

 private:
  std::vector<double> slopes_;
  double offsets_[kOutputs] = {};
};

// Pairs of examples with no third inside the ball between them (Gabriel and Sokal, 1969).
inline std::vector<std::pair<std::size_t, std::size_t>> neighbours(const Task& task) {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t i = 0; i < task.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double apart = distance(task[i].in, task[j].in);
      bool free = true;
      for (std::size_t k = 0; k < task.size() && free; ++k) {
        if (k == i || k == j) continue;
        const double a = distance(task[i].in, task[k].in);
        const double b = distance(task[j].in, task[k].in);
        free = a * a + b * b >= apart * apart;
      }
      if (free) pairs.emplace_back(i, j);
    }
  }
  return pairs;
}

}  // namespace learning
