// Scales of the training values.
#include "host/train_values.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "training.h"

namespace ens::host {
namespace {

struct Scale {
  double least;
  double most;
};

constexpr Scale kScales[] = {{0.001, 100.0}, {1.0, 1e6}, {0.0, 1.0}};

double inside(double value, double least, double most) {
  return value > least ? std::min(value, most) : least;
}

}  // namespace

float train_default(TrainValue which) {
  constexpr double kDefaults[] = {mode::kLearningRate, mode::kMaxIterations, mode::kMinError};
  return static_cast<float>(kDefaults[which]);
}

// Errors reach down to 0, so their scale is a cube.
float train_place(TrainValue which, float value) {
  const Scale& scale = kScales[which];
  const double at = inside(static_cast<double>(value), scale.least, scale.most);
  const double place = which == kMinError
                           ? std::cbrt(at)
                           : std::log(at / scale.least) / std::log(scale.most / scale.least);
  return static_cast<float>(place);
}

float train_value(TrainValue which, float place) {
  const Scale& scale = kScales[which];
  const double at = inside(static_cast<double>(place), 0.0, 1.0);
  const double value =
      which == kMinError ? at * at * at : scale.least * std::pow(scale.most / scale.least, at);
  char text[32];
  std::snprintf(text, sizeof text, "%.1e", value);
  return std::strtof(text, nullptr);
}

EnsTrainConfig train_config(const float (&values)[kTrainValues]) {
  const double iterations = inside(static_cast<double>(values[kMaxIterations]), 0.0, 2e6);
  return {values[kLearningRate], static_cast<std::uint32_t>(iterations), values[kMinError]};
}

std::string train_text(TrainValue which, float value) {
  char text[64];
  std::snprintf(text, sizeof text, "%g (default %g)", static_cast<double>(value),
                static_cast<double>(train_default(which)));
  return text;
}

}  // namespace ens::host
