// @generated from dsl/training.ts by `npm run gen`.
// Do not edit: change the source and generate again.
#pragma once

#include <cstdint>

namespace ens::mode {

// Training defaults of every mode on every target; each can be changed at run time.
inline constexpr double kLearningRate = 1.0;
inline constexpr std::uint32_t kMaxIterations = 1000;
inline constexpr double kMinError = 0.001;

}  // namespace ens::mode
