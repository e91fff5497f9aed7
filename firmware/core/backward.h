// The backward pass of one example: deltas of the outputs, their propagation, sums of gradients.
//
// A delta is the slope of half the squared error by a neuron's sum, in a fixed-point format common
// to all layers of a network (LayerPlan::delta_bits fractional bits). iRprop- reads only the sign
// of the gradients, so their common scale is free.
#pragma once

#include <cstdint>

#include "core/shape.h"
#include "core/target.h"

namespace ens {

// (y - t) * y * (1 - y) for every output, rounded half up; returns the sum of squared errors,
// Q0.30. At most 4/27 in size, so it fits int16 with up to 15 fractional bits without saturation.
template <class Layer>
std::uint64_t output_deltas(const Layer& layer, const std::uint16_t* outputs,
                            const std::uint16_t* targets, std::int16_t* deltas) {
  std::uint64_t squares = 0;
  const int shift = 30 - layer.delta_bits;
  const std::int32_t half = (std::int32_t{1} << shift) >> 1;
  for (int i = 0; i < layer.outputs; ++i) {
    const std::int32_t y = outputs[i];
    const std::int32_t error = y - targets[i];
    const std::int32_t slope = (y * (32768 - y)) >> 15;
    deltas[i] = static_cast<std::int16_t>((error * slope + half) >> shift);
    squares += static_cast<std::uint32_t>(error * error);
  }
  return squares;
}

// A hidden neuron's delta from its propagated sum (11 fractional bits more than a delta) and its
// activation: sum * (1 - a^2), rounded half up, saturated to the limit of its layer.
inline std::int16_t hidden_delta(std::int32_t sum, std::int32_t activation, int limit) {
  const std::int32_t slope = ((std::int32_t{1} << 28) - activation * activation) >> 14;
  const std::int32_t scaled = multiply_add_high(256, sum, static_cast<std::int16_t>(slope));
  return static_cast<std::int16_t>(saturate(scaled >> 9, limit));
}

// Deltas of the layer before from the deltas of this one: column sums of weights times deltas.
// `activations` are this layer's inputs, `limit` the delta limit of the layer they come from.
template <class Layer>
void propagate(const Layer& layer, const std::int16_t* __restrict packed,
               const std::int16_t* __restrict deltas, const std::int16_t* __restrict activations,
               int limit, std::int16_t* __restrict before) {
  constexpr int kColumns = 8;
  for (int at = 0; at < layer.inputs; at += kColumns) {
    const int columns = layer.inputs - at < kColumns ? layer.inputs - at : kColumns;
    std::int32_t sums[kColumns] = {};
    for (int i = 0; i < layer.outputs; ++i) {
      const std::int16_t* row = packed + i * layer.row + 2 + at;
      const std::int32_t delta = deltas[i];
      for (int j = 0; j < columns; ++j) sums[j] += row[j] * delta;
    }
    for (int j = 0; j < columns; ++j) {
      before[at + j] = hidden_delta(sums[j], activations[at + j], limit);
    }
  }
}

// Adds one example to the gradients of a layer. `shift` makes room for the number of examples:
// deltas are at most 2^14, activations at most 2^14, so eight examples fit as they are.
template <class Layer>
void accumulate(const Layer& layer, const std::int16_t* __restrict deltas,
                const std::int16_t* __restrict in, int shift, std::int32_t* __restrict gradient) {
  const std::int32_t half = (std::int32_t{1} << shift) >> 1;
  std::int32_t* __restrict weights = gradient + layer.weights;
  std::int32_t* __restrict biases = gradient + layer.biases;
  for (int i = 0; i < layer.outputs; ++i) {
    const std::int32_t delta = (deltas[i] + half) >> shift;
    for (int j = 0; j < layer.inputs; ++j) weights[j] += delta * in[j];
    biases[i] += delta;
    weights += layer.inputs;
  }
}

}  // namespace ens
