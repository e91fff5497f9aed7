// How two threads exchange values without locks: the latest value of something, or a queue of
// events.
//
// One writer thread and one reader thread each. Neither waits for the other, and a reader never
// sees half a value.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace ens {

// The newest value wins: three slots, one at the writer, one at the reader, one in between.
template <typename T>
class TripleBuffer {
 public:
  // Before any thread runs: every draft starts as `value`, so a writer may leave alone what never
  // changes.
  void fill(const T& value) {
    for (T& slot : slots_) slot = value;
  }

  // Writer: fill draft(), then publish() it. A draft holds an earlier value, not always the last.
  T& draft() { return slots_[writing_]; }
  void publish() {
    const std::uint8_t last =
        between_.exchange(static_cast<std::uint8_t>(writing_ | kFresh), std::memory_order_acq_rel);
    writing_ = last & kIndex;
  }

  // Reader: true if something was published since the last take(); then value() is it.
  bool take() {
    if ((between_.load(std::memory_order_relaxed) & kFresh) == 0) return false;
    const std::uint8_t last = between_.exchange(reading_, std::memory_order_acq_rel);
    reading_ = last & kIndex;
    return true;
  }
  const T& value() const { return slots_[reading_]; }

 private:
  static constexpr std::uint8_t kIndex = 3;
  static constexpr std::uint8_t kFresh = 4;
  T slots_[3] = {};
  std::uint8_t writing_ = 0;  // writer's own
  std::uint8_t reading_ = 1;  // reader's own
  std::atomic<std::uint8_t> between_{2};
};

// Every value arrives, in order, unless Capacity − 1 are waiting.
template <typename T, std::uint32_t Capacity>
class Queue {
  static_assert((Capacity & (Capacity - 1)) == 0, "indices wrap by masking");

 public:
  // Writer: false, and the value is not queued, when full.
  bool push(const T& value) {
    const std::uint32_t head = head_.load(std::memory_order_relaxed);
    const std::uint32_t next = (head + 1) & (Capacity - 1);
    if (next == tail_.load(std::memory_order_acquire)) return false;
    items_[head] = value;
    head_.store(next, std::memory_order_release);
    return true;
  }

  // Reader: false when empty.
  bool pop(T* value) {
    const std::uint32_t tail = tail_.load(std::memory_order_relaxed);
    if (tail == head_.load(std::memory_order_acquire)) return false;
    *value = items_[tail];
    tail_.store((tail + 1) & (Capacity - 1), std::memory_order_release);
    return true;
  }

 private:
  T items_[Capacity] = {};
  std::atomic<std::uint32_t> head_{0};
  std::atomic<std::uint32_t> tail_{0};
};

}  // namespace ens
