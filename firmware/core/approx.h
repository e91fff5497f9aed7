// exp2, log2 and square root in float32 without libm: the same bits on every target.
//
// Each function is plain IEEE-754 single arithmetic (+, -, *, /, compares, bit casts), so with
// contraction off (-ffp-contract=off) it gives equal bits on x86-64, wasm and Cortex-M33. Stated
// errors are measured over the whole domain by test/firmware/approx.test.ts.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

namespace ens {

// Float to integer with the range checked first; a NaN becomes `low`. Out of range, C++ leaves the
// result of a cast undefined and targets differ.
constexpr std::int32_t to_int(float x, std::int32_t low, std::int32_t high) {
  if (!(x > static_cast<float>(low))) return low;
  if (x >= static_cast<float>(high)) return high;
  return static_cast<std::int32_t>(x);
}

constexpr float clamp(float x, float low, float high) {
  return x < low ? low : x > high ? high : x;
}

// 2^x for x in [-126, 127] (clamped). Relative error below 3e-7; exact at integers.
constexpr float exp2(float x) {
  const float in = clamp(x, -126.0f, 127.0f);
  const std::int32_t whole = static_cast<std::int32_t>(in + 127.0f) - 127;  // floor: never negative
  const float f = in - static_cast<float>(whole);
  // 1 + f + f(f-1)p(f): meets 1 and 2 exactly at the ends; p fitted for least relative error.
  const float p = 0.306848261f + f * (0.0666889902f + f * (0.0108703138f + f * 0.00187931863f));
  const float mantissa = 1.0f + f + f * (f - 1.0f) * p;
  return mantissa * std::bit_cast<float>(static_cast<std::uint32_t>(whole + 127) << 23);
}

// log2(x) for normal positive x (smaller ones give -126). Absolute error below 3e-7 near 1, one
// part in 2^23 of the result elsewhere; exact at powers of two.
constexpr float log2(float x) {
  if (!(x >= 1.17549435e-38f)) return -126.0f;
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(x);
  // Take the mantissa into [sqrt(1/2), sqrt(2)), then 2 atanh((m-1)/(m+1)) / ln 2.
  const std::int32_t exponent = static_cast<std::int32_t>(bits - 0x3f3504f3u) >> 23;
  const float m = std::bit_cast<float>(bits - (static_cast<std::uint32_t>(exponent) << 23));
  const float t = (m - 1.0f) / (m + 1.0f);
  const float z = t * t;
  const float p = 2.88539008f + z * (0.961798856f + z * (0.576713618f + z * 0.431754348f));
  return static_cast<float>(exponent) + t * p;
}

// Square root of x ≥ 1e-30 for the compiler (clang cannot evaluate its own): Newton's method in
// double from above, which falls until it is there. Rounded to float it is the correctly rounded
// root.
constexpr float sqrt_by_newton(float x) {
  const double square = static_cast<double>(x);
  double root = square > 1.0 ? square : 1.0;
  double next = 0.5 * (root + square / root);
  while (next < root) {
    root = next;
    next = 0.5 * (root + square / root);
  }
  return static_cast<float>(root);
}

// Square root of x ≥ 1e-30, which the caller must know; correctly rounded, so its bits are the same
// on every target that has it as an instruction. Written as an instruction where __builtin_sqrtf
// would also call the library (to set errno, which nobody reads).
constexpr float sqrt_known(float x) {
  if (std::is_constant_evaluated()) return sqrt_by_newton(x);
#if defined(__clang__)
  return __builtin_elementwise_sqrt(x);
#elif defined(__SSE__)
  float root;
  asm("sqrtss %1, %0" : "=x"(root) : "x"(x));
  return root;
#elif defined(__ARM_FP)
  float root;
  asm("vsqrt.f32 %0, %1" : "=t"(root) : "t"(x));
  return root;
#else
  return __builtin_sqrtf(x);
#endif
}

// The same for any x: 0 below 1e-30 and for NaN.
constexpr float sqrt(float x) {
  return x >= 1e-30f ? sqrt_known(x) : 0.0f;
}

}  // namespace ens
