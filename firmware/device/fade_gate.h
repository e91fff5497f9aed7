// Fades an instrument out before it is taken away, and the next one in, so that selecting a mode
// does not click.
#pragma once

#include <atomic>
#include <cstdint>

#include "abi/abi.h"

namespace ens {

class FadeGate {
 public:
  static constexpr std::uint32_t kTicks = 12;  // 16 ms at 48 kHz

  // Control thread: lets what plays be heard from now on.
  void open() { is_open_.store(true, std::memory_order_relaxed); }

  // Control thread: on return nothing is heard any more, or `waits` gave false. It is asked again
  // and again: audio that stands still would be waited for without end.
  template <class Waits>
  void shut(Waits waits) {
    is_open_.store(false, std::memory_order_relaxed);
    while (at_.load(std::memory_order_acquire) != 0 && waits()) {
    }
  }

  // Audio thread, once a tick, with what the instrument rendered.
  void apply(float (&left)[ENS_TICK_FRAMES], float (&right)[ENS_TICK_FRAMES]) {
    const std::uint32_t from = at_.load(std::memory_order_relaxed);
    const bool opens = is_open_.load(std::memory_order_relaxed);
    if (opens && from == kOpen) return;
    const std::uint32_t to = opens ? from + 1 : from > 0 ? from - 1 : 0;
    if (from + to <= 1) {
      for (float& sample : left) sample = 0.0f;
      for (float& sample : right) sample = 0.0f;
    } else {
      ramp(left, right, static_cast<float>(from - 1), opens ? 1.0f : -1.0f);
    }
    at_.store(to, std::memory_order_release);
  }

 private:
  // After a tick of silence, in which a new instrument has most to do.
  static constexpr std::uint32_t kOpen = kTicks + 1;

  // From the level `from` of kTicks up or down by one.
  static void ramp(float (&left)[ENS_TICK_FRAMES], float (&right)[ENS_TICK_FRAMES], float from,
                   float way) {
    constexpr float kStep = 1.0f / static_cast<float>(kTicks);
    const float step = way * (kStep / ENS_TICK_FRAMES);
    float gain = from * kStep;
#pragma GCC unroll 4
    for (std::uint32_t i = 0; i < ENS_TICK_FRAMES; ++i) {
      gain += step;
      left[i] *= gain;
      right[i] *= gain;
    }
  }

  std::atomic<bool> is_open_{false};
  std::atomic<std::uint32_t> at_{0};  // kOpen: all is heard
};

}  // namespace ens
