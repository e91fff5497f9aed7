// Twice the sample rate and back, so that what a non-linearity adds above the band does not fold
// into it.
//
// Linear-phase half-band FIR of 47 taps in polyphase form (every second tap is zero, the middle is
// 1/2): R. E. Crochiere and L. R. Rabiner, "Multirate Digital Signal Processing" (1983), ch. 3–4.
// Equiripple design: flat within 0.003 dB up to 0.417 of the sample rate, images 69 dB down. A
// round trip delays by kDelay samples.
#pragma once

#include "dsp/groups.h"
#include "dsp/level.h"

namespace ens {

class HalfBand {
 public:
  static constexpr int kMaxFrames = 64;
  static constexpr int kDelay = 23;  // up and down together, in samples of the lower rate

  void reset() { *this = HalfBand(); }

  // in[frames] → out[2 * frames], frames ≤ 64.
  void up(const float* in, float* out, int frames) {
    for (int k = 0; k < frames; ++k) up_[kTaps - 1 + k] = in[k];
    int i = 0;
    for (; has_four(i, frames); i += 4) {
      const float* newest = up_ + kTaps - 1 + i;
      const Four four = fir_of_four(newest);
      for (int k = 0; k < 4; ++k) {
        out[2 * (i + k)] = four.at[k];
        out[2 * (i + k) + 1] = newest[k - kCentre];
      }
    }
    for (; i + 1 < frames; i += 2) {
      const float* newest = up_ + kTaps - 1 + i;
      const Two two = fir_of_two(newest);
      out[2 * i] = two.first;
      out[2 * i + 1] = newest[-kCentre];
      out[2 * i + 2] = two.second;
      out[2 * i + 3] = newest[1 - kCentre];
    }
    for (; i < frames; ++i) {
      const float* newest = up_ + kTaps - 1 + i;
      out[2 * i] = fir(newest);
      out[2 * i + 1] = newest[-kCentre];
    }
    for (int k = 0; k < kTaps - 1; ++k) up_[k] = up_[frames + k];
  }

  // in[2 * frames] → out[frames], frames ≤ 64.
  void down(const float* in, float* out, int frames) {
    for (int k = 0; k < frames; ++k) {
      even_[kTaps - 1 + k] = in[2 * k];
      odd_[kCentre + 1 + k] = in[2 * k + 1];
    }
    int i = 0;
    for (; has_four(i, frames); i += 4) {
      const Four four = fir_of_four(even_ + kTaps - 1 + i);
      for (int k = 0; k < 4; ++k) out[i + k] = 0.5f * (four.at[k] + odd_[i + k]);
    }
    for (; i + 1 < frames; i += 2) {
      const Two two = fir_of_two(even_ + kTaps - 1 + i);
      out[i] = 0.5f * (two.first + odd_[i]);
      out[i + 1] = 0.5f * (two.second + odd_[i + 1]);
    }
    for (; i < frames; ++i) out[i] = 0.5f * (fir(even_ + kTaps - 1 + i) + odd_[i]);
    for (int k = 0; k < kTaps - 1; ++k) even_[k] = even_[frames + k];
    for (int k = 0; k <= kCentre; ++k) odd_[k] = odd_[frames + k];
  }

 private:
  static constexpr int kPairs = 12;
  static constexpr int kTaps = 2 * kPairs;  // of the one branch that is not a plain delay
  static constexpr int kCentre = kPairs - 1;
  static constexpr float kHalf[kPairs] = {-0.001014796f, 0.002186026f, -0.004383315f, 0.00786673f,
                                          -0.013104491f, 0.020726688f, -0.031669756f, 0.047554217f,
                                          -0.071738773f, 0.112932129f, -0.203289549f, 0.633599083f};

  static float fir(const float* newest) {
    float sum = 0.0f;
    for (int k = 0; k < kPairs; ++k) sum += kHalf[k] * (newest[-k] + newest[k + 1 - kTaps]);
    return flush(sum);
  }

  // At `newest` and at the sample after it: half as many loads, the same sums.
  struct Two {
    float first, second;
  };
  static Two fir_of_two(const float* newest) {
    float first = 0.0f, second = 0.0f;
    float late = newest[1], early = newest[1 - kTaps];
    for (int k = 0; k < kPairs; ++k) {
      const float next_late = newest[-k];
      const float next_early = newest[k + 2 - kTaps];
      first += kHalf[k] * (next_late + early);
      second += kHalf[k] * (late + next_early);
      late = next_late;
      early = next_early;
    }
    return {flush(first), flush(second)};
  }

  // At `newest` and at the three samples after it, in one register of a computer.
  struct Four {
    float at[4];
  };
  static bool has_four(int i, int frames) { return kGroupFrames >= 4 && i + 4 <= frames; }
  static Four fir_of_four(const float* newest) {
    Four sums = {};
    for (int k = 0; k < kPairs; ++k) {
      for (int i = 0; i < 4; ++i) {
        sums.at[i] += kHalf[k] * (newest[i - k] + newest[i + k + 1 - kTaps]);
      }
    }
    for (float& sum : sums.at) sum = flush(sum);
    return sums;
  }

  float up_[kTaps - 1 + kMaxFrames] = {};
  float even_[kTaps - 1 + kMaxFrames] = {};
  float odd_[kCentre + 1 + kMaxFrames] = {};
};

}  // namespace ens
