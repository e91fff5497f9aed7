// A delay line of fixed size whose length may glide: read between samples.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/approx.h"

namespace ens {

// kSize is a power of two; the longest delay is kSize − 2 samples.
template <std::size_t kSize>
class Delay {
  static_assert((kSize & (kSize - 1)) == 0, "a mask finds the place");

 public:
  static constexpr float kMaxDelay = static_cast<float>(kSize - 2);

  void reset() {
    for (float& sample : samples_) sample = 0.0f;
    write_ = 0;
  }
  void write(float x) {
    samples_[write_] = x;
    write_ = (write_ + 1) & (kSize - 1);
  }
  // The sample written `delay` writes ago (1 is the last one).
  float at(std::size_t delay) const { return samples_[(write_ - delay) & (kSize - 1)]; }
  // Linear between samples; delay is held within 1…kMaxDelay.
  float between(float delay) const {
    const float held = clamp(delay, 1.0f, kMaxDelay);
    const std::size_t whole = static_cast<std::size_t>(held);
    const float fraction = held - static_cast<float>(whole);
    const float near = at(whole);
    return near + (at(whole + 1) - near) * fraction;
  }

 private:
  float samples_[kSize] = {};
  std::size_t write_ = 0;
};

}  // namespace ens
