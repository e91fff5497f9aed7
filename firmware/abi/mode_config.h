// A generated mode as a configuration for ens_create.
#pragma once

#include <cstdint>

#include "abi/abi.h"
#include "mode.h"
#include "training.h"

namespace ens {

// What ens_create asks for, with the defaults that every target shares: 48 kHz, the first seed,
// room for all examples. The result points into `mode`, which must outlive it.
inline EnsConfig mode_config(const mode::Mode& mode) {
  EnsConfig config{};
  config.engine_id = mode.engine_id;
  config.mode_id = mode.mode_id;
  config.channels = mode.channel_names;
  config.params = mode.param_names;
  config.layers = mode.layers;
  config.layer_count = static_cast<std::uint32_t>(mode.layer_count);
  config.sample_rate_hz = ENS_SAMPLE_RATE_HZ;
  config.seed = ENS_FIRST_SEED;
  config.default_spread = static_cast<std::uint32_t>(mode.default_spread * ENS_UNIT_ONE + 0.5);
  config.learning_rate = static_cast<float>(mode::kLearningRate);
  config.max_iterations = mode::kMaxIterations;
  config.min_error = static_cast<float>(mode::kMinError);
  config.example_capacity = ENS_EXAMPLE_CAPACITY;
  return config;
}

}  // namespace ens
