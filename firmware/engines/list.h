// A read-only view of an array: its first element and how many there are.
#pragma once

#include <cstddef>

namespace ens {

template <class T>
class List {
 public:
  constexpr List() = default;
  template <std::size_t kSize>
  constexpr List(const T (&items)[kSize]) : items_(items), size_(kSize) {}

  constexpr std::size_t size() const { return size_; }
  // index < size().
  constexpr const T& operator[](std::size_t index) const { return items_[index]; }
  constexpr const T* begin() const { return items_; }
  constexpr const T* end() const { return items_ + size_; }

 private:
  const T* items_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace ens
