// Anchors: what makes the map give back every taught sound exactly where it was taught.
//
// output(x) = network(x) + sum over taught places i of w_i * (D - |x - x_i|), with one weight per
// place and output, solved so that the sum is what the network misses at each place. The kernel
// D - r is the linear (biharmonic) radial basis function; D, the diagonal of the input cube, makes
// its matrix positive definite, so Cholesky without pivoting solves it (Wendland, Scattered Data
// Approximation, 2005, chapters 8 and 13).
//
// Formats: distances and kernels in Q0.15 (Q1.14 above 4 inputs, Q2.13 above 16), weights in Q12.19
// (Q11.20, Q10.21) within +-512 (256, 128), the factor in Q3.28, sums of 64-bit products floored
// once. Places closer than about 0.002 (0.004, 0.008) count as one, and the newest wins.
//
// Work is cut into units for AnchorSolver::step, none of them above about 46,000 instructions (64
// places) on a Cortex-M33; cutting it elsewhere never changes a bit.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/examples.h"
#include "core/shape.h"
#include "core/target.h"

#if defined(ENS_TARGET_ARM_DSP)
#include "core/arm_dsp.h"
#endif

namespace ens {

// Taught places that are anchored: the newest so many.
inline constexpr int kMaxAnchors = 64;

namespace anchor_detail {

inline constexpr std::uint16_t kLargestInput = 32767;  // so that four squares fit 32 bits
inline constexpr int kBelowUnits = 3;  // bits of a sum of products that are below Q0.15
// Sums begin so much lower, and it is added after saturation: 18 bits then hold 1.0 too.
inline constexpr std::int32_t kLower = (1 << kBelowUnits) - 1;
inline constexpr int kFactorBits = 28;
inline constexpr int kPartialBits = 24;  // of the forward substitution
inline constexpr std::int32_t kWeightLimit = 1 << 28;
// Least squared pivot of a place that is not taken for one already there, Q.56: 2^-8, twice that
// for each bit that weights have less, so that weights reach what the places need.
inline constexpr std::int64_t kLeastPivot = std::int64_t{1} << 48;
// What the sizes of an output's weights and of their sum come to, together, if sums of 32 bits are
// to hold them: no kernel is above 2^15. Only where a sum ends counts, since what is added wraps
// round; the network's output has room, too.
inline constexpr std::int64_t kMaxReach = 2 * (std::int64_t{INT32_MAX} - (1 << 20));

// floor(sqrt(value)), or one more, for value < 65535^2, and 1 for 0: the mean of two powers of two
// is within 6 % of the root, and two steps of Newton's rule end there.
constexpr std::uint32_t root(std::uint32_t value) {
  value |= 1;
  const int half = (32 - __builtin_clz(value)) >> 1;
  std::uint32_t x = ((1u << half) + (value >> half)) >> 1;
  x = (x + value / x) >> 1;
  return (x + value / x) >> 1;
}

// floor(sqrt(value)) of a positive 64-bit value, bit by bit: once a place.
constexpr std::int64_t wide_root(std::int64_t value) {
  std::int64_t result = 0;
  for (int bit = 31; bit >= 0; --bit) {
    const std::int64_t next = result + (std::int64_t{1} << bit);
    if (next * next <= value) result = next;
  }
  return result;
}

constexpr std::int32_t within(std::int64_t value, std::int32_t limit) {
  return static_cast<std::int32_t>(value > limit ? limit : value < -limit ? -limit : value);
}

// Sum of the squared differences of `count` values of at most 15 bits, a multiple of kLanes.
inline std::uint32_t square(const std::int16_t* a, const std::int16_t* b, int count) {
  std::uint32_t sum = 0;
#if defined(ENS_TARGET_ARM_DSP)
  for (int i = 0; i < count; i += 2) {
    const int16x2_t difference = __ssub16(static_cast<int16x2_t>(load_pair(a + i)),
                                          static_cast<int16x2_t>(load_pair(b + i)));
    sum =
        static_cast<std::uint32_t>(__smlad(difference, difference, static_cast<std::int32_t>(sum)));
  }
#else
  for (int i = 0; i < count; ++i) {
    const std::int32_t difference = a[i] - b[i];
    sum += static_cast<std::uint32_t>(difference * difference);
  }
#endif
  return sum;
}

constexpr std::uint16_t unit(std::int64_t value) {
  return static_cast<std::uint16_t>(value < 0 ? 0 : value > kUnitOne ? kUnitOne : value);
}

// A block of anchors is the weights of four outputs side by side: where their sums begin, then
// those of `count` places, an even number above 0.
inline std::uint16_t add_sum(std::int32_t sum, std::uint16_t output) {
  return unit(output + ((sum + kLower) >> kBelowUnits));
}

#if defined(ENS_TARGET_ARM_DSP)
using arm_dsp::add_block;
using arm_dsp::anchor_sum;
#else
// Adds a block to four outputs. Gives what follows the weights.
inline const std::int32_t* add_block(const std::int32_t* weight, const std::int16_t* kernel,
                                     int count, std::uint16_t* outputs) {
  std::int32_t sums[4];
  for (std::int32_t& sum : sums) sum = *weight++;
  for (int i = 0; i < count; ++i, weight += 4) {
    for (int k = 0; k < 4; ++k) sums[k] = multiply_add_high(sums[k], weight[k], kernel[i]);
  }
  for (int k = 0; k < 4; ++k) outputs[k] = add_sum(sums[k], outputs[k]);
  return weight;
}
// The sum of one output of a block, whose first weight `weight` is.
inline std::int32_t anchor_sum(const std::int32_t* weight, const std::int16_t* kernel, int count) {
  std::int32_t sum = *weight;
  for (int i = 0; i < count; ++i) sum = multiply_add_high(sum, *(weight += 4), kernel[i]);
  return sum;
}
#endif

// How distances among `inputs` unit values fit 32 bits squared and 16 bits as kernels.
struct Scale {
  int input_shift;        // right shift of each input before differences are squared
  std::int32_t diagonal;  // D, in Q(15 - input_shift), below 2^16

