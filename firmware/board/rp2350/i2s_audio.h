// Stereo audio to and from the codec: one PIO state machine, two DMA channels each way, and a
// callback for every tick of 64 frames on the core that called start().
#pragma once

#include <cstddef>
#include <cstdint>

namespace ens {

class I2sAudio {
 public:
  static constexpr std::size_t kFrames = 64;
  // Fills `out` from `in`: kFrames stereo frames each, −1…1. Runs in an interrupt; it has the time
  // of one tick (1.33 ms at 48 kHz), less what other interrupts of this core take.
  using Process = void (*)(void* context, const float (&in)[2][kFrames], float (&out)[2][kFrames]);

  // Starts the clock-slave transfers. The codec must be running, or nothing will ever arrive.
  void start(Process process, void* context);

  // Longest time one tick took, in microseconds, and the number of ticks that came too late.
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
  std::int32_t in_[2][2 * kFrames] = {};
  std::int32_t out_[2][2 * kFrames] = {};
};

}  // namespace ens
