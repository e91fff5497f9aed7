// Everything that differs between targets: vector width, saturation, multiply-add.
//
// Every function here is exact integer arithmetic with one definition (the portable branch); the
// others give the same numbers with the instructions of a target. ENS_PORTABLE forces the portable
// one.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(ENS_PORTABLE)
#define ENS_TARGET_PORTABLE 1
#elif defined(__ARM_FEATURE_DSP)
#include <arm_acle.h>
#define ENS_TARGET_ARM_DSP 1
#elif defined(__SSE2__)
#include <emmintrin.h>
#define ENS_TARGET_SSE2 1
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#define ENS_TARGET_WASM_SIMD 1
#else
#define ENS_TARGET_PORTABLE 1
#endif

// One copy of a function for all its callers: neither inlined nor specialised for one of them.
#if defined(__clang__)
#define ENS_SHARED [[gnu::noinline]]
#else
#define ENS_SHARED [[gnu::noinline, gnu::noclone]]
#endif

namespace ens {

// int16 values a kernel takes at once; rows and activations are padded with zeros to a multiple.
#if defined(ENS_TARGET_SSE2) || defined(ENS_TARGET_WASM_SIMD)
inline constexpr int kLanes = 8;
#else
inline constexpr int kLanes = 2;
#endif

// The nearest value in [-2^kBits, 2^kBits).
template <int kBits>
constexpr std::int32_t saturate(std::int32_t value) {
  static_assert(kBits >= 0 && kBits < 31);
#if defined(ENS_TARGET_ARM_DSP)
  if (!__builtin_is_constant_evaluated()) return __ssat(value, kBits + 1);
#endif
  constexpr std::int32_t kLimit = std::int32_t{1} << kBits;
  return value < -kLimit ? -kLimit : value >= kLimit ? kLimit - 1 : value;
}

// The same with a limit known only at run time.
constexpr std::int32_t saturate(std::int32_t value, int bits) {
  const std::int32_t limit = std::int32_t{1} << bits;
  return value < -limit ? -limit : value >= limit ? limit - 1 : value;
}

// to + floor(a * b / 2^16): 32 by 16 bits, the 48-bit product exact; the sum wraps round.
inline std::int32_t multiply_add_high(std::int32_t to, std::int32_t a, std::int16_t b) {
#if defined(ENS_TARGET_ARM_DSP)
  return __smlawb(a, b, to);
#else
  const auto product = static_cast<std::uint32_t>((std::int64_t{a} * b) >> 16);
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(to) + product);
#endif
}

// Two int16 at an address aligned to 4 bytes, the first in the low half.
inline std::uint32_t load_pair(const std::int16_t* at) {
  std::uint32_t pair;
  __builtin_memcpy(&pair, __builtin_assume_aligned(at, 4), sizeof pair);
  return pair;
}

// The int32 at an int16 address aligned to 4 bytes.
inline std::int32_t load_sum(const std::int16_t* at) {
  std::int32_t sum;
  __builtin_memcpy(&sum, __builtin_assume_aligned(at, 4), sizeof sum);
  return sum;
}

}  // namespace ens
