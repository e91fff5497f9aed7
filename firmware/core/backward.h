// The backward pass of one example: deltas of the outputs, their propagation, sums of gradients.
//
// A delta is the slope of half the squared error by a neuron's sum, in a fixed-point format common
// to all layers of a network (LayerPlan::delta_bits fractional bits). iRprop- reads only the sign
// of the gradients, so their common scale is free.
#pragma once

#include <cstdint>

#include "core/shape.h"
#include "core/target.h"

#if defined(ENS_TARGET_ARM_DSP)
#include "core/arm_dsp.h"
#endif

namespace ens {

// (y - t) * y * (1 - y) for every output, rounded half up; returns the sum of squared errors,
// Q0.30. At most 4/27 in size, so it fits int16 with up to 15 fractional bits without saturation.
template <class Layer>
std::uint64_t output_deltas(const Layer& layer, const std::uint16_t* outputs,
                            const std::uint16_t* targets, std::int16_t* deltas) {
  std::int64_t squares = 0;
  const int shift = 30 - layer.delta_bits;
  const std::int32_t half = (std::int32_t{1} << shift) >> 1;
  for (int i = 0; i < layer.outputs; ++i) {
    const std::int32_t y = outputs[i];
    const std::int32_t error = y - targets[i];
    const std::int32_t slope = (y * (32768 - y)) >> 15;
    deltas[i] = static_cast<std::int16_t>((error * slope + half) >> shift);
    squares += std::int64_t{error} * error;
  }
  return static_cast<std::uint64_t>(squares);
}

// A hidden neuron's delta from its propagated sum (11 fractional bits more than a delta) and its
// activation: sum * (1 - a^2), rounded half up; not yet saturated.
inline std::int32_t hidden_delta(std::int32_t sum, std::int32_t activation) {
  const std::int32_t slope = ((std::int32_t{1} << 28) - activation * activation) >> 14;
  return multiply_add_high(256, sum, static_cast<std::int16_t>(slope)) >> 9;
}

// Deltas of the layer before from the deltas of this one: column sums of weights times deltas, and
// saturation to the limit of the layer before. `activations` are this layer's inputs.
template <class Layer>
void propagate(const Layer& layer, const std::int16_t* __restrict packed,
               const std::int16_t* __restrict deltas, const std::int16_t* __restrict activations,
               std::int16_t* __restrict before) {
  const auto emit = [&](int j, std::int32_t sum) {
    const std::int32_t delta = hidden_delta(sum, activations[j]);
    if constexpr (Layer::kFixed) {
      before[j] = static_cast<std::int16_t>(saturate<Layer::limit_before>(delta));
    } else {
      before[j] = static_cast<std::int16_t>(saturate(delta, layer.limit_before));
    }
  };
#if defined(ENS_TARGET_ARM_DSP)
  arm_dsp::column_sums(layer, packed, deltas, emit);
#else
  constexpr int kColumns = 8;
  for (int at = 0; at < layer.inputs; at += kColumns) {
    const int columns = layer.inputs - at < kColumns ? layer.inputs - at : kColumns;
    std::int32_t sums[kColumns] = {};
    for (int i = 0; i < layer.outputs; ++i) {
      const std::int16_t* row = packed + i * layer.row + 2 + at;
      const std::int32_t delta = deltas[i];
      for (int j = 0; j < columns; ++j) sums[j] += row[j] * delta;
    }
    for (int j = 0; j < columns; ++j) emit(at + j, sums[j]);
  }
#endif
}

// Adds one example to the gradients of a layer. `shift` makes room for the number of examples:
// deltas are at most 2^14, activations at most 2^14, so eight examples fit as they are.
template <class Layer>
void accumulate(const Layer& layer, const std::int16_t* __restrict deltas,
                const std::int16_t* __restrict in, int shift, std::int32_t* __restrict gradient) {
  const std::int32_t half = (std::int32_t{1} << shift) >> 1;
  std::int32_t* __restrict weights = gradient + layer.weights;
  std::int32_t* __restrict biases = gradient + layer.biases;
#if defined(ENS_TARGET_ARM_DSP)
  if constexpr (Layer::kFixed) {
    if constexpr (Layer::inputs <= 16) {
      arm_dsp::gradients<plan::padded(Layer::inputs) / 2, Layer::inputs % 2 != 0>(
          deltas, in, layer.outputs, shift, weights, biases);
      return;
    }
  }
#endif
  for (int i = 0; i < layer.outputs; ++i) {
    const std::int32_t delta = (deltas[i] + half) >> shift;
#if defined(ENS_TARGET_ARM_DSP)
    arm_dsp::gradient_row(delta, in, layer.inputs, weights);
#else
    for (int j = 0; j < layer.inputs; ++j) weights[j] += delta * in[j];
#endif
    biases[i] += delta;
    weights += layer.inputs;
  }
}

}  // namespace ens