  static constexpr Scale of(int inputs) {
    Scale scale{0, 0};
    while (largest_square(inputs, scale.input_shift) >> 32 != 0) ++scale.input_shift;
    const std::uint64_t square = largest_square(inputs, scale.input_shift);
    scale.diagonal = static_cast<std::int32_t>(root(static_cast<std::uint32_t>(square)));
    return scale;
  }
  constexpr int kernel_bits() const { return 15 - input_shift; }
  // Half the diagonal is taken off each kernel, so that it fits 16 bits, and added once a sum.
  constexpr std::int32_t middle() const { return diagonal >> 1; }
  constexpr int weight_bits() const { return 31 + kBelowUnits - kernel_bits(); }

 private:
  static constexpr std::uint64_t largest_square(int inputs, int shift) {
    const auto largest = static_cast<std::uint64_t>(kLargestInput >> shift);
    return static_cast<std::uint64_t>(inputs) * largest * largest;
  }
};

}  // namespace anchor_detail

// One solved map of anchors: read by every inference, written only while nobody reads it.
class AnchorMap {
 public:
  // Bytes of memory, a multiple of 16, for `capacity` places (at most kMaxAnchors are kept).
  static constexpr std::size_t bytes(int inputs, int outputs, int capacity) {
    return place_bytes(inputs, capacity) + weight_bytes(outputs, capacity);
  }

  // `memory` is aligned to 16 and outlives this.
  void open(int inputs, int outputs, int capacity, std::uint8_t* memory) {
    inputs_ = inputs;
    stride_ = plan::padded(inputs);
    outputs_ = outputs;
    places_ = reinterpret_cast<std::int16_t*>(memory);
    weights_ = reinterpret_cast<std::int32_t*>(memory + place_bytes(inputs, capacity));
    scale_ = anchor_detail::Scale::of(inputs);
    count_ = 0;
  }

  int count() const { return count_; }
  int outputs() const { return outputs_; }
  const anchor_detail::Scale& scale() const { return scale_; }

  // The weights of a place without one of its own, which makes their number even, are zero.
  void resize(int count) {
    count_ = count;
    wide_ = false;
    if (count % 2 == 0) return;
    for (int output = 0; output < outputs_; output += 4) {
      for (int k = 0; k < 4; ++k) weight(count, output + k) = 0;
    }
  }
  void place(int row, const std::uint16_t* inputs) {
    std::int16_t* to = places_ + row * stride_;
    for (int i = 0; i < stride_; ++i) to[i] = i < inputs_ ? scaled(inputs[i]) : std::int16_t{0};
  }
  // The weight of a place for an output: four outputs of a place side by side.
  std::int32_t& weight(int row, int output) { return weights_[index(row, output)]; }
  std::int32_t weight(int row, int output) const { return weights_[index(row, output)]; }
  // An output has weights for which sums need 64 bits: the steepest maps of many places.
  void widen() { wide_ = true; }
  // Where the sum of an output begins: before the weights of its places.
  std::int32_t& first(int output) { return weight(-1, output); }
  // D - r of two places, Q(kernel_bits).
  std::int32_t kernel(int row, int other) const {
    return scale_.diagonal - distance(places_ + row * stride_, places_ + other * stride_);
  }

