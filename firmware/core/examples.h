// The training examples: pairs of inputs and outputs in unit values, in the order they were added.
#pragma once

#include <cstdint>

#include "core/status.h"

namespace ens {

inline constexpr std::uint16_t kUnitOne = 32768;  // 1.0 in Q0.15

// A view over the memory of an example store; all examples have the same sizes.
class Examples {
 public:
  constexpr Examples(std::uint16_t* memory, int* count, int capacity, int inputs, int outputs)
      : memory_(memory), count_(count), capacity_(capacity), inputs_(inputs), outputs_(outputs) {}

  int count() const { return *count_; }
  int capacity() const { return capacity_; }
  const std::uint16_t* inputs(int index) const { return memory_ + index * (inputs_ + outputs_); }
  const std::uint16_t* outputs(int index) const { return inputs(index) + inputs_; }

  // Appends one example. A full store refuses it (kExamplesFull), because silently forgetting an
  // older one would lose what the player taught; a value above 1.0 is kBadValue.
  Status add(const std::uint16_t* inputs, const std::uint16_t* outputs) {
    if (*count_ >= capacity_) return Status::kExamplesFull;
    if (!all_units(inputs, inputs_) || !all_units(outputs, outputs_)) return Status::kBadValue;
    std::uint16_t* to = memory_ + *count_ * (inputs_ + outputs_);
    for (int i = 0; i < inputs_; ++i) *to++ = inputs[i];
    for (int i = 0; i < outputs_; ++i) *to++ = outputs[i];
    ++*count_;
    return Status::kOk;
  }

  // Index of the example whose inputs lie nearest (Euclidean; the older one of equals), -1 if none.
  int nearest(const std::uint16_t* inputs) const {
    int best = -1;
    std::uint64_t best_distance = ~std::uint64_t{0};
    for (int i = 0; i < *count_; ++i) {
      std::uint64_t distance = 0;
      for (int j = 0; j < inputs_; ++j) {
        const std::int32_t difference = std::int32_t{this->inputs(i)[j]} - inputs[j];
        distance += static_cast<std::uint32_t>(difference) * static_cast<std::uint32_t>(difference);
      }
      if (distance < best_distance) {
        best = i;
        best_distance = distance;
      }
    }
    return best;
  }

  // Removes the example at an index; the later ones move up and keep their order.
  void remove(int index) {
    const int size = inputs_ + outputs_;
    for (int i = index * size; i < (*count_ - 1) * size; ++i) memory_[i] = memory_[i + size];
    --*count_;
  }

  void clear() { *count_ = 0; }

 private:
  static bool all_units(const std::uint16_t* values, int count) {
    for (int i = 0; i < count; ++i) {
      if (values[i] > kUnitOne) return false;
    }
    return true;
  }

  std::uint16_t* memory_;
  int* count_;
  int capacity_;
  int inputs_;
  int outputs_;
};

}  // namespace ens
