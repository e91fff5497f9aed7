// Storage of a network: an object whose shape is known to the compiler, or memory of the caller
// with a shape known at run time. Both have the same interface for Mlp, which is written once. The
// second may be given the kernels compiled for its shape and is then as fast as the first.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/shape.h"
#include "core/status.h"

namespace ens {

// Layer sizes (inputs, hidden..., outputs), checked when made.
struct Shape {
  int sizes[kMaxWeightLayers + 1] = {};
  int count = 0;

  template <class Size>
  static constexpr Shape of(const Size* sizes, int count) {
    Shape shape;
    if (count > kMaxWeightLayers + 1) return shape;
    for (int i = 0; i < count; ++i) shape.sizes[i] = static_cast<int>(sizes[i]);
    shape.count = count;
    return shape;
  }
  constexpr bool valid() const { return valid_shape(sizes, count); }
};

// The three expensive functions, compiled for one shape: a network made at run time may use them
// instead of the general ones, with the same bits. `memory` is the network's.
struct Kernels {
  Shape shape;
  void (*forward)(std::uint8_t* memory, const std::int16_t* packed, const std::uint16_t* inputs,
                  std::uint16_t* outputs);
  // Adds one example to the gradients; gives the sum of its squared errors.
  std::uint64_t (*learn)(std::uint8_t* memory, const std::uint16_t* inputs,
                         const std::uint16_t* targets, int gradient_shift);
  void (*update_layer)(std::uint8_t* memory, int index, std::int32_t largest_step);
};

// Everything derived from a shape `kSizes` known to the compiler, an array of namespace scope
// or static in a class, as in the generated mode headers. The capacity moves nothing but the end:
// the examples are last.
template <const auto& kSizes>
class ConstantShape {
 public:
  static constexpr Shape kShape =
      Shape::of(&kSizes[0], static_cast<int>(sizeof(kSizes) / sizeof(kSizes[0])));
  static_assert(kShape.valid(), "layer sizes outside the limits of core/shape.h");
  static constexpr int kLayers = kShape.count - 1;
  static constexpr Layout layout_for(int capacity) {
    return layout_of(kShape.sizes, kShape.count, capacity);
  }

  static constexpr const Shape& shape() { return kShape; }

  // Calls visit(layer) with the plan of layer `index`, every number in it a constant.
  template <int kIndex = 0, class Visit>
  static void with_layer(int index, Visit&& visit) {
    if constexpr (kIndex < kLayers) {
      if (index == kIndex) {
        visit(Layer<kIndex>{});
      } else {
        with_layer<kIndex + 1>(index, visit);
      }
    }
  }

  // Calls visit(layer) for all layers, from the inputs on, every number in it a constant.
  template <int kIndex = 0, class Visit>
  static void for_layers(Visit&& visit) {
    if constexpr (kIndex < kLayers) {
      visit(Layer<kIndex>{});
      for_layers<kIndex + 1>(visit);
    }
  }

  // Calls visit(layer) for all layers, from the outputs on.
  template <int kIndex = kLayers - 1, class Visit>
  static void for_layers_backward(Visit&& visit) {
    if constexpr (kIndex >= 0) {
      visit(Layer<kIndex>{});
      for_layers_backward<kIndex - 1>(visit);
    }
  }

 private:
  template <int kIndex>
  struct Layer {
    static constexpr LayerPlan kPlan = plan::layer(kShape.sizes, kShape.count, kIndex);
    static constexpr bool kFixed = true;
    static constexpr int index = kIndex;
    static constexpr int inputs = kPlan.inputs;
    static constexpr int outputs = kPlan.outputs;
    static constexpr int weights = kPlan.weights;
    static constexpr int biases = kPlan.biases;
    static constexpr int row = kPlan.row;
    static constexpr int packed = kPlan.packed;
    static constexpr int activations = kPlan.activations;
    static constexpr int weight_limit = kPlan.weight_limit;
    static constexpr int delta_limit = kPlan.delta_limit;
    static constexpr int delta_bits = kPlan.delta_bits;
    static constexpr bool first = kPlan.first;
    static constexpr bool last = kPlan.last;
    // Saturation of the deltas this layer propagates to the one before.
    static constexpr int limit_before =
        kIndex == 0 ? 0
                    : plan::layer(kShape.sizes, kShape.count, kIndex - (kIndex > 0)).delta_limit;
  };
};

// A network of the shape `kSizes` with room for `kCapacity` examples, inside the object: sizeof is
// all the memory it ever uses.
template <const auto& kSizes, int kCapacity>
class FixedStore : public ConstantShape<kSizes> {
 public:
  static_assert(kCapacity > 0);
  static constexpr Layout kLayout = ConstantShape<kSizes>::layout_for(kCapacity);

