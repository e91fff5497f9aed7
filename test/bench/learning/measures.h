// What is measured of a model: how its outputs go between neighbours, and how steeply.
#pragma once

#include "bench/learning/models.h"

namespace learning {

inline double percentile(std::vector<double> values, double share) {
  if (values.empty()) return 0.0;
  const auto at = static_cast<std::size_t>(static_cast<double>(values.size() - 1) * share);
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(at), values.end());
  return values[at];
}

// How outputs go along the lines between neighbours.
struct Lines {
  double count = 0.0;
  double back_1 = 0.0;     // turn back by more than 1 % of the range
  double back_5 = 0.0;     // by more than 5 % of the way
  double far_count = 0.0;  // of outputs whose ends are at least 5 % of the range apart
  double far_back_5 = 0.0;
};

inline void walk(Model& model, const Example& from, const Example& to, Lines* lines) {
  constexpr int kSteps = 100;
  std::vector<double> low, high, first, now;
  std::vector<double> rise(kOutputs, 0.0), fall(kOutputs, 0.0);
  for (int step = 0; step <= kSteps; ++step) {
    Place place;
    for (std::size_t i = 0; i < from.in.size(); ++i) {
      place.push_back(
          static_cast<std::uint16_t>((from.in[i] * (kSteps - step) + to.in[i] * step) / kSteps));
    }
    now = model.at(place);
    if (step == 0) low = high = first = now;
    for (std::size_t o = 0; o < kOutputs; ++o) {
      low[o] = std::min(low[o], now[o]);
      high[o] = std::max(high[o], now[o]);
      rise[o] = std::max(rise[o], now[o] - low[o]);
      fall[o] = std::max(fall[o], high[o] - now[o]);
    }
  }
  for (std::size_t o = 0; o < kOutputs; ++o) {
    const double back = now[o] >= first[o] ? fall[o] : rise[o];
    const double way = std::fabs(now[o] - first[o]);
    const bool turns = back > 0.05 * std::max(way, 1e-4);
    ++lines->count;
    if (back > 0.01) ++lines->back_1;
    if (turns) ++lines->back_5;
    if (way < 0.05) continue;
    ++lines->far_count;
    if (turns) ++lines->far_back_5;
  }
}

inline Lines lines_of(Model& model, const Task& task) {
  Lines lines;
  for (const auto& [i, j] : neighbours(task)) walk(model, task[i], task[j], &lines);
  return lines;
}

// Root mean square over the inputs of the slope of each output around a place.
inline void add_slopes(Model& model, const Place& place, std::vector<double>* slopes) {
  constexpr int kReach = 160;
  std::vector<double> squares(kOutputs, 0.0);
  for (std::size_t i = 0; i < place.size(); ++i) {
    Place below = place, above = place;
    below[i] = static_cast<std::uint16_t>(below[i] - kReach);
    above[i] = static_cast<std::uint16_t>(above[i] + kReach);
    const std::vector<double> a = model.at(below), b = model.at(above);
    for (std::size_t o = 0; o < kOutputs; ++o) {
      squares[o] += std::pow((b[o] - a[o]) / unit(2 * kReach), 2.0);
    }
  }
  for (const double square : squares) {
    slopes->push_back(std::sqrt(square / static_cast<double>(place.size())));
  }
}

inline std::vector<Place> probes(std::uint32_t seed, int inputs) {
  Random random(seed + 7);
  std::vector<Place> places(100, Place(static_cast<std::size_t>(inputs)));
  for (Place& place : places) {
    for (std::uint16_t& value : place) value = q15(0.01 + 0.98 * random.uniform());
  }
  return places;
}

}  // namespace learning