  // Adds the anchors to the outputs of the network at `inputs`; both are unit values in Q0.15.
  void add(const std::uint16_t* inputs, std::uint16_t* outputs) const {
    if (count_ == 0) return;
    alignas(4) std::int16_t here[plan::padded(kMaxInputs)];
    alignas(4) std::int16_t kernels[kMaxAnchors + 1];
    for (int i = 0; i < stride_; ++i) here[i] = i < inputs_ ? scaled(inputs[i]) : std::int16_t{0};
    if (stride_ == 2) {
      distances<2>(here, kernels);
    } else if (stride_ == 4) {
      distances<4>(here, kernels);
    } else {
      distances<0>(here, kernels);
    }
    if (wide_) return add_wide(kernels, outputs);
    kernels[count_] = 0;
    const std::int32_t* weight = weights_;
    const int places = rows() - 1;
    const std::uint16_t* end = outputs + outputs_;
    for (; end - outputs >= 4; outputs += 4) {
      weight = anchor_detail::add_block(weight, kernels, places, outputs);
    }
    for (; outputs != end; ++outputs, ++weight) {
      *outputs =
          anchor_detail::add_sum(anchor_detail::anchor_sum(weight, kernels, places), *outputs);
    }
  }

 private:
  static constexpr int kept(int capacity) {
    return capacity < kMaxAnchors ? capacity : kMaxAnchors;
  }
  static constexpr std::size_t rounded(std::size_t bytes) { return (bytes + 15) / 16 * 16; }
  static constexpr std::size_t place_bytes(int inputs, int capacity) {
    return rounded(2 * static_cast<std::size_t>(plan::padded(inputs) * kept(capacity)));
  }
  static constexpr std::size_t weight_bytes(int outputs, int capacity) {
    return rounded(16 * static_cast<std::size_t>((outputs + 3) / 4 * (kept(capacity) + 2)));
  }

  // Of a block of four outputs: where sums begin, then the places, their number made even.
  int rows() const { return 1 + (count_ + 1) / 2 * 2; }
  int index(int row, int output) const {
    return ((output >> 2) * rows() + row + 1) * 4 + (output & 3);
  }
  std::int16_t scaled(std::uint16_t input) const {
    using anchor_detail::kLargestInput;
    return static_cast<std::int16_t>((input > kLargestInput ? kLargestInput : input) >>
                                     scale_.input_shift);
  }
  // The middle of the kernels less the distance of each place; kStride is stride_, or 0.
  template <int kStride>
  void distances(const std::int16_t* here, std::int16_t* kernels) const {
    const std::int32_t middle = scale_.middle();
    const std::int16_t* place = places_;
    const int stride = kStride == 0 ? stride_ : kStride;
    for (const std::int16_t* end = kernels + count_; kernels != end; place += stride) {
      const std::uint32_t root = anchor_detail::root(anchor_detail::square(here, place, stride));
      *kernels++ = static_cast<std::int16_t>(middle - static_cast<std::int32_t>(root));
    }
  }
  // As add(), in 64 bits, which takes longer.
  ENS_SHARED void add_wide(const std::int16_t* kernels, std::uint16_t* outputs) const {
    constexpr int kShift = 16 + anchor_detail::kBelowUnits;
    const std::int32_t rest = scale_.diagonal - scale_.middle();
    for (int output = 0; output < outputs_; ++output) {
      std::int64_t sum = std::int64_t{1} << (kShift - 1);
      for (int i = 0; i < count_; ++i) {
        sum += std::int64_t{weight(i, output)} * (kernels[i] + rest);
      }
      outputs[output] = anchor_detail::unit((sum >> kShift) + outputs[output]);
    }
  }
  // Q(kernel_bits), at most the diagonal.
  std::int32_t distance(const std::int16_t* a, const std::int16_t* b) const {
    return static_cast<std::int32_t>(anchor_detail::root(anchor_detail::square(a, b, stride_)));
  }
  int inputs_ = 0;
  int stride_ = 0;
  int outputs_ = 0;
  int count_ = 0;
  bool wide_ = false;
  anchor_detail::Scale scale_{};
  std::int16_t* places_ = nullptr;
  std::int32_t* weights_ = nullptr;
};

// Solves a map for the examples and the network there are, unit by unit.
class AnchorSolver {
 public:
  // Bytes of memory for the factor, a multiple of 16.
  static constexpr std::size_t bytes(int capacity) {
    const int kept = capacity < kMaxAnchors ? capacity : kMaxAnchors;
    return (static_cast<std::size_t>(kept * (kept + 1) / 2) * 4 + 15) / 16 * 16;
  }

