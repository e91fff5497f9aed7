// The training rule: batch iRprop- (Igel and Huesken, 2000), with the steps of weights in Q4.27.
//
// Every weight has a step of its own. While the sign of its gradient holds, the step grows by a
// quarter up to the largest; when the sign turns, the step halves and the weight is left alone for
// one pass.
#pragma once

#include <cstdint>

#include "core/shape.h"
#include "core/target.h"
#include "core/train_config.h"

namespace ens {

// Initial and maximum steps for learning rate 1, and the minimum, in Q4.27.
inline constexpr std::int32_t kInitialStep = 6710886;  // 0.05
inline constexpr std::int32_t kMaxStep = 13421773;     // 0.1
inline constexpr std::int32_t kMinStep = 128;          // 2^-20
// No rate makes a step larger than 2, half the range of a bias.
inline constexpr std::int32_t kStepCeiling = std::int32_t{1} << 28;

struct StepRange {
  std::int32_t first;
  std::int32_t largest;
};

// learning_rate scales both steps; it is taken in Q16.16, rounded half up.
inline StepRange step_range(float learning_rate) {
  const auto rate = static_cast<std::int32_t>(learning_rate * 65536.0f + 0.5f);
  const auto scaled = [rate](std::int32_t step) {
    const std::int64_t value = (std::int64_t{step} * rate) >> 16;
    if (value < kMinStep) return kMinStep;
    return value > kStepCeiling ? kStepCeiling : static_cast<std::int32_t>(value);
  };
  return {scaled(kInitialStep), scaled(kMaxStep)};
}

// A step and the sign of the previous gradient in one word: the step, negative if the
// gradient was; the lowest bit says that there was one (it is clear at the start and after a turn).
inline constexpr std::int32_t kRemembers = 1;

// A step after the sign of its gradient turned: half, with no previous gradient.
inline std::int32_t turned(std::int32_t size) {
  const std::int32_t half = (size >> 1) & ~kRemembers;
  return half < kMinStep ? kMinStep : half;
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

// Two weights to two packed ones: the upper bits from kShift on.
template <int kShift>
inline void pack_pair(const std::int32_t* weights, std::int16_t* to) {
  const auto low = static_cast<std::uint32_t>(weights[0] >> kShift) & 0xFFFFu;
  const auto high = static_cast<std::uint32_t>(weights[1] >> (kShift - 16)) & 0xFFFF0000u;
  const std::uint32_t pair = high | low;
  __builtin_memcpy(__builtin_assume_aligned(to, 4), &pair, sizeof pair);
}

// Rows of weights to packed rows.
template <int kShift>
ENS_SHARED void pack_rows(const std::int32_t* __restrict weights,
                          const std::int32_t* __restrict biases, int inputs, int outputs,
                          int stride, std::int16_t* __restrict row) {
  for (const std::int32_t* end = biases + outputs; biases != end; ++biases) {
    const std::int32_t bias = *biases >> 2;
    __builtin_memcpy(__builtin_assume_aligned(row, 4), &bias, sizeof bias);
    std::int16_t* to = row + 2;
    for (int fours = inputs / 4; fours > 0; --fours) {
      pack_pair<kShift>(weights, to);
      pack_pair<kShift>(weights + 2, to + 2);
      weights += 4;
      to += 4;
    }
    if ((inputs & 2) != 0) {
      pack_pair<kShift>(weights, to);
      weights += 2;
      to += 2;
    }
    if (inputs % 2 != 0) *to = static_cast<std::int16_t>(*weights++ >> kShift);
    row += stride;
  }
}

// Copies a layer's weights to the packed rows that inference reads: the upper halves, Q4.11 (Q5.10
// in the first layer, whose inputs carry one more fractional bit); biases as sums, Q6.25.
template <class Layer>
void pack(const Layer& layer, const std::int32_t* weights, std::int16_t* packed) {
  const auto rows = layer.first ? pack_rows<17> : pack_rows<16>;
  rows(weights + layer.weights, weights + layer.biases, layer.inputs, layer.outputs, layer.row,
       packed);
}

// The weights, gradients and steps that one call updates.
struct UpdateRange {
  std::int32_t* weights;
  std::int32_t* gradient;
  std::int32_t* steps;
  int count;
  std::int32_t largest;
};

// Updates weights by the gradients of a pass, saturates them by `limited`, and clears the
// gradients.
template <class Limit>
inline void update_range(const UpdateRange& range, Limit&& limited) {
  std::int32_t* __restrict weights = range.weights;
  std::int32_t* __restrict gradient = range.gradient;
  std::int32_t* __restrict steps = range.steps;
  const std::int32_t largest = range.largest;
  for (std::int32_t* end = weights + range.count; weights != end; ++weights) {
    *weights = limited(update_weight(*weights, *gradient, steps++, largest));
    *gradient++ = 0;
  }
}

// One function for every limit there is, shared by the layers of all networks.
template <int kLimit>
ENS_SHARED void update_to(const UpdateRange& range) {
  update_range(range, [](std::int32_t weight) { return saturate<kLimit>(weight); });
}
ENS_SHARED inline void update_to(const UpdateRange& range, int limit) {
  update_range(range, [limit](std::int32_t weight) { return saturate(weight, limit); });
}

// Updates all weights of a layer. The limits keep every sum of the layer within 32 bits.
template <class Layer>
void update(const Layer& layer, std::int32_t largest, std::int32_t* weights, std::int32_t* gradient,
            std::int32_t* steps) {
  const int from = layer.weights;
  UpdateRange range{weights + from, gradient + from, steps + from, layer.biases - from, largest};
  if constexpr (Layer::kFixed) {
    update_to<Layer::weight_limit>(range);
  } else {
    update_to(range, layer.weight_limit);
  }
  const int biases = layer.biases;
  update_to<plan::kBiasLimit>(
      {weights + biases, gradient + biases, steps + biases, layer.outputs, largest});
}

}  // namespace ens
