// The tone of the self-test: half a second on the left, then half a second on the right, in place
// of the instrument, which fades out and back in.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "abi/abi.h"
#include "dsp/sine.h"

namespace ens {

class TestTone {
 public:
  static constexpr std::uint32_t kSideTicks = 375;  // half a second at 48 kHz
  static constexpr std::uint32_t kTicks = 2 * kSideTicks;
  static constexpr float kHz = 440.0f;
  static constexpr float kLevel = 0.25f;

  // Control thread: begins the tone, or begins it again.
  void start(std::uint32_t sample_rate_hz) {
    step_.store(phase_step(kHz, static_cast<float>(sample_rate_hz)), std::memory_order_relaxed);
    left_.store(kTicks, std::memory_order_release);
  }

  // Audio thread, once a tick, with what the instrument rendered.
  void replace(float (&left)[ENS_TICK_FRAMES], float (&right)[ENS_TICK_FRAMES]) {
    std::uint32_t ticks_left = left_.load(std::memory_order_acquire);
    if (ticks_left == 0) return;
    const std::uint32_t tick = kTicks - ticks_left;
    const std::uint32_t step = step_.load(std::memory_order_relaxed);
    for (std::uint32_t i = 0; i < ENS_TICK_FRAMES; ++i) {
      const std::uint32_t frame = tick * ENS_TICK_FRAMES + i;
      const float keep = 1.0f - shape(frame, kTicks);
      const float tone = kLevel * sine(step * frame);
      left[i] = left[i] * keep + tone * shape(frame, kSideTicks);
      right[i] = right[i] * keep + tone * shape(frame - kSideTicks * ENS_TICK_FRAMES, kSideTicks);
    }
    // Unless it was started again meanwhile.
    left_.compare_exchange_strong(ticks_left, ticks_left - 1, std::memory_order_relaxed);
  }

 private:
  static constexpr std::uint32_t kFade = 512;  // frames, 11 ms

  // 0 outside `ticks`, 1 inside, and a ramp at both ends.
  static float shape(std::uint32_t frame, std::uint32_t ticks) {
    const std::uint32_t end = ticks * ENS_TICK_FRAMES;
    if (frame >= end) return 0.0f;
    const std::uint32_t to_end = end - 1 - frame;
    const std::uint32_t from_edge = frame < to_end ? frame : to_end;
    return from_edge >= kFade ? 1.0f
                              : static_cast<float>(from_edge) * (1.0f / static_cast<float>(kFade));
  }

  std::atomic<std::uint32_t> step_{0};
  std::atomic<std::uint32_t> left_{0};  // ticks
};

}  // namespace ens