  static constexpr const Layout& layout() { return kLayout; }
  static constexpr int capacity() { return kCapacity; }
  static constexpr const Kernels* kernels() { return nullptr; }
  std::uint8_t* memory() { return memory_; }
  const std::uint8_t* memory() const { return memory_; }

 private:
  alignas(kAlignment) std::uint8_t memory_[kLayout.bytes] = {};
};

// The shape `kSizes` laid over the memory of a network that was made at run time.
template <const auto& kSizes>
class PinnedStore : public ConstantShape<kSizes> {
 public:
  static constexpr Layout kLayout = ConstantShape<kSizes>::layout_for(1);

  explicit PinnedStore(std::uint8_t* memory) : memory_(memory) {}
  static constexpr const Layout& layout() { return kLayout; }
  std::uint8_t* memory() { return memory_; }

 private:
  std::uint8_t* memory_;
};

// A network whose shape is given at run time, in memory the caller keeps alive.
class ArenaStore {
 public:
  // Bytes of memory, aligned to 16, that a network needs; 0 for a shape outside the limits. From
  // layout().gradient on, at least `scratch` bytes are free for others while nothing trains.
  static constexpr std::size_t bytes(const Shape& shape, int capacity, std::size_t scratch = 0) {
    if (!shape.valid() || capacity < 1 || capacity > kMaxCapacity) return 0;
    return layout_of(shape.sizes, shape.count, capacity, scratch).bytes;
  }

  ArenaStore() = default;

  // Takes the memory and clears it. kBadShape or kNoMemory leave the store empty.
  [[gnu::cold]] Status open(const Shape& shape, int capacity, void* memory, std::size_t size,
                            std::size_t scratch = 0) {
    const std::size_t need = bytes(shape, capacity, scratch);
    if (need == 0) return Status::kBadShape;
    const auto address = reinterpret_cast<std::uintptr_t>(memory);
    if (memory == nullptr || size < need || address % kAlignment != 0) return Status::kNoMemory;
    shape_ = shape;
    kernels_ = nullptr;
    layout_ = layout_of(shape.sizes, shape.count, capacity, scratch);
    capacity_ = capacity;
    memory_ = static_cast<std::uint8_t*>(memory);
    for (std::size_t i = 0; i < need; ++i) memory_[i] = 0;
    for (int i = 0; i < layout_.layers; ++i) {
      static_cast<LayerPlan&>(layers_[i]) = plan::layer(shape.sizes, shape.count, i);
      layers_[i].index = i;
      layers_[i].limit_before = i == 0 ? 0 : layers_[i - 1].delta_limit;
    }
    return Status::kOk;
  }

  // Takes the kernels compiled for this very shape; any others are refused.
  bool use(const Kernels* kernels) {
    if (kernels == nullptr || kernels->shape.count != shape_.count) return false;
    for (int i = 0; i < shape_.count; ++i) {
      if (kernels->shape.sizes[i] != shape_.sizes[i]) return false;
    }
    kernels_ = kernels;
    return true;
  }
  const Kernels* kernels() const { return kernels_; }

  const Shape& shape() const { return shape_; }
  const Layout& layout() const { return layout_; }
  int capacity() const { return capacity_; }
  std::uint8_t* memory() { return memory_; }
  const std::uint8_t* memory() const { return memory_; }

  template <class Visit>
  void with_layer(int index, Visit&& visit) const {
    visit(layers_[index]);
  }
  template <class Visit>
  void for_layers(Visit&& visit) const {
    for (int i = 0; i < layout_.layers; ++i) visit(layers_[i]);
  }
  template <class Visit>
  void for_layers_backward(Visit&& visit) const {
    for (int i = layout_.layers - 1; i >= 0; --i) visit(layers_[i]);
  }

 private:
  static constexpr int kMaxCapacity = 65535;

  struct Layer : LayerPlan {
    static constexpr bool kFixed = false;
    int index;
    int limit_before;
  };

  Shape shape_{};
  Layout layout_{};
  int capacity_ = 0;
  std::uint8_t* memory_ = nullptr;
  const Kernels* kernels_ = nullptr;
  Layer layers_[kMaxWeightLayers] = {};
};

}  // namespace ens
