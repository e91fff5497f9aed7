// The rival: the same network in float32 with the library's tanhf and expf, trained by plain
// gradient descent; written as one would by hand, with the shape known to the compiler.
#pragma once

#include <cmath>
#include <cstdint>

namespace ens_bench {

template <const auto& kSizes>
class FloatNet {
 public:
  static constexpr int kLayers = static_cast<int>(sizeof(kSizes) / sizeof(kSizes[0])) - 1;
  static constexpr int kInputs = kSizes[0];
  static constexpr int kOutputs = kSizes[kLayers];

  // Weights in Q4.27, rows then biases, layer by layer, as the core has them.
  void take(const std::int32_t* weights) {
    for (int i = 0; i < kWeights; ++i) weights_[i] = static_cast<float>(weights[i]) / 134217728.0f;
  }

  // On its own and for speed, wherever it is called from, as the core is.
  [[gnu::hot, gnu::noinline]] void infer(const std::uint16_t* in, std::uint16_t* out) {
    forward(in);
    for (int i = 0; i < kOutputs; ++i) {
      out[i] = static_cast<std::uint16_t>(values_[kLayers][i] * 32768.0f + 0.5f);
    }
  }

  // One example of stochastic gradient descent: forward, backward, update. Returns squared errors.
  [[gnu::hot, gnu::noinline]] float learn(const std::uint16_t* in, const std::uint16_t* target,
                                          float rate) {
    forward(in);
    float squares = 0.0f;
    float delta[kMaxWidth];
    for (int i = 0; i < kOutputs; ++i) {
      const float y = values_[kLayers][i];
      const float error = y - static_cast<float>(target[i]) / 32768.0f;
      squares += error * error;
      delta[i] = error * y * (1.0f - y);
    }
    back<kLayers - 1>(delta, rate);
    return squares;
  }

 private:
  static constexpr int count(int layers) {
    int result = 0;
    for (int i = 0; i < layers; ++i) result += (kSizes[i] + 1) * kSizes[i + 1];
    return result;
  }
  static constexpr int widest() {
    int result = 0;
    for (int i = 0; i <= kLayers; ++i) result = kSizes[i] > result ? kSizes[i] : result;
    return result;
  }
  static constexpr int kWeights = count(kLayers);
  static constexpr int kMaxWidth = widest();

  void forward(const std::uint16_t* in) {
    for (int i = 0; i < kInputs; ++i) values_[0][i] = static_cast<float>(in[i]) / 32768.0f - 0.5f;
    layer<0>();
  }

  template <int kIndex>
  void layer() {
    if constexpr (kIndex < kLayers) {
      const float* row = weights_ + count(kIndex);
      const float* bias = row + kSizes[kIndex] * kSizes[kIndex + 1];
      for (int i = 0; i < kSizes[kIndex + 1]; ++i) {
        float sum = bias[i];
        for (int j = 0; j < kSizes[kIndex]; ++j) sum += row[j] * values_[kIndex][j];
        row += kSizes[kIndex];
        values_[kIndex + 1][i] =
            kIndex == kLayers - 1 ? 1.0f / (1.0f + std::exp(-sum)) : std::tanh(sum);
      }
      layer<kIndex + 1>();
    }
  }

  template <int kIndex>
  void back(const float* delta, float rate) {
    float* row = weights_ + count(kIndex);
    float* bias = row + kSizes[kIndex] * kSizes[kIndex + 1];
    float before[kMaxWidth] = {};
    for (int i = 0; i < kSizes[kIndex + 1]; ++i) {
      for (int j = 0; j < kSizes[kIndex]; ++j) {
        if (kIndex > 0) before[j] += row[j] * delta[i];
        row[j] -= rate * delta[i] * values_[kIndex][j];
      }
      bias[i] -= rate * delta[i];
      row += kSizes[kIndex];
    }
    if constexpr (kIndex > 0) {
      for (int j = 0; j < kSizes[kIndex]; ++j) {
        before[j] *= 1.0f - values_[kIndex][j] * values_[kIndex][j];
      }
      back<kIndex - 1>(before, rate);
    }
  }

  float weights_[kWeights] = {};
  float values_[kLayers + 1][kMaxWidth] = {};
};

}  // namespace ens_bench
