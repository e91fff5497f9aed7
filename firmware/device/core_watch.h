// One hardware watchdog for two cores: the control core feeds it only while the audio core also
// shows that it lives.
#pragma once

#include <atomic>
#include <cstdint>

namespace ens {

class CoreWatch {
 public:
  // How long the audio core may be silent. Longer than anything it does, shorter than a person
  // waits.
  static constexpr std::uint32_t kSilentUs = 500'000;

  // Audio core: call in every turn of its loop, below the interrupts that render.
  void beat() { beats_.store(true, std::memory_order_relaxed); }

  // Control core: whether to feed the watchdog now. `expected`: the audio core was started.
  bool both_live(bool expected, std::uint32_t now_us) {
    if (!expected || beats_.exchange(false, std::memory_order_relaxed)) heard_us_ = now_us;
    return now_us - heard_us_ < kSilentUs;
  }

 private:
  std::atomic<bool> beats_{false};
  std::uint32_t heard_us_ = 0;
};

}  // namespace ens
