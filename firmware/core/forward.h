// The forward pass of one layer: rows of int16 weights times int16 activations, summed in int32.
#pragma once

#include <cstdint>

#include "core/activation.h"
#include "core/shape.h"
#include "core/target.h"

#if defined(ENS_TARGET_ARM_DSP)
#include "core/arm_dsp.h"
#endif

namespace ens {

// Sum of a packed row (bias, weights, padding) over `count` activations, a multiple of kLanes.
// Exact: the plan of a layer bounds the sum below 2^31, whatever the order.
inline std::int32_t row_sum(const std::int16_t* __restrict row, const std::int16_t* __restrict in,
                            int count) {
  std::int32_t sum = load_sum(row);
  row += 2;
#if defined(ENS_TARGET_ARM_DSP)
  for (int j = 0; j < count; j += 2) {
    sum = __smlad(static_cast<int16x2_t>(load_pair(row + j)),
                  static_cast<int16x2_t>(load_pair(in + j)), sum);
  }
#elif defined(ENS_TARGET_SSE2)
  __m128i sums = _mm_cvtsi32_si128(sum);
  for (int j = 0; j < count; j += 8) {
    const __m128i weights = _mm_loadu_si128(reinterpret_cast<const __m128i*>(row + j));
    const __m128i values = _mm_loadu_si128(reinterpret_cast<const __m128i*>(in + j));
    sums = _mm_add_epi32(sums, _mm_madd_epi16(weights, values));
  }
  sums = _mm_add_epi32(sums, _mm_shuffle_epi32(sums, 0x4E));
  sums = _mm_add_epi32(sums, _mm_shuffle_epi32(sums, 0xB1));
  sum = _mm_cvtsi128_si32(sums);
#elif defined(ENS_TARGET_WASM_SIMD)
  v128_t sums = wasm_i32x4_make(sum, 0, 0, 0);
  for (int j = 0; j < count; j += 8) {
    sums =
        wasm_i32x4_add(sums, wasm_i32x4_dot_i16x8(wasm_v128_load(row + j), wasm_v128_load(in + j)));
  }
  sums = wasm_i32x4_add(sums, wasm_i32x4_shuffle(sums, sums, 2, 3, 0, 1));
  sums = wasm_i32x4_add(sums, wasm_i32x4_shuffle(sums, sums, 1, 0, 3, 2));
  sum = wasm_i32x4_extract_lane(sums, 0);
#else
  for (int j = 0; j < count; ++j) sum += row[j] * in[j];
#endif
  return sum;
}

// Calls emit(i, sum) for every neuron of a layer.
template <class Layer, class Emit>
inline void layer_sums(const Layer& layer, const std::int16_t* __restrict packed,
                       const std::int16_t* __restrict in, Emit&& emit) {
#if defined(ENS_TARGET_ARM_DSP)
  if constexpr (Layer::kFixed) {
    if constexpr (Layer::inputs <= 16) {
      arm_dsp::rows<plan::padded(Layer::inputs) / 2>(packed, in, layer.outputs, emit);
      return;
    }
  }
#endif
  const int count = plan::padded(layer.inputs);
  for (int i = 0; i < layer.outputs; ++i) {
    emit(i, row_sum(packed, in, count));
    packed += layer.row;
  }
}

// One hidden layer: `out` is its activations in Q1.14.
template <class Layer>
void forward_hidden(const Layer& layer, const std::int16_t* __restrict packed,
                    const std::int16_t* __restrict in, std::int16_t* __restrict out) {
  layer_sums(layer, packed, in,
             [out](int i, std::int32_t sum) { out[i] = hidden_activation(sum); });
}

// The output layer: `out` is unit values in Q0.15.
template <class Layer>
void forward_output(const Layer& layer, const std::int16_t* __restrict packed,
                    const std::int16_t* __restrict in, std::uint16_t* __restrict out) {
  layer_sums(layer, packed, in,
             [out](int i, std::int32_t sum) { out[i] = output_activation(sum); });
}

}  // namespace ens
