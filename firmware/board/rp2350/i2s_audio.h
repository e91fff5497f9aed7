// Stereo audio to and from the codec: one PIO state machine, two DMA channels each way, and a
// callback for every tick of 64 frames on the core that called start().
#pragma once

#include <cstddef>
#include <cstdint>

#include "abi/abi.h"

namespace ens {

class I2sAudio {
 public:
  static constexpr std::size_t kFrames = ENS_TICK_FRAMES;
  // Fills `out` from `in`: kFrames stereo frames each, −1…1. Runs in an interrupt and has the time
  // of one tick (1.33 ms at 48 kHz), minus what other interrupts of this core take.
  using Process = void (*)(void* context, const float (&in)[2][kFrames], float (&out)[2][kFrames]);

  // Starts the transfers, clocked by the codec, which must be running.
  void start(Process process, void* context);

  // The longest time a tick took, in microseconds, and the number of late ticks.
  std::uint32_t longest_us() const { return longest_us_; }
  std::uint32_t late() const { return late_; }

 private:
  static void on_dma();
  void finish(std::size_t half);

  Process process_ = nullptr;
  void* context_ = nullptr;
  volatile std::uint32_t longest_us_ = 0;
  volatile std::uint32_t late_ = 0;
  std::uint32_t in_channel_[2] = {};
  std::uint32_t out_channel_[2] = {};
  // Each half is a ring to the DMA, which wraps addresses around in hardware: aligned to its size.
  static constexpr std::size_t kHalfWords = 2 * kFrames;
  alignas(sizeof(std::int32_t) * kHalfWords) std::int32_t in_[2][kHalfWords] = {};
  alignas(sizeof(std::int32_t) * kHalfWords) std::int32_t out_[2][kHalfWords] = {};
};

}  // namespace ens
