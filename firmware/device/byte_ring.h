// Bytes from an interrupt to the thread that reads them: one writer, one reader, no lock. What does
// not fit is dropped and counted.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace ens {

// kSize is a power of two. A MIDI cable carries 3,125 bytes a second.
template <std::size_t kSize>
class ByteRing {
  static_assert((kSize & (kSize - 1)) == 0, "the size is a power of two");

 public:
  // Interrupt.
  void push(std::uint8_t byte) {
    const std::uint32_t end = end_.load(std::memory_order_relaxed);
    if (end - begin_.load(std::memory_order_acquire) == kSize) {
      lost_.store(lost_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
      return;
    }
    bytes_[end % kSize] = byte;
    end_.store(end + 1, std::memory_order_release);
  }

  // Reader: the oldest byte, or −1 when there is none.
  int pop() {
    const std::uint32_t begin = begin_.load(std::memory_order_relaxed);
    if (begin == end_.load(std::memory_order_acquire)) return -1;
    const std::uint8_t byte = bytes_[begin % kSize];
    begin_.store(begin + 1, std::memory_order_release);
    return byte;
  }

  std::uint32_t lost() const { return lost_.load(std::memory_order_relaxed); }

 private:
  std::uint8_t bytes_[kSize] = {};
  std::atomic<std::uint32_t> begin_{0};
  std::atomic<std::uint32_t> end_{0};
  std::atomic<std::uint32_t> lost_{0};
};

}  // namespace ens
