// Twice the sample rate and back, so that what a non-linearity adds above the band does not fold
// into it.
//
// Linear-phase half-band FIR of 47 taps in polyphase form (every second tap is zero, the middle is
// 1/2): R. E. Crochiere and L. R. Rabiner, "Multirate Digital Signal Processing" (1983), ch. 3–4.
// Equiripple design: flat within 0.003 dB up to 0.417 of the sample rate, images 69 dB down. A
// round trip delays by kDelay samples.
#pragma once

#include "dsp/level.h"

namespace ens {

class HalfBand {
 public:
  static constexpr int kMaxFrames = 64;
  static constexpr int kDelay = 23;  // up and down together, in samples of the lower rate

  void reset() { *this = HalfBand(); }

  // in[frames] → out[2 * frames], frames ≤ 64.
  void up(const float* in, float* out, int frames) {
    for (int i = 0; i < frames; ++i) up_[kTaps - 1 + i] = in[i];
    for (int i = 0; i < frames; ++i) {
      const float* newest = up_ + kTaps - 1 + i;
      out[2 * i] = fir(newest, kTaps);
      out[2 * i + 1] = newest[-kCentre];
    }
    for (int i = 0; i < kTaps - 1; ++i) up_[i] = up_[frames + i];
  }

  // in[2 * frames] → out[frames], frames ≤ 64.
  void down(const float* in, float* out, int frames) {
    for (int i = 0; i < frames; ++i) {
      even_[kTaps - 1 + i] = in[2 * i];
      odd_[kCentre + 1 + i] = in[2 * i + 1];
    }
    for (int i = 0; i < frames; ++i) {
      out[i] = 0.5f * (fir(even_ + kTaps - 1 + i, kTaps) + odd_[i]);
    }
    for (int i = 0; i < kTaps - 1; ++i) even_[i] = even_[frames + i];
    for (int i = 0; i <= kCentre; ++i) odd_[i] = odd_[frames + i];
  }

 private:
  static constexpr int kPairs = 12;
  static constexpr int kTaps = 2 * kPairs;  // of the one branch that is not a plain delay
  static constexpr int kCentre = kPairs - 1;
  static constexpr float kHalf[kPairs] = {-0.001014796f, 0.002186026f, -0.004383315f, 0.00786673f,
                                          -0.013104491f, 0.020726688f, -0.031669756f, 0.047554217f,
                                          -0.071738773f, 0.112932129f, -0.203289549f, 0.633599083f};

  static float fir(const float* newest, int taps) {
    float sum = 0.0f;
    for (int k = 0; k < kPairs; ++k) sum += kHalf[k] * (newest[-k] + newest[k + 1 - taps]);
    return flush(sum);
  }

  float up_[kTaps - 1 + kMaxFrames] = {};
  float even_[kTaps - 1 + kMaxFrames] = {};
  float odd_[kCentre + 1 + kMaxFrames] = {};
};

}  // namespace ens