  void open(std::uint8_t* memory) { factor_ = reinterpret_cast<std::int32_t*>(memory); }

  void begin(AnchorMap* map, const Examples& examples) {
    map_ = map;
    const int count = examples.count();
    map->resize(count < kMaxAnchors ? count : kMaxAnchors);
    unit_ = 0;
  }
  bool running() const { return map_ != nullptr; }
  void cancel() { map_ = nullptr; }

  // One unit; `forward(inputs, outputs)` is the network. Examples must be those of begin().
  template <class Forward>
  void step(const Examples& examples, Forward&& forward) {
    const int count = map_->count();
    if (unit_ < count) {
      // The newest place comes first, since of two that are one the first is kept.
      add_place(unit_, examples, examples.count() - 1 - unit_, forward);
    } else if ((unit_ - count) % 2 == 0) {
      substitute(count, (unit_ - count) / 2);
    } else {
      substitute_back(count, (unit_ - count) / 2);
    }
    if (++unit_ >= (count == 0 ? 0 : count + 2 * map_->outputs())) map_ = nullptr;
  }

 private:
  // The row of the lower triangle that belongs to a place; its last number is the pivot's root.
  std::int32_t* row(int index) { return factor_ + index * (index + 1) / 2; }

  template <class Forward>
  void add_place(int index, const Examples& examples, int example, Forward&& forward) {
    std::uint16_t network[kMaxOutputs];
    const std::uint16_t* inputs = examples.inputs(example);
    forward(inputs, network);
    for (int i = 0; i < map_->outputs(); ++i) {
      map_->weight(index, i) = examples.outputs(example)[i] - std::int32_t{network[i]};
    }
    map_->place(index, inputs);
    factor_row(index);
  }

  // Cholesky: row `index` of the factor from the kernels and the rows above.
  ENS_SHARED void factor_row(int index) {
    using namespace anchor_detail;
    const int shift = 2 * kFactorBits - map_->scale().kernel_bits();
    const std::int64_t least = kLeastPivot << map_->scale().input_shift;
    std::int32_t* own = row(index);
    for (int j = 0; j <= index; ++j) {
      const std::int32_t* other = row(j);
      std::int64_t rest = std::int64_t{map_->kernel(index, j)} << shift;
      for (int k = 0; k < j; ++k) rest -= std::int64_t{own[k]} * other[k];
      if (j == index) {
        own[j] = rest < least ? 0 : static_cast<std::int32_t>(wide_root(rest));
      } else {
        own[j] = other[j] == 0 ? 0 : within(rest / other[j], INT32_MAX);
      }
    }
  }

  ENS_SHARED void substitute(int count, int output) {
    using namespace anchor_detail;
    for (int i = 0; i < count; ++i) {
      const std::int32_t* own = row(i);
      std::int64_t rest = std::int64_t{map_->weight(i, output)}
                          << (kFactorBits + kPartialBits - 15);
      for (int k = 0; k < i; ++k) rest -= std::int64_t{own[k]} * map_->weight(k, output);
      map_->weight(i, output) = own[i] == 0 ? 0 : within(rest / own[i], 1 << 30);
    }
  }

  ENS_SHARED void substitute_back(int count, int output) {
    using namespace anchor_detail;
    std::int64_t sizes = 0;
    std::int64_t sum = 0;
    for (int i = count - 1; i >= 0; --i) {
      std::int64_t rest = std::int64_t{map_->weight(i, output)}
                          << (kFactorBits + map_->scale().weight_bits() - kPartialBits);
      for (int k = i + 1; k < count; ++k) {
        rest -= std::int64_t{row(k)[i]} * map_->weight(k, output);
      }
      const std::int32_t pivot = row(i)[i];
      std::int32_t& weight = map_->weight(i, output);
      weight = pivot == 0 ? 0 : within(rest / pivot, kWeightLimit);
      sizes += weight < 0 ? -weight : weight;
      sum += weight;
    }
    if (sizes + (sum < 0 ? -sum : sum) > kMaxReach) map_->widen();
    // What is the same in every sum: the middle of the kernels, and half a unit for each product,
    // which inference floors.
    const std::int64_t middle = sum * map_->scale().middle() >> 16;
    const int rounding = count / 2 + (1 << (kBelowUnits - 1)) - kLower;
    map_->first(output) = static_cast<std::int32_t>(middle) + rounding;
  }

  AnchorMap* map_ = nullptr;
  std::int32_t* factor_ = nullptr;
  int unit_ = 0;
};

}  // namespace ens
