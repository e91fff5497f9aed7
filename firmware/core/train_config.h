// Training settings: three numbers whose defaults come from outside, and their valid ranges.
#pragma once

#include <cstdint>

#include "core/status.h"

namespace ens {

// The core has no defaults of its own: they are declared once for all targets and handed in.
struct TrainConfig {
  float learning_rate;           // (0, 100]: scales the steps of the weights; useful from 0.03 to 3
  std::uint32_t max_iterations;  // 1...1,000,000 passes over all examples
  float min_error;               // [0, 1]: stop once the mean squared error of a pass is below it
};

inline constexpr float kMaxLearningRate = 100.0f;
inline constexpr std::uint32_t kMaxIterations = 1'000'000;

// A field of a change that may be left out.
template <class T>
struct Given {
  T value{};
  bool given = false;

  constexpr Given() = default;
  // Implicit, so that a change is written `{.min_error = 0.01f}`.
  constexpr explicit(false) Given(T v) : value(v), given(true) {}
};

// A change of the configuration: what is left out keeps its value.
struct TrainConfigChange {
  Given<float> learning_rate{};
  Given<std::uint32_t> max_iterations{};
  Given<float> min_error{};
};

// True if every field is in range. NaN is not.
constexpr bool valid(const TrainConfig& config) {
  return config.learning_rate > 0.0f && config.learning_rate <= kMaxLearningRate &&
         config.max_iterations >= 1 && config.max_iterations <= kMaxIterations &&
         config.min_error >= 0.0f && config.min_error <= 1.0f;
}

// Applies all of a change, or returns kBadConfig and changes nothing.
constexpr Status apply(const TrainConfigChange& change, TrainConfig* config) {
  TrainConfig next = *config;
  if (change.learning_rate.given) next.learning_rate = change.learning_rate.value;
  if (change.max_iterations.given) next.max_iterations = change.max_iterations.value;
  if (change.min_error.given) next.min_error = change.min_error.value;
  if (!valid(next)) return Status::kBadConfig;
  *config = next;
  return Status::kOk;
}

}  // namespace ens
