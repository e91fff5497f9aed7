// Samples as a codec's bus carries them: words of 32 bits, left and right in turn.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace ens {

// 24 bits of a float in −1…1; what lies outside is clamped, NaN is silence.
inline std::int32_t to_word(float sample) {
#if defined(__ARM_FP)
  asm("vcvt.s32.f32 %0, %0, #31" : "+t"(sample));  // all of it in one instruction
  return std::bit_cast<std::int32_t>(sample);
#else
  if (!(sample > -1.0f)) return sample <= -1.0f ? -2147483647 - 1 : 0;
  if (sample >= 1.0f) return 2147483647;
  return static_cast<std::int32_t>(sample * 2147483648.0f);
#endif
}

inline float from_word(std::int32_t word) {
#if defined(__ARM_FP)
  float sample = std::bit_cast<float>(word);
  asm("vcvt.f32.s32 %0, %0, #31" : "+t"(sample));
  return sample;
#else
  return static_cast<float>(word) * (1.0f / 2147483648.0f);
#endif
}

inline void to_words(const float* left, const float* right, std::size_t frames,
                     std::int32_t* words) {
  for (std::size_t i = 0; i < frames; ++i) {
    words[2 * i] = to_word(left[i]);
    words[2 * i + 1] = to_word(right[i]);
  }
}

inline void from_words(const std::int32_t* words, std::size_t frames, float* left, float* right) {
  for (std::size_t i = 0; i < frames; ++i) {
    left[i] = from_word(words[2 * i]);
    right[i] = from_word(words[2 * i + 1]);
  }
}

}  // namespace ens
