// The light of a board: counts out what was done, and shows what goes on and what is wrong. The
// table is in board/README.md.
#pragma once

#include <cstdint>

namespace ens {

class Light {
 public:
  static constexpr std::uint32_t kFlashTicks = 120;  // 160 ms on, and as long off
  static constexpr std::uint32_t kQuickTicks = 38;   // 50 ms
  static constexpr std::uint32_t kRefusedFlashes = 5;

  struct Shows {
    bool held;      // a button is held long enough
    bool clearing;  // the examples are about to be cleared
    bool training;
    bool fault;                // codec or flash
    std::uint32_t late_ticks;  // so far
  };

  // So many flashes, from now on.
  void flash(std::uint32_t count) { begin(count, kFlashTicks); }
  // Not possible: quick flashes.
  void refuse() { begin(kRefusedFlashes, kQuickTicks); }

  // Once a control tick: whether it is on.
  bool tick(const Shows& shows) {
    ++ticks_;
    if (shows.late_ticks != late_ticks_) {
      late_ticks_ = shows.late_ticks;
      late_until_ = ticks_ + kQuickTicks;
    }
    if (left_ > 0) {
      // A pause first, so that the first flash is seen behind whatever was on.
      const bool on = left_ / length_ % 2 == 1;
      --left_;
      return on;
    }
    if (shows.clearing) return ticks_ / kQuickTicks % 2 == 0;
    if (shows.held || shows.training) return true;
    if (static_cast<std::int32_t>(late_until_ - ticks_) > 0) return true;
    return shows.fault && ticks_ % kFaultTicks < kFlashTicks;
  }

 private:
  static constexpr std::uint32_t kFaultTicks = 1500;  // every two seconds

  void begin(std::uint32_t count, std::uint32_t ticks) {
    length_ = ticks;
    left_ = (2 * count + 1) * ticks - 1;
  }

  std::uint32_t ticks_ = 0;
  std::uint32_t length_ = 1;
  std::uint32_t left_ = 0;  // ticks of the flashes
  std::uint32_t late_ticks_ = 0;
  std::uint32_t late_until_ = 0;
};

}  // namespace ens
