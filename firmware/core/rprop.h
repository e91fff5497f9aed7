// The training rule: batch iRprop- (Igel and Huesken, 2000), with the steps of weights in Q4.27.
//
// Every weight has a step of its own. While the sign of its gradient holds, the step grows by a
// quarter up to the largest; when the sign turns, the step halves and the weight rests for one
// pass.
#pragma once

#include <cstdint>

#include "core/shape.h"
#include "core/target.h"
#include "core/train_config.h"

namespace ens {

// Steps at the start and at most, for learning rate 1, in Q4.27.
inline constexpr std::int64_t kFirstStep = 6710886;     // 0.05
inline constexpr std::int64_t kLargestStep = 13421773;  // 0.1
inline constexpr std::int32_t kSmallestStep = 128;      // 2^-20
// No rate makes a step larger than 2, half the range of a bias.
inline constexpr std::int32_t kStepCeiling = std::int32_t{1} << 28;

struct StepRange {
  std::int32_t first;
  std::int32_t largest;
};

// learning_rate scales both steps; it is taken in Q16.16, rounded half up.
inline StepRange step_range(float learning_rate) {
  const auto rate = static_cast<std::int64_t>(learning_rate * 65536.0f + 0.5f);
  const auto scaled = [rate](std::int64_t step) {
    const std::int64_t value = (step * rate) >> 16;
    if (value < kSmallestStep) return kSmallestStep;
    return value > kStepCeiling ? kStepCeiling : static_cast<std::int32_t>(value);
  };
  return {scaled(kFirstStep), scaled(kLargestStep)};
}

// A step with what the rule remembers of the pass before, in one word: the step, negative if the
// gradient was; the lowest bit says that there was one (it is clear at the start and after a turn).
inline constexpr std::int32_t kRemembers = 1;

// A step after the sign of its gradient turned: half, remembering nothing.
inline std::int32_t turned(std::int32_t size) {
  const std::int32_t half = (size >> 1) & ~kRemembers;
  return half < kSmallestStep ? kSmallestStep : half;
}

// A step after the sign held: a quarter more, up to the largest.
inline std::int32_t grown(std::int32_t size, std::int32_t largest) {
  const std::int32_t next = size + (size >> 2);
  return next > largest ? largest : next;
}

// One weight and its step after a pass with this gradient; the caller saturates the weight. The two
// signs are written out: selecting by sign costs a fifth of the update on a Cortex-M33.
inline std::int32_t update_weight(std::int32_t weight, std::int32_t gradient, std::int32_t* step,
                                  std::int32_t largest) {
  std::int32_t size = *step;
  if (gradient > 0) {
    if ((size & kRemembers) != 0) {
      if (size < 0) {
        *step = turned(-size);
        return weight;
      }
      size = grown(size, largest);
    }
    size |= kRemembers;
    *step = size;
    return weight - size;
  }
  if (gradient < 0) {
    if ((size & kRemembers) != 0) {
      if (size > 0) {
        *step = turned(size);
        return weight;
      }
      size = grown(-size, largest);
    }
    size |= kRemembers;
    *step = -size;
    return weight + size;
  }
  *step = (size < 0 ? -size : size) & ~kRemembers;
  return weight;
}

// Copies a layer's weights to the packed rows that inference reads: the upper halves, Q4.11 (Q5.10
// in the first layer, whose inputs carry one more fractional bit); biases as sums, Q6.25.
template <class Layer>
void pack(const Layer& layer, const std::int32_t* __restrict all_weights,
          std::int16_t* __restrict packed) {
  const std::int32_t* weights = all_weights + layer.weights;
  for (int i = 0; i < layer.outputs; ++i) {
    std::int16_t* row = packed + i * layer.row;
    const std::int32_t bias = all_weights[layer.biases + i] >> 2;
    __builtin_memcpy(row, &bias, sizeof bias);
    for (int j = 0; j < layer.inputs; ++j) {
      row[2 + j] = static_cast<std::int16_t>(*weights++ >> (layer.first ? 17 : 16));
    }
  }
}

// Moves all weights of a layer by the gradients of a pass and clears those. The limits keep every
// sum of the layer within 32 bits.
template <class Layer>
void update(const Layer& layer, std::int32_t largest, std::int32_t* __restrict weights,
            std::int32_t* __restrict gradient, std::int32_t* __restrict steps) {
  for (int k = layer.weights; k < layer.biases; ++k) {
    const std::int32_t moved = update_weight(weights[k], gradient[k], &steps[k], largest);
    if constexpr (Layer::kFixed) {
      weights[k] = saturate<Layer::weight_limit>(moved);
    } else {
      weights[k] = saturate(moved, layer.weight_limit);
    }
    gradient[k] = 0;
  }
  for (int k = layer.biases; k < layer.biases + layer.outputs; ++k) {
    const std::int32_t moved = update_weight(weights[k], gradient[k], &steps[k], largest);
    weights[k] = saturate<plan::kBiasLimit>(moved);
    gradient[k] = 0;
  }
}

}  // namespace ens
