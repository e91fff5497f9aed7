// The kernels of forward.h and backward.h by the DSP instructions of Armv8-M: two multiply-adds in
// one (SMLAD), activations held in registers where the shape is a constant.
//
// Included where ENS_TARGET_ARM_DSP is defined; the same integers as the portable loops.
#pragma once

#include <cstdint>

#include "core/shape.h"
#include "core/target.h"

namespace ens::arm_dsp {

inline int16x2_t halves(std::uint32_t pair) {
  return static_cast<int16x2_t>(pair);
}

inline std::int32_t word(std::uint32_t pair) {
  return static_cast<std::int32_t>(pair);
}

// Words `kAt` and `kAt` + 1 of a row in one instruction (the compiler does not pair these loads).
template <int kAt>
inline void load_words(const std::int16_t* row, std::uint32_t* first, std::uint32_t* second) {
  struct Words {
    std::uint32_t words[2];
  };
  asm("ldrd %0, %1, [%2, %3]"
      : "=&r"(*first), "=r"(*second)
      : "r"(row), "n"(4 * kAt), "m"(*reinterpret_cast<const Words*>(row + 2 * kAt)));
}

// Adds a block of anchors to four outputs, see anchors.h; `count` is even and above 0. Gives what
// follows the weights. By hand, since the compiler loads one weight at a time and saturates twice;
// registers are named because LDM fills them in the order of their numbers.
inline const std::int32_t* add_block(const std::int32_t* weight, const std::int16_t* kernel,
                                     int count, std::uint16_t* outputs) {
  asm volatile(
      "ldmia %[weight]!, {r4, r5, r6, r8}\n"
      "1:\n"
      "ldr lr, [%[kernel]], #4\n"
      "ldmia %[weight]!, {r9, r10, r11, r12}\n"
      "smlawb r4, r9, lr, r4\n"
      "smlawb r5, r10, lr, r5\n"
      "smlawb r6, r11, lr, r6\n"
      "smlawb r8, r12, lr, r8\n"
      "ldmia %[weight]!, {r9, r10, r11, r12}\n"
      "smlawt r4, r9, lr, r4\n"
      "smlawt r5, r10, lr, r5\n"
      "smlawt r6, r11, lr, r6\n"
      "smlawt r8, r12, lr, r8\n"
      "subs %[count], #2\n"
      "bne 1b\n"
      "ldr r9, [%[outputs]]\n"
      "ldr r11, [%[outputs], #4]\n"
      "lsr r10, r9, #16\n"
      "lsr r12, r11, #16\n"
      "uxth r9, r9\n"
      "uxth r11, r11\n"
      "add r4, r4, r9, lsl #3\n"
      "add r5, r5, r10, lsl #3\n"
      "add r6, r6, r11, lsl #3\n"
      "add r8, r8, r12, lsl #3\n"
      "usat r4, #18, r4\n"
      "usat r5, #18, r5\n"
      "usat r6, #18, r6\n"
      "usat r8, #18, r8\n"
      "add r4, r4, #7\n"
      "add r5, r5, #7\n"
      "add r6, r6, #7\n"
      "add r8, r8, #7\n"
      "lsr r4, r4, #3\n"
      "lsr r6, r6, #3\n"
      "pkhbt r4, r4, r5, lsl #13\n"
      "pkhbt r6, r6, r8, lsl #13\n"
      "str r4, [%[outputs]]\n"
      "str r6, [%[outputs], #4]\n"
      : [weight] "+&r"(weight), [kernel] "+&r"(kernel), [count] "+&r"(count)
      : [outputs] "r"(outputs)
      : "r4", "r5", "r6", "r8", "r9", "r10", "r11", "r12", "lr", "cc", "memory");
  return weight;
}

// The sum of one output of such a block, whose first weight `weight` is.
inline std::int32_t anchor_sum(const std::int32_t* weight, const std::int16_t* kernel, int count) {
  std::int32_t sum;
  asm("ldr %[sum], [%[weight]], #16\n"
      "1:\n"
      "ldr r3, [%[kernel]], #4\n"
      "ldr r4, [%[weight]], #16\n"
      "ldr r5, [%[weight]], #16\n"
      "smlawb %[sum], r4, r3, %[sum]\n"
      "smlawt %[sum], r5, r3, %[sum]\n"
      "subs %[count], #2\n"
      "bne 1b\n"
      : [sum] "=&r"(sum), [weight] "+&r"(weight), [kernel] "+&r"(kernel), [count] "+&r"(count)
      :
      : "r3", "r4", "r5", "cc", "memory");
  return sum;
}

// Bias and weights of a row against the activations in registers.
template <int kPairs, int kAt = 0>
inline std::int32_t row_sum(const std::int16_t* row, const std::uint32_t* x, std::int32_t sum) {
  if constexpr (kAt > kPairs) {
    return sum;
  } else if constexpr (kAt == kPairs) {
    return __smlad(halves(load_pair(row + 2 * kAt)), halves(x[kAt - 1]), sum);
  } else {
    std::uint32_t first;
    std::uint32_t second;
    load_words<kAt>(row, &first, &second);
    sum = kAt == 0 ? word(first) : __smlad(halves(first), halves(x[kAt == 0 ? 0 : kAt - 1]), sum);
    sum = __smlad(halves(second), halves(x[kAt]), sum);
    return row_sum<kPairs, kAt + 2>(row, x, sum);
  }
}

// Calls emit(i, sum) for every packed row, with kPairs pairs of activations kept in registers.
template <int kPairs, class Emit>
inline void rows(const std::int16_t* row, const std::int16_t* in, int outputs, Emit&& emit) {
  std::uint32_t x[kPairs];
#pragma GCC unroll 16
  for (int j = 0; j < kPairs; ++j) x[j] = load_pair(in + 2 * j);
#pragma GCC unroll 1
  for (int i = 0; i < outputs; ++i) {
    emit(i, row_sum<kPairs>(row, x, 0));
    row += 2 + 2 * kPairs;
  }
}

// Adds delta times two activations to two gradients and moves on to the next two: four instructions
// where the compiler takes six, in the loop that most of training is.
inline std::int32_t* add_gradients(std::int32_t* weights, std::int32_t delta, std::uint32_t pair) {
  std::int32_t even;
  std::int32_t odd;
  asm volatile(
      "ldrd %0, %1, [%2]\n\t"
      "smlabb %0, %3, %4, %0\n\t"
      "smlabt %1, %3, %4, %1\n\t"
      "strd %0, %1, [%2], #8"
      : "=&r"(even), "=&r"(odd), "+r"(weights)
      : "r"(delta), "r"(pair)
      : "memory");
  return weights;
}

// Adds delta times every activation to a row of gradients: kPairs pairs in registers.
template <int kPairs, bool kOdd>
ENS_SHARED void gradients(const std::int16_t* deltas, const std::int16_t* in, int outputs,
                          int shift, std::int32_t* weights, std::int32_t* biases) {
  std::uint32_t x[kPairs];
#pragma GCC unroll 16
  for (int j = 0; j < kPairs; ++j) x[j] = load_pair(in + 2 * j);
  const std::int32_t half = (std::int32_t{1} << shift) >> 1;
  constexpr int kWhole = kOdd ? kPairs - 1 : kPairs;
#pragma GCC unroll 1
  for (int i = 0; i < outputs; ++i) {
    const std::int32_t delta = (deltas[i] + half) >> shift;
#pragma GCC unroll 16
    for (int j = 0; j < kWhole; ++j) weights = add_gradients(weights, delta, x[j]);
    if constexpr (kOdd) {
      *weights = __smlabb(delta, word(x[kWhole]), *weights);
      ++weights;
    }
    *biases++ += delta;
  }
}

// The same for a row length known only at run time.
inline void gradient_row(std::int32_t delta, const std::int16_t* in, int inputs,
                         std::int32_t* weights) {
  for (int fours = inputs / 4; fours > 0; --fours) {
    weights = add_gradients(weights, delta, load_pair(in));
    weights = add_gradients(weights, delta, load_pair(in + 2));
    in += 4;
  }
  if ((inputs & 2) != 0) {
    weights = add_gradients(weights, delta, load_pair(in));
    in += 2;
  }
  if ((inputs & 1) != 0) *weights += delta * *in;
}

// One row's part of the sums of 2 * kPairs columns.
template <int kPairs, int kAt = 0>
inline void add_columns(const std::int16_t* from, std::int32_t delta, std::int32_t* sums) {
  const auto add = [delta, sums](int j, std::uint32_t pair) {
    sums[2 * j] = __smlabb(word(pair), delta, sums[2 * j]);
    sums[2 * j + 1] = __smlatb(word(pair), delta, sums[2 * j + 1]);
  };
  if constexpr (kAt + 1 == kPairs) {
    add(kAt, load_pair(from + 2 * kAt));
  } else if constexpr (kAt < kPairs) {
    std::uint32_t first;
    std::uint32_t second;
    load_words<kAt>(from, &first, &second);
    add(kAt, first);
    add(kAt + 1, second);
    add_columns<kPairs, kAt + 2>(from, delta, sums);
  }
}

// Calls emit(j, sum) for the sums of 2 * kPairs columns of packed rows times deltas, but not for a
// column of padding.
template <int kPairs, class Layer, class Emit>
inline void columns(const Layer& layer, const std::int16_t* packed, const std::int16_t* deltas,
                    int at, Emit&& emit) {
  std::int32_t sums[2 * kPairs] = {};
  const std::int16_t* from = packed + 2 + at;
  const std::int16_t* end = deltas + layer.outputs;
#pragma GCC unroll 1
  while (deltas != end) {
    add_columns<kPairs>(from, *deltas++, sums);
    from += layer.row;
  }
#pragma GCC unroll 8
  for (int j = 0; j < 2 * kPairs; ++j) {
    if (at + j < layer.inputs) emit(at + j, sums[j]);
  }
}

// All columns of a layer, up to eight at a time in registers.
template <class Layer, class Emit>
inline void column_sums(const Layer& layer, const std::int16_t* packed, const std::int16_t* deltas,
                        Emit&& emit) {
  if constexpr (Layer::kFixed) {
    constexpr int kPairs = plan::padded(Layer::inputs) / 2;
    constexpr int kRest = kPairs % 4;
    constexpr int kFours = kRest == 1 && kPairs > 4 ? kPairs / 4 - 1 : kPairs / 4;
#pragma GCC unroll 1
    for (int i = 0; i < kFours; ++i) columns<4>(layer, packed, deltas, 8 * i, emit);
    constexpr int kLeft = kPairs - 4 * kFours;
    if constexpr (kLeft == 5) {  // three and two cost less than four and one
      columns<3>(layer, packed, deltas, 8 * kFours, emit);
      columns<2>(layer, packed, deltas, 8 * kFours + 6, emit);
    } else if constexpr (kLeft > 0) {
      columns<kLeft>(layer, packed, deltas, 8 * kFours, emit);
    }
  } else {
    int at = 0;
    for (; at + 8 <= layer.row - 2; at += 8) columns<4>(layer, packed, deltas, at, emit);
    for (; at < layer.inputs; at += 2) columns<1>(layer, packed, deltas, at, emit);
  }
}

}  // namespace ens::arm_dsp
