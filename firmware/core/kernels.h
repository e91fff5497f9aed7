// The expensive work of a network: inference, learning an example, updating a layer's weights.
// Written once over any store (store.h), and as Kernels for a shape known to the compiler.
#pragma once

#include <cstdint>

#include "core/backward.h"
#include "core/examples.h"
#include "core/forward.h"
#include "core/rprop.h"
#include "core/shape.h"
#include "core/store.h"

namespace ens::kernel {

template <class T, class Store>
[[gnu::always_inline]] inline T* at(Store& store, std::size_t offset) {
  return reinterpret_cast<T*>(store.memory() + offset);
}

// Outputs for inputs by packed weights, unit values in Q0.15; an input above 1.0 counts as 1.0.
template <class Store>
[[gnu::always_inline]] inline void forward(Store& store, const std::int16_t* packed,
                                           const std::uint16_t* inputs, std::uint16_t* outputs) {
  std::int16_t* const values = at<std::int16_t>(store, store.layout().activations);
  for (int i = 0; i < store.layout().inputs; ++i) {
    const std::int32_t input = inputs[i] > kUnitOne ? kUnitOne : inputs[i];
    values[i] = static_cast<std::int16_t>(input - kUnitOne / 2);
  }
  store.for_layers([values, packed, outputs](const auto& layer) {
    const std::int16_t* in = values + layer.activations;
    if (layer.last) {
      forward_output(layer, packed + layer.packed, in, outputs);
    } else {
      forward_hidden(layer, packed + layer.packed, in,
                     values + layer.activations + plan::padded(layer.inputs));
    }
  });
}

// Adds the gradients of an example whose forward pass gave `outputs`; gives its squared errors.
template <class Store>
[[gnu::always_inline]] inline std::uint64_t backward(Store& store, const std::uint16_t* outputs,
                                                     const std::uint16_t* targets,
                                                     int gradient_shift) {
  std::int16_t* deltas = at<std::int16_t>(store, store.layout().deltas);
  std::int16_t* before = deltas + store.layout().widest;
  const std::int16_t* const values = at<std::int16_t>(store, store.layout().activations);
  const std::int16_t* const packed = at<std::int16_t>(store, store.layout().packed);
  std::int32_t* const gradient = at<std::int32_t>(store, store.layout().gradient);
  std::uint64_t squares = 0;
  store.for_layers_backward([&](const auto& layer) {
    if (layer.last) squares = output_deltas(layer, outputs, targets, deltas);
    const std::int16_t* in = values + layer.activations;
    accumulate(layer, deltas, in, gradient_shift, gradient);
    if (layer.first) return;
    propagate(layer, packed + layer.packed, deltas, in, before);
    std::int16_t* swap = deltas;
    deltas = before;
    before = swap;
  });
  return squares;
}

// Updates the weights of a layer from the gradients of a pass and repacks them.
template <class Store>
[[gnu::always_inline]] inline void update_layer(Store& store, int index,
                                                std::int32_t largest_step) {
  std::int32_t* const weights = at<std::int32_t>(store, store.layout().weights);
  store.with_layer(index, [&](const auto& layer) {
    update(layer, largest_step, weights, at<std::int32_t>(store, store.layout().gradient),
           at<std::int32_t>(store, store.layout().steps));
    pack(layer, weights, at<std::int16_t>(store, store.layout().packed) + layer.packed);
  });
}

// The three functions for the shape `kSizes`.
template <const auto& kSizes>
struct Compiled {
  [[gnu::hot]] static void forward(std::uint8_t* memory, const std::int16_t* packed,
                                   const std::uint16_t* inputs, std::uint16_t* outputs) {
    PinnedStore<kSizes> store(memory);
    kernel::forward(store, packed, inputs, outputs);
  }
  [[gnu::hot]] static std::uint64_t learn(std::uint8_t* memory, const std::uint16_t* inputs,
                                          const std::uint16_t* targets, int gradient_shift) {
    std::uint16_t outputs[kMaxOutputs];
    PinnedStore<kSizes> store(memory);
    forward(memory, at<std::int16_t>(store, store.layout().packed), inputs, outputs);
    return backward(store, outputs, targets, gradient_shift);
  }
  [[gnu::hot]] static void update_layer(std::uint8_t* memory, int index,
                                        std::int32_t largest_step) {
    PinnedStore<kSizes> store(memory);
    kernel::update_layer(store, index, largest_step);
  }
  static constexpr Kernels kKernels = {ConstantShape<kSizes>::kShape, forward, learn, update_layer};
};

}  // namespace ens::kernel
