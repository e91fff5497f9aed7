// One cycle of a wave from the levels of its harmonics: an inverse Fourier transform of real, odd
// waves.
//
// A real cycle of 512 samples is a complex transform of 256 points (even samples are its real
// parts, odd ones its imaginary parts), done in four stages of radix 4. Harmonics are sines, so
// that every cycle starts at zero and two cycles may be crossfaded in phase.
#pragma once

#include <cstddef>

#include "dsp/sine.h"

namespace ens {

class CycleMaker {
 public:
  static constexpr std::size_t kFrames = 512;
  // Harmonics 1…kHarmonics: four samples for each period of the highest.
  static constexpr std::size_t kHarmonics = 127;
  // A cycle with what a reader of four points needs beyond its ends: index 0 is the last sample.
  static constexpr std::size_t kStored = kFrames + 3;

  // Once, before make().
  void prepare() {
    for (std::size_t i = 0; i < kFrames; ++i) {
      sines_[i] = sine(static_cast<std::uint32_t>(i) << kPhaseBits);
    }
  }

  // levels[k − 1] is the amplitude of harmonic k, for all of kHarmonics; `out` has kStored samples.
  // Errors below −120 dB of the sum of the levels.
  void make(const float* levels, float* out) {
    split(levels);
    for (std::size_t size = kPoints; size > 1; size /= 4) stage(size);
    for (std::size_t i = 0; i < kPoints; ++i) {
      const std::size_t from = reversed(i);
      out[2 * i + 1] = re_[from];
      out[2 * i + 2] = im_[from];
    }
    out[0] = out[kFrames];
    out[kFrames + 1] = out[1];
    out[kFrames + 2] = out[2];
  }

 private:
  static constexpr std::size_t kPoints = kFrames / 2;
  static constexpr int kPhaseBits = 23;  // 32 less those of 512

  float sin_of(std::size_t step) const { return sines_[step & (kFrames - 1)]; }
  float cos_of(std::size_t step) const { return sines_[(step + kFrames / 4) & (kFrames - 1)]; }

  // The spectrum of the even samples plus i times that of the odd ones.
  void split(const float* levels) {
    re_[0] = im_[0] = re_[kPoints / 2] = im_[kPoints / 2] = 0.0f;
    for (std::size_t k = 1; k <= kHarmonics; ++k) {
      const float half = 0.5f * levels[k - 1];
      const float c = cos_of(k);
      const float s = sin_of(k);
      re_[k] = half * c;
      im_[k] = half * (s - 1.0f);
      re_[kPoints - k] = -half * c;
      im_[kPoints - k] = half * (s + 1.0f);
    }
  }

  // Butterflies of `size` points, decimated in frequency; what comes out is in reversed order.
  void stage(std::size_t size) {
    const std::size_t quarter = size / 4;
    const std::size_t turn = kFrames / size;
    for (std::size_t j = 0; j < quarter; ++j) {
      const float c1 = cos_of(j * turn), s1 = sin_of(j * turn);
      const float c2 = cos_of(2 * j * turn), s2 = sin_of(2 * j * turn);
      const float c3 = cos_of(3 * j * turn), s3 = sin_of(3 * j * turn);
      for (std::size_t a = j; a < kPoints; a += size) {
        const std::size_t b = a + quarter, c = b + quarter, d = c + quarter;
        const float sum_re = re_[a] + re_[c], sum_im = im_[a] + im_[c];
        const float gap_re = re_[a] - re_[c], gap_im = im_[a] - im_[c];
        const float more_re = re_[b] + re_[d], more_im = im_[b] + im_[d];
        const float turned_re = im_[d] - im_[b], turned_im = re_[b] - re_[d];
        re_[a] = sum_re + more_re;
        im_[a] = sum_im + more_im;
        put(b, gap_re + turned_re, gap_im + turned_im, c1, s1);
        put(c, sum_re - more_re, sum_im - more_im, c2, s2);
        put(d, gap_re - turned_re, gap_im - turned_im, c3, s3);
      }
    }
  }

  void put(std::size_t at, float re, float im, float c, float s) {
    re_[at] = re * c - im * s;
    im_[at] = re * s + im * c;
  }

  // The four base-4 digits of an index below 256, backwards.
  static constexpr std::size_t reversed(std::size_t i) {
    return (i & 3) << 6 | (i & 12) << 2 | (i >> 2 & 12) | i >> 6;
  }

  float sines_[kFrames] = {};
  float re_[kPoints] = {};
  float im_[kPoints] = {};
};

}  // namespace ens
