// The newest taught file, published by the thread that plays and read by the thread that saves.
//
// Three buffers: the writer's, the reader's and the one in between. Neither waits for the other,
// and nothing is allocated after the constructor.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace ens::host {

class Snapshot {
 public:
  // Room for files of up to `capacity` bytes.
  explicit Snapshot(std::size_t capacity)
      : capacity_(capacity), bytes_(std::make_unique<std::uint8_t[]>(3 * capacity)) {}

  std::size_t capacity() const { return capacity_; }

  // Writer (one thread): fill draft(), then publish its size.
  std::uint8_t* draft() { return bytes_.get() + writing_ * capacity_; }
  void publish(std::size_t size) {
    sizes_[writing_] = size;
    const auto mine = static_cast<std::uint8_t>(writing_ | kFresh);
    writing_ = between_.exchange(mine, std::memory_order_acq_rel) & kIndex;
  }

  // Reader (one thread at a time): the newest file, which stays as it is until the next call.
  const std::uint8_t* read(std::size_t* size) {
    if ((between_.load(std::memory_order_relaxed) & kFresh) != 0) {
      reading_ = between_.exchange(reading_, std::memory_order_acq_rel) & kIndex;
    }
    *size = sizes_[reading_];
    return bytes_.get() + reading_ * capacity_;
  }

 private:
  static constexpr std::uint8_t kIndex = 3;
  static constexpr std::uint8_t kFresh = 4;

  std::size_t capacity_;
  std::unique_ptr<std::uint8_t[]> bytes_;
  std::size_t sizes_[3] = {};
  std::uint8_t writing_ = 0;  // the writer's own
  std::uint8_t reading_ = 1;  // the reader's own
  std::atomic<std::uint8_t> between_{2};
};

}  // namespace ens::host
