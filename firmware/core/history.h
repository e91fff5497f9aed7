// The losses of a training for a plot: always the whole training, in at most 128 points.
#pragma once

#include <cstdint>

#include "core/shape.h"

namespace ens {

// Losses in Q0.30 of the passes 0, stride, 2*stride, ... When the points are used up every second
// one is dropped and the stride doubles.
class LossHistory {
 public:
  explicit constexpr LossHistory(std::uint32_t* points) : points_(points) {}

  void clear() {
    count_ = 0;
    stride_ = 1;
  }

  void add(std::uint32_t pass, std::uint32_t loss) {
    if (pass % stride_ != 0) return;
    if (count_ == kHistoryLength) {
      count_ = kHistoryLength / 2;
      for (int i = 0; i < count_; ++i) points_[i] = points_[2 * i];
      stride_ *= 2;
      if (pass % stride_ != 0) return;
    }
    points_[count_++] = loss;
  }

  const std::uint32_t* points() const { return points_; }
  int count() const { return count_; }
  std::uint32_t stride() const { return stride_; }

 private:
  std::uint32_t* points_;
  int count_ = 0;
  std::uint32_t stride_ = 1;
};

}  // namespace ens
