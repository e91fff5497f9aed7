// The geometry of a network: sizes, limits, and the plan of every layer that the kernels follow.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "core/target.h"

namespace ens {

inline constexpr int kMaxHiddenLayers = 8;
inline constexpr int kMaxWeightLayers = kMaxHiddenLayers + 1;
inline constexpr int kMaxHiddenSize = 256;
inline constexpr int kMaxInputs = 64;
inline constexpr int kMaxOutputs = 128;

// Fractional bits of the formats, see firmware/README.md for ranges and the error budget.
inline constexpr int kWeightBits = 27;      // weights and biases as trained: int32 Q4.27
inline constexpr int kActivationBits = 14;  // hidden activations: int16 Q1.14
inline constexpr int kSumBits = 25;         // sums of a neuron: int32 Q6.25, |sum| <= 64

// One layer of weights: `outputs` rows of `inputs` weights and a bias.
struct LayerPlan {
  int inputs;
  int outputs;
  int weights;       // index of the first weight in the arrays of weights, rows first
  int biases;        // index of the first bias, after this layer's weights
  int row;           // int16 units from one packed row to the next (bias, weights, padding)
  int packed;        // index of the first packed row, in int16 units
  int activations;   // index of this layer's inputs among the activations, in int16 units
  int weight_limit;  // weights stay in [-2^weight_limit, 2^weight_limit) of Q4.27
  int delta_limit;   // deltas of this layer's neurons stay in [-2^delta_limit, 2^delta_limit)
  int delta_bits;    // fractional bits of all deltas, the same in every layer
  bool first;
  bool last;
};

// True if the sizes (inputs, hidden..., outputs) are within the limits above.
constexpr bool valid_shape(const int* sizes, int count) {
  if (count < 3 || count > kMaxWeightLayers + 1) return false;
  for (int i = 0; i < count; ++i) {
    const int limit = i == 0 ? kMaxInputs : i == count - 1 ? kMaxOutputs : kMaxHiddenSize;
    if (sizes[i] < 1 || sizes[i] > limit) return false;
  }
  return true;
}

namespace plan {

constexpr int padded(int size) {
  return (size + kLanes - 1) / kLanes * kLanes;
}

// Biases stay in [-4, 4); the weights of a row share what is left of the range of a sum.
inline constexpr int kBiasLimit = kWeightBits + 2;

// Largest power of two w <= 8 with inputs * |input| * w + 4 <= 64, as a bit of Q4.27. Inputs of the
// first layer reach only one half.
constexpr int weight_limit(int inputs, bool first) {
  int limit = kWeightBits + 3;
  const std::int64_t room = std::int64_t{first ? 120 : 60} << kWeightBits;
  while ((std::int64_t{inputs} << limit) > room) --limit;
  return limit;
}

// Fractional bits of the deltas: the most for which a sum over the output layer's deltas, each at
// most 4/27 < 5/32 by y(1-y)|y-t|, cannot leave 32 bits when it is propagated.
constexpr int delta_bits(int inputs, int outputs) {
  int bits = 15;
  const int weight = weight_limit(inputs, false) - 16;
  while (((std::int64_t{outputs} * 5) << (weight + bits - 5)) > (std::int64_t{1} << 31)) --bits;
  return bits;
}

// Saturation of hidden deltas: what propagates without leaving 32 bits, and at most 2^14, so that
// gradients of eight examples sum without a shift.
constexpr int delta_limit(int inputs, int outputs, bool first) {
  int limit = 14;
  const int weight = weight_limit(inputs, first) - 16;
  while ((std::int64_t{outputs} << (weight + limit)) > (std::int64_t{1} << 31)) --limit;
  return limit;
}

// Plans layer `index` of the network with these sizes.
[[gnu::cold]] ENS_SHARED constexpr LayerPlan layer(const int* sizes, int count, int index) {
  LayerPlan result{};
  for (int i = 0; i <= index; ++i) {
    result.weights = i == 0 ? 0 : result.biases + result.outputs;
    result.packed += result.outputs * result.row;
    result.activations += i == 0 ? 0 : padded(result.inputs);
    result.inputs = sizes[i];
    result.outputs = sizes[i + 1];
    result.biases = result.weights + result.inputs * result.outputs;
    result.row = 2 + padded(result.inputs);
  }
  result.first = index == 0;
  result.last = index == count - 2;
  result.weight_limit = weight_limit(result.inputs, result.first);
  result.delta_limit = delta_limit(result.inputs, result.outputs, result.first);
  result.delta_bits = delta_bits(sizes[count - 2], sizes[count - 1]);
  return result;
}

}  // namespace plan

// Layout of the one block of memory of a network, as byte offsets.
struct Layout {
  int inputs;
  int outputs;
  int layers;          // layers of weights
  int weight_count;    // weights and biases
  int widest;          // largest padded size of a layer
  std::size_t packed;  // int16: what inference multiplies
  std::size_t weights;
  std::size_t backup;
  std::size_t activations;
  std::size_t deltas;
  std::size_t history;
  std::size_t gradient;  // from here to the examples is free while nothing trains
  std::size_t steps;
  std::size_t examples;
  std::size_t bytes;
};

inline constexpr int kHistoryLength = 128;
inline constexpr std::size_t kAlignment = 16;

[[gnu::cold]] ENS_SHARED constexpr Layout layout_of(const int* sizes, int count,
                                                    int example_capacity, std::size_t scratch = 0) {
  Layout result{};
  const LayerPlan last = plan::layer(sizes, count, count - 2);
  result.inputs = sizes[0];
  result.outputs = sizes[count - 1];
  result.layers = count - 1;
  result.weight_count = last.biases + last.outputs;
  for (int i = 0; i < count; ++i) {
    if (plan::padded(sizes[i]) > result.widest) result.widest = plan::padded(sizes[i]);
  }
  const auto reserve = [&result](std::size_t count_of, std::size_t size) {
    const std::size_t at = result.bytes;
    result.bytes += (count_of * size + kAlignment - 1) / kAlignment * kAlignment;
    return at;
  };
  const auto weight_count = static_cast<std::size_t>(result.weight_count);
  result.packed = reserve(static_cast<std::size_t>(last.packed + last.outputs * last.row), 2);
  result.weights = reserve(weight_count, 4);
  result.backup = reserve(weight_count, 4);
  result.activations =
      reserve(static_cast<std::size_t>(last.activations + plan::padded(last.inputs)), 2);
  result.deltas = reserve(2 * static_cast<std::size_t>(result.widest), 2);
  result.history = reserve(kHistoryLength, 4);
  result.gradient = reserve(weight_count, 4);
  result.steps = reserve(weight_count, 4);
  const std::size_t scratch_end =
      result.gradient + (scratch + kAlignment - 1) / kAlignment * kAlignment;
  if (result.bytes < scratch_end) result.bytes = scratch_end;
  result.examples = reserve(static_cast<std::size_t>(example_capacity) *
                                static_cast<std::size_t>(sizes[0] + sizes[count - 1]),
                            2);
  return result;
}

}  // namespace ens
